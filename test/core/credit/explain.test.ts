import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { explainToken, type LayerShare, type RowParts } from "../../../src/core/credit/explain";
import { DEFAULT_ESTIMATOR_OPTIONS } from "../../../src/core/estimators/contract";
import { ESTIMATORS } from "../../../src/core/estimators/registry";
import type { EstimateParts, EstimatorInput } from "../../../src/core/model/advantage";
import { LANES, type Lane } from "../../../src/core/model/segment";
import { termSentence } from "../../../src/words/credit";

const layer = (id: string, contribution: number, baseline: number, pays: readonly Lane[] = LANES): LayerShare => ({
	id,
	contribution,
	baseline,
	weight: 1,
	score: contribution,
	pays,
});
const parts: RowParts = { reward: 1, baseline: 0.5, divisor: 0.25, scale: 1 };
const base = { parts, laneParts: null, layers: [], lane: null, lossMask: true, reach: "broadcast" } as const;
const shown = (terms: readonly { id: string; value: number }[]): string[] => terms.map(t => `${t.id} ${t.value}`);

describe("explainToken", () => {
	test("layers that add up to reward and baseline each have a term", () => {
		const got = explainToken({ ...base, layers: [layer("format", 0.4, 0.4), layer("content", 0.6, 0.1)] });
		expect(got.credit).toBe(2);
		expect(shown(got.terms)).toEqual(["layer:format 0", "layer:content 2"]);
	});
	test("layers that do not explain the reward: reward and baseline", () => {
		expect(shown(explainToken({ ...base, layers: [layer("format", 0.4, 0.4)] }).terms)).toEqual(["reward 4", "baseline -2"]);
		expect(shown(explainToken({ ...base, layers: [layer("format", Number.NaN, 0.4)] }).terms)).toEqual(["reward 4", "baseline -2"]);
		expect(shown(explainToken({ ...base, parts: { ...parts, baseline: 0 } }).terms)).toEqual(["reward 4"]);
	});
	test("masked tokens and rollouts without an advantage have one term and no credit", () => {
		for (const [more, id] of [
			[{ lossMask: false }, "masked"],
			[{ parts: null }, "no-advantage"],
			[{ parts: { ...parts, reward: Number.NaN } }, "no-advantage"],
			[{ reach: "locked" }, "no-lane"],
			[{ reach: "locked", lane: "tool", laneParts: null }, "no-advantage"],
		] as const)
			expect(explainToken({ ...base, ...more })).toEqual({ credit: Number.NaN, terms: [{ id, value: Number.NaN, data: {} }] });
	});
	test("locked: layers of the other lane are shut out", () => {
		const laneParts = { tool: { reward: 0.4, baseline: 0.2, divisor: 0.1, scale: 2 }, summary: parts };
		const layers = [layer("process", 0.4, 0.2, ["tool"]), layer("summary", 1, 0.5, ["summary"])];
		const locked = { ...base, parts: null, laneParts, layers, reach: "locked" } as const;
		expect(shown(explainToken({ ...locked, lane: "tool" }).terms)).toEqual(["layer:process 4", "locked:summary 0"]);
		expect(shown(explainToken({ ...locked, lane: "summary" }).terms)).toEqual(["layer:summary 2", "locked:process 0"]);
		expect(shown(explainToken({ ...locked, lane: "summary", guarded: true }).terms)).toEqual(["guard 4", "baseline -2", "locked:process 0"]);
	});
	test("an advantage that is no split of one reward is one term", () => {
		expect(explainToken({ ...base, parts: null, advantage: 0.25 })).toEqual({ credit: 0.25, terms: [{ id: "advantage", value: 0.25, data: {} }] });
	});
	test("every term has a sentence in both languages", () => {
		const ids = ["layer:format", "locked:summary", "reward", "baseline", "guard", "masked", "no-lane", "no-advantage", "advantage"];
		const data = { reward: 1, baseline: 1 / 3, score: 1, weight: 0.4, contribution: 0.4 };
		for (const locale of ["en", "zh-cn"] as const)
			for (const id of ids) {
				const sentence = termSentence({ id, data }, name => name.toUpperCase(), locale);
				expect(sentence).not.toMatch(/\{\w+\}/);
				expect(sentence).not.toBe(id.split(":")[0]);
			}
		expect(termSentence({ id: "layer:format", data }, () => "Format", "en")).toBe("Format: score 1 × weight 0.4 gives 0.4, 0.3333 on average in the group");
	});
});

describe("terms add up", () => {
	const value = fc.oneof({ weight: 8, arbitrary: fc.integer({ min: -8, max: 8 }).map(k => k / 10) }, { weight: 1, arbitrary: fc.constant(Number.NaN) });
	const group = fc.integer({ min: 1, max: 9 }).chain(n =>
		fc.record({
			format: fc.array(value, { minLength: n, maxLength: n }),
			content: fc.array(value, { minLength: n, maxLength: n }),
			hidden: fc.boolean(),
			present: fc.array(fc.nat(1), { minLength: n, maxLength: n }),
		}),
	);
	const mean = (values: readonly number[], rewards: Float64Array): number => {
		const usable = values.filter((_, i) => !Number.isNaN(rewards[i]));
		return usable.reduce((a, b) => a + b, 0) / usable.length;
	};
	const row = (p: EstimateParts | null, i: number): RowParts | null =>
		p && { reward: p.reward[i] as number, baseline: p.baseline[i] as number, divisor: p.divisor[i] as number, scale: p.scale[i] as number };

	test("for every estimator, preset, lane and rollout, and they are its advantage", () => {
		const choices = ESTIMATORS.filter(e => e.reach !== "token").flatMap(e => e.presets.map(p => ({ e, preset: p.id })));
		fc.assert(
			fc.property(group, fc.constantFrom(...choices), ({ format, content, hidden, present }, { e, preset }) => {
				const rewards = Float64Array.from(format, (f, i) => f + (content[i] as number) + (hidden ? 0.25 : 0));
				const lanes = { tool: Float64Array.from(format), summary: Float64Array.from(content) };
				const here = Uint8Array.from(present);
				const input: EstimatorInput = {
					rewards,
					groups: new Int32Array(rewards.length),
					lengths: new Float64Array(rewards.length).fill(3),
					lanes,
					present: { tool: here, summary: here },
					omitted: null,
				};
				const estimate = e.estimate(input, preset, DEFAULT_ESTIMATOR_OPTIONS);
				rewards.forEach((_, i) => {
					const layers = [
						{ ...layer("format", format[i] as number, mean(format, rewards)), pays: ["tool"] as const },
						{ ...layer("content", content[i] as number, mean(content, rewards)), pays: ["summary"] as const },
					];
					for (const lane of LANES) {
						const laneParts = estimate.laneParts && ({ tool: row(estimate.laneParts.tool, i), summary: row(estimate.laneParts.summary, i) } as Record<Lane, RowParts>);
						const want = (estimate.lanes?.[lane] ?? estimate.advantages)?.[i] as number;
						const { credit, terms } = explainToken({ parts: row(estimate.parts, i), laneParts, layers, lane, lossMask: true, reach: e.reach, advantage: want });
						if (Number.isNaN(want)) {
							expect(credit).toBeNaN();
							continue;
						}
						expect(Math.abs(credit - want)).toBeLessThanOrEqual(1e-9 * Math.max(1, Math.abs(want)));
						const sum = terms.reduce((s, t) => s + t.value, 0);
						expect(Math.abs(sum - credit)).toBeLessThanOrEqual(1e-9 * Math.max(1, Math.abs(credit)));
					}
				});
			}),
			{ numRuns: 500 },
		);
	});
});
