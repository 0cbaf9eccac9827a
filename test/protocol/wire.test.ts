import fc from "fast-check";
import { expect, test } from "vitest";
import { fromWire, toWire } from "../../src/protocol/wire";

/** What VS Code does with a message between extension and webview, buffers aside. */
const overJson = (v: unknown): unknown => JSON.parse(JSON.stringify(v));

test("NaN and the infinities survive VS Code's JSON", () => {
	const message = { type: "answer", id: 1, body: { total: Number.NaN, layers: [1, Number.NaN, -0.5], bounds: [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY], lanes: null } };
	expect(fromWire(overJson(toWire(message)))).toEqual(message);
});

test("whole numbers beyond 2^53 arrive exactly", () => {
	const message = { expected: 9007199254740993n, actual: [-9007199254740995n, 1] };
	expect(fromWire(overJson(toWire(message)))).toEqual(message);
});

test("any plain data makes the round trip", () => {
	const leaf = fc.oneof(fc.double(), fc.string(), fc.boolean(), fc.constant(null));
	const { value } = fc.letrec(tie => ({ value: fc.oneof({ depthSize: "small" }, leaf, fc.array(tie("value")), fc.dictionary(fc.string({ minLength: 1 }), tie("value"))) }));
	// JSON itself turns -0 into 0, which no view tells apart
	const zero = (v: unknown): unknown => JSON.parse(JSON.stringify(v, (_, x) => (typeof x === "number" && !Number.isFinite(x) ? `#${x}` : x)));
	fc.assert(
		fc.property(
			value.filter(v => !JSON.stringify(v).includes("\\u0000")),
			v => {
				expect(zero(fromWire(overJson(toWire(v))))).toEqual(zero(v));
			},
		),
	);
});

test("typed arrays pass untouched, and data without odd numbers is not copied", () => {
	const credit = new Float32Array([1, Number.NaN]);
	const body = { credit, rows: [{ reward: 1 }] };
	expect(toWire(body)).toBe(body);
	const changed = toWire({ credit, total: Number.NaN }) as { credit: Float32Array };
	expect(changed.credit).toBe(credit);
});
