import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { PALETTES } from "../../src/protocol/editor";
import { gradient, heatColors, LEVELS, levelOf, NO_LEVEL, runs, type Theme } from "../../webview/paint/heat";

describe("levels", () => {
	test.each([
		[Number.NaN, 1, NO_LEVEL],
		[0, 1, 0],
		[1, 1, LEVELS],
		[-1, 1, -LEVELS],
		[5, 1, LEVELS],
		[0.5, 1, LEVELS / 2],
		// the weakest credit is still seen, and its sign with it
		[1e-9, 1, 1],
		[-1e-9, 1, -1],
	])("credit %d on a scale of %d", (credit, scale, level) => {
		expect(levelOf(credit, scale)).toBe(level);
	});

	test("never turn a sign, never fall as credit grows", () => {
		fc.assert(
			fc.property(fc.double({ min: -5, max: 5, noNaN: true }), fc.double({ min: -5, max: 5, noNaN: true }), fc.double({ min: 0.01, max: 5, noNaN: true }), (a, b, scale) => {
				expect(Math.sign(levelOf(a, scale))).toBe(Math.sign(a) + 0);
				if (a <= b) expect(levelOf(a, scale)).toBeLessThanOrEqual(levelOf(b, scale));
			}),
		);
	});
});

/** Relative luminance and contrast as WCAG 2 defines them. */
const luminance = (rgb: readonly number[]): number => {
	const [r, g, b] = rgb.map(v => (v / 255 <= 0.04045 ? v / 255 / 12.92 : ((v / 255 + 0.055) / 1.055) ** 2.4)) as [number, number, number];
	return 0.2126 * r + 0.7152 * g + 0.0722 * b;
};
const contrast = (a: readonly number[], b: readonly number[]): number => {
	const [x, y] = [luminance(a), luminance(b)];
	return (Math.max(x, y) + 0.05) / (Math.min(x, y) + 0.05);
};
const over = (color: string, background: readonly number[]): number[] => {
	const [r, g, b, a] = (color.match(/[\d.]+/g) ?? []).map(Number) as [number, number, number, number];
	return [r, g, b].map((v, i) => v * a + (background[i] as number) * (1 - a));
};

describe("colours", () => {
	/** Text and background of VS Code's default themes. */
	const themes: readonly [Theme, readonly number[], readonly number[]][] = [
		["light", [59, 59, 59], [255, 255, 255]],
		["dark", [204, 204, 204], [31, 31, 31]],
		["hc-light", [41, 41, 41], [255, 255, 255]],
		["hc-dark", [255, 255, 255], [0, 0, 0]],
	];
	for (const [theme, text, background] of themes)
		for (const palette of PALETTES) {
			const colors = heatColors(palette, theme);
			test(`${palette} on ${theme}: text stays readable on every level`, () => {
				for (const [i, color] of colors.entries()) if (i !== LEVELS) expect(contrast(text, over(color, background)), `level ${i - LEVELS}`).toBeGreaterThanOrEqual(4.5);
			});
			test(`${palette} on ${theme}: zero is unpainted, ends differ from it and from each other`, () => {
				expect(colors).toHaveLength(2 * LEVELS + 1);
				expect(colors[LEVELS]).toBe("transparent");
				const [down, up] = [over(colors[0] as string, background), over(colors[2 * LEVELS] as string, background)];
				expect(contrast(down, background)).toBeGreaterThan(1.25);
				expect(contrast(up, background)).toBeGreaterThan(1.25);
				expect(Math.hypot(...down.map((v, i) => v - (up[i] as number)))).toBeGreaterThan(60);
			});
		}
	test("the palettes say which colour pushes up", () => {
		const up = (p: (typeof PALETTES)[number]): number[] => over(heatColors(p, "light")[2 * LEVELS] as string, [255, 255, 255]);
		const strongest = (rgb: number[]): number => rgb.indexOf(Math.max(...rgb));
		expect(PALETTES.map(p => [p, ["red", "green", "blue"][strongest(up(p))]])).toEqual([
			["positive-green", "green"],
			["positive-blue", "blue"],
			["positive-red", "red"],
		]);
	});
});

describe("one gradient per row", () => {
	const box = (from: number, to: number, color: string) => ({ from, to, color });
	test.each([
		[[], null],
		[[box(0, 10, "transparent")], null],
		[[box(0, 10, "red")], "linear-gradient(90deg,red 0px 10px,transparent 10px)"],
		[[box(5, 10, "red"), box(10, 12, "blue")], "linear-gradient(90deg,transparent 0px 5px,red 5px 10px,blue 10px 12px,transparent 12px)"],
		[[box(8, 10, "red"), box(0, 2, "blue")], "linear-gradient(90deg,blue 0px 2px,transparent 2px 8px,red 8px 10px,transparent 10px)"],
		// boxes of right-to-left runs may overlap: stops must still ascend
		[[box(0, 10, "red"), box(6, 14, "blue")], "linear-gradient(90deg,red 0px 10px,blue 10px 14px,transparent 14px)"],
	])("%j", (boxes, expected) => {
		expect(gradient(boxes)).toBe(expected);
	});

	test("stops never go back", () => {
		const boxes = fc.array(fc.record({ from: fc.nat(100), to: fc.nat(120), color: fc.constantFrom("a", "b", "transparent") }), { maxLength: 12 });
		fc.assert(
			fc.property(boxes, all => {
				const stops = (gradient(all)?.match(/[\d.]+(?=px)/g) ?? []).map(Number);
				expect(stops).toEqual([...stops].sort((a, b) => a - b));
			}),
		);
	});
});

describe("runs of tokens", () => {
	const tokens = { from: Uint32Array.of(0, 2, 2, 5, 9), to: Uint32Array.of(2, 2, 5, 8, 12) };
	const value = (token: number): string => "aabbb"[token] as string;
	test("join equal neighbours, keep gaps, cut to the row, skip tokens without text", () => {
		expect(runs(tokens, 0, value, 0, 20)).toEqual([
			{ from: 0, to: 2, value: "a" },
			{ from: 2, to: 8, value: "b" },
			{ from: 9, to: 12, value: "b" },
		]);
		expect(runs(tokens, 2, value, 3, 10)).toEqual([
			{ from: 3, to: 8, value: "b" },
			{ from: 9, to: 10, value: "b" },
		]);
		expect(runs(tokens, 5, value, 12, 20)).toEqual([]);
	});
});
