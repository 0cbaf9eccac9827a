import { describe, expect, test } from "vitest";
import { isExported } from "../../../src/core/importers/exported";
import { readComponents } from "../../../src/core/importers/row";
import type { Finding } from "../../../src/core/model/finding";

describe("rows that export wrote", () => {
	test("are known by what only they have", () => {
		expect(isExported({ credit: { estimator: "grpo", preset: "verl", coefficient: null } })).toBe(true);
		expect(isExported({ advantage_tool: null, advantage_summary: null, coefficient: 1, from: null, to: null })).toBe(true);
		expect(isExported({ credit: 1, advantage: 1, reward: 1, from: [0], to: [1] })).toBe(false);
		expect(isExported({ credit: { estimator: "grpo" } })).toBe(false);
	});
});

describe("components of a reward", () => {
	test("an advantage is none, nor a column per token that is not there; a function that gave nothing is", () => {
		const findings: Finding[] = [];
		expect(readComponents({ reward: 1, advantage: 1.4, advantages: null, token_ids: null, loss_mask: null, accuracy: null, format: 0.5 }, ["reward"], findings)).toEqual({
			accuracy: Number.NaN,
			format: 0.5,
		});
		expect(findings).toEqual([]);
	});
});
