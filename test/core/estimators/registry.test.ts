import { describe, expect, test } from "vitest";
import { DEFAULT_ESTIMATOR_OPTIONS } from "../../../src/core/estimators/contract";
import { describePreset, ESTIMATORS, estimatorById, presetById } from "../../../src/core/estimators/registry";
import type { EstimatorInput } from "../../../src/core/model/advantage";
import { cornersSentence, ESTIMATOR_TITLES } from "../../../src/words/estimators";

const empty: EstimatorInput = { rewards: new Float64Array(0), groups: new Int32Array(0), lengths: null, lanes: null, present: null, omitted: null };

describe("registry of estimators", () => {
	test("ids are unique and have a title in both languages", () => {
		const ids = ESTIMATORS.map(e => e.id);
		expect(new Set(ids).size).toBe(ids.length);
		expect(Object.keys(ESTIMATOR_TITLES).sort()).toEqual([...ids].sort());
		for (const id of ids) expect(estimatorById(id)?.id).toBe(id);
		expect(estimatorById("nope")).toBeUndefined();
	});

	test.each(ESTIMATORS.map(e => [e.id, e] as const))("%s: presets resolve by id, alias and default", (_, e) => {
		const names = e.presets.flatMap(p => [p.id, ...p.aliases]);
		expect(new Set(names).size).toBe(names.length);
		for (const p of e.presets) for (const n of [p.id, ...p.aliases]) expect(presetById(e, n)?.id).toBe(p.id);
		expect(presetById(e, null)?.id).toBe(e.defaultPreset);
		expect(presetById(e, "nope")).toBeUndefined();
		expect(() => e.estimate(empty, "nope", DEFAULT_ESTIMATOR_OPTIONS)).toThrow(/invariant/);
	});

	test.each(ESTIMATORS.map(e => [e.id, e] as const))("%s: an empty batch and a batch of nothing are no trouble", (_, e) => {
		for (const p of e.presets) {
			e.estimate(empty, p.id, DEFAULT_ESTIMATOR_OPTIONS);
			const { advantages, lanes } = e.estimate({ ...empty, rewards: new Float64Array(3).fill(Number.NaN), groups: new Int32Array(3).fill(-1) }, p.id, DEFAULT_ESTIMATOR_OPTIONS);
			for (const column of [advantages, lanes?.tool, lanes?.summary]) if (column) expect([...column]).toEqual([Number.NaN, Number.NaN, Number.NaN]);
		}
	});

	test("every corner has words in both languages", () => {
		for (const e of ESTIMATORS)
			for (const p of e.presets)
				for (const locale of ["en", "zh-cn"] as const) {
					const sentence = cornersSentence(p.corners, locale);
					expect(sentence).not.toBe("");
					for (const c of p.corners) expect(cornersSentence([c], locale), `${e.id} ${p.id}`).not.toBe(c.code);
					expect(sentence).not.toMatch(/\{\w+\}/);
				}
	});

	test("a preset in words", () => {
		expect(cornersSentence(describePreset("grpo", "verl"), "en")).toBe(
			"sample deviation, ε 1e-6, a group of one keeps its raw reward, one missing reward leaves the whole group without",
		);
		expect(cornersSentence(describePreset("grpo", "roll"), "zh-cn")).toBe(
			"样本标准差（除以 n−1），ε = 1e-6，标准差不超过 1e-6 时优势为 0，单成员组优势为 0，缺一个奖励则全组都没有优势",
		);
		expect(describePreset("grpo", "nope")).toEqual([]);
	});
});
