import { describe, expect, test } from "vitest";
import { spread } from "../../../src/core/credit/spread";
import { overScale, scaleOf, tone } from "../../../src/core/credit/tone";

const lossMask = Uint8Array.of(0, 1, 1, 1);
const lane = Int8Array.of(-1, 0, 1, -1);

describe("spread", () => {
	test("broadcast: the same for all learnable tokens, none for masked ones", () => {
		expect([...spread(0.5, null, { lossMask }, lane)]).toEqual([Number.NaN, 0.5, 0.5, 0.5]);
	});
	test("locked: each lane its own; a token of no lane has no credit", () => {
		expect([...spread(Number.NaN, { tool: 2, summary: -1 }, { lossMask }, lane)]).toEqual([Number.NaN, 2, -1, Number.NaN]);
	});
	test("a lane without an advantage is none, not 0", () => {
		expect([...spread(Number.NaN, { tool: Number.NaN, summary: 0 }, { lossMask }, lane)]).toEqual([Number.NaN, Number.NaN, 0, Number.NaN]);
	});
});

describe("tone", () => {
	test("one outlier among a thousand does not set the scale", () => {
		const values = new Float32Array(1000).fill(1);
		values[7] = 1e6;
		expect(scaleOf(values)).toBe(1);
		expect([tone(1e6, 1), tone(-0.25, 1), overScale(1e6, 1), overScale(-1, 1)]).toEqual([1, -0.25, true, false]);
	});
	test("when nearly all are 0 the greatest value is the scale", () => {
		const values = new Float32Array(1000);
		values[7] = -3;
		expect(scaleOf(values)).toBe(3);
	});
	test("no values and no movement have no colour and no division by 0", () => {
		expect([scaleOf([]), scaleOf([Number.NaN, 0]), tone(0, 0), tone(Number.NaN, 1)]).toEqual([0, 0, 0, Number.NaN]);
	});
});
