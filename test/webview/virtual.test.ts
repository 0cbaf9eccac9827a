import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { contentHeight, type Extent, follow, MAX_SPACER, spacerHeight, toContent, topFor, toScroll, visibleRows } from "../../webview/paint/virtual";

const small: Extent = { count: 1000, rowHeight: 20, viewport: 600 };
const huge: Extent = { count: 5_000_000, rowHeight: 20, viewport: 600 };

describe("mapping scroll positions", () => {
	test("is the identity while the content fits", () => {
		expect(spacerHeight(small)).toBe(20_000);
		for (const y of [0, 1, 777.5, 19_400]) expect(toContent(y, small)).toBe(y);
	});

	test("reaches both ends of content that is higher than any element may be", () => {
		expect(contentHeight(huge)).toBe(100_000_000);
		expect(spacerHeight(huge)).toBe(MAX_SPACER);
		expect(toContent(0, huge)).toBe(0);
		expect(toContent(MAX_SPACER - 600, huge)).toBe(100_000_000 - 600);
	});

	const extent = fc.record({ count: fc.integer({ min: 0, max: 20_000_000 }), rowHeight: fc.integer({ min: 10, max: 40 }), viewport: fc.integer({ min: 0, max: 2000 }) });
	test("there and back again, never falling", () => {
		fc.assert(
			fc.property(extent, fc.double({ min: 0, max: 1, noNaN: true }), fc.double({ min: 0, max: 1, noNaN: true }), (e, a, b) => {
				const most = Math.max(0, contentHeight(e) - e.viewport);
				const [low, high] = [Math.min(a, b) * most, Math.max(a, b) * most];
				expect(toContent(toScroll(low, e), e)).toBeCloseTo(low, 3);
				expect(toScroll(low, e)).toBeLessThanOrEqual(toScroll(high, e));
				expect(toScroll(high, e)).toBeLessThanOrEqual(Math.max(0, spacerHeight(e) - e.viewport));
			}),
		);
	});

	test("a notch of the wheel moves by its own pixels, a drag of the thumb is mapped, the ends are reached", () => {
		expect(follow(50_000, 5_000, 5_100, huge)).toBe(50_100);
		expect(follow(50_000, 5_000, 5_000_000, huge)).toBe(toContent(5_000_000, huge));
		expect(follow(99_000_000, MAX_SPACER - 700, MAX_SPACER - 600, huge)).toBe(100_000_000 - 600);
		expect(follow(900, 90, 0, huge)).toBe(0);
		expect(follow(50, 50, 90, small)).toBe(90);
	});
});

describe("rows in view", () => {
	test.each([
		[0, 0, { from: 0, to: 30 }],
		[0, 5, { from: 0, to: 35 }],
		[110, 0, { from: 5, to: 36 }],
		[19_400, 3, { from: 967, to: 1000 }],
	])("top %d, overscan %d", (top, overscan, rows) => {
		expect(visibleRows(top, small, overscan)).toEqual(rows);
	});
	test("no rows, no view", () => {
		expect(visibleRows(0, { count: 0, rowHeight: 20, viewport: 600 }, 5)).toEqual({ from: 0, to: 0 });
	});

	test.each([
		[10, 0, "nearest", null],
		[40, 0, "nearest", 220],
		[2, 500, "nearest", 40],
		[500, 0, "third", 9800],
		[999, 0, "third", 19_400],
		[0, 500, "third", 0],
	] as const)("bringing row %d into a view at %d, %s", (index, top, align, wanted) => {
		expect(topFor(index, top, small, align)).toBe(wanted);
	});
});
