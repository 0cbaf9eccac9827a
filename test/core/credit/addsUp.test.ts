import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { explainToken, type LayerShare } from "../../../src/core/credit/explain";
import { spread } from "../../../src/core/credit/spread";
import { DEFAULT_ESTIMATOR_OPTIONS } from "../../../src/core/estimators/contract";
import { ESTIMATORS } from "../../../src/core/estimators/registry";
import { momentsOf, pooledSpread } from "../../../src/core/estimators/standardise";
import type { Estimate, EstimateParts, EstimatorInput } from "../../../src/core/model/advantage";
import { LANES, type Lane } from "../../../src/core/model/segment";
import { dense } from "../estimators/cards";
import { run } from "../estimators/run";

/** A batch of rollouts, each with the two layers its reward is made of: what pays the tool tokens and what pays the summary. */
interface Member {
	readonly group: string;
	readonly tool: number | null;
	readonly summary: number;
	readonly tokens: number;
	readonly omitted: boolean;
}
const reward = fc.oneof(fc.constantFrom(0, 0.25, 0.5, 1, 2, -0.5), fc.double({ min: -2, max: 2, noNaN: true }));
const member: fc.Arbitrary<Member> = fc.record({
	group: fc.constantFrom("a", "b", "c"),
	tool: fc.option(reward, { freq: 4 }),
	summary: reward,
	tokens: fc.integer({ min: 0, max: 4 }),
	omitted: fc.boolean(),
});
const members = fc.array(member, { minLength: 1, maxLength: 10 });

/** Rewards are sums of their layers; token columns hold one entry for each lane's tokens. */
function inputOf(list: readonly Member[]): EstimatorInput {
	const tool = Float64Array.from(list, m => m.tool ?? Number.NaN);
	const summary = Float64Array.from(list, m => m.summary);
	const rewards = Float64Array.from(list, m => (m.tool ?? 0) + m.summary);
	return {
		rewards,
		groups: dense(list.map(m => m.group)),
		lengths: Float64Array.from(list, m => 2 * m.tokens),
		lanes: { tool, summary },
		present: { tool: Uint8Array.from(list, m => (m.tool === null ? 0 : 1)), summary: new Uint8Array(list.length).fill(1) },
		omitted: Uint8Array.from(list, m => (m.omitted ? 1 : 0)),
		components: { values: [tool.map(v => (Number.isNaN(v) ? 0 : v)), summary], weights: [1, 1] },
		greedy: new Float64Array(list.length).fill(0.5),
	};
}
const partsAt = (p: EstimateParts | null | undefined, i: number) =>
	p ? { reward: p.reward[i] as number, baseline: p.baseline[i] as number, divisor: p.divisor[i] as number, scale: p.scale[i] as number } : null;

/** The layers of one rollout with their means over the members that count for `lane`, as a session gives them. */
function layersOf(list: readonly Member[], i: number, usable: (m: Member) => boolean): readonly LayerShare[] {
	const peers = list.filter(m => m.group === list[i]?.group && usable(m));
	const mean = (of: (m: Member) => number): number => peers.reduce((s, m) => s + of(m), 0) / peers.length;
	const layer = (id: string, of: (m: Member) => number, pays: readonly Lane[]): LayerShare => ({
		id,
		contribution: of(list[i] as Member),
		baseline: mean(of),
		weight: 1,
		score: of(list[i] as Member),
		pays,
	});
	return [layer("content", m => m.tool ?? 0, ["tool"]), layer("result", m => m.summary, ["summary"])];
}
const near = (a: number, b: number): boolean => Object.is(a, b) || Math.abs(a - b) <= 1e-9 * Math.max(1, Math.abs(a), Math.abs(b));

function explained(list: readonly Member[], estimate: Estimate, reach: "broadcast" | "locked" | "token", i: number, lane: Lane, lossMask = true) {
	const usable = (m: Member): boolean => reach !== "locked" || lane === "summary" || m.tool !== null;
	return explainToken({
		parts: partsAt(estimate.parts, i),
		laneParts: estimate.laneParts && { tool: partsAt(estimate.laneParts.tool, i), summary: partsAt(estimate.laneParts.summary, i) },
		layers: layersOf(list, i, usable),
		lane,
		lossMask,
		reach,
		advantage: estimate.lanes ? (estimate.lanes[lane][i] as number) : (estimate.advantages?.[i] ?? Number.NaN),
		guarded: (list[i] as Member).omitted || ((list[i] as Member).tool ?? 0) + (list[i] as Member).summary < 0,
	});
}

describe.each(ESTIMATORS.flatMap(e => e.presets.map(p => [e.id, p.id, e.reach] as const)))("%s %s", (id, preset, reach) => {
	test("every token's credit is what is displayed, and the sum of its terms", () => {
		fc.assert(
			fc.property(members, list => {
				const estimate = run(id, preset, inputOf(list));
				list.forEach((_, i) => {
					const lossMask = Uint8Array.of(1, 1, 0);
					const shown = spread(
						estimate.advantages?.[i] ?? Number.NaN,
						estimate.lanes && { tool: estimate.lanes.tool[i] as number, summary: estimate.lanes.summary[i] as number },
						{ lossMask },
						Int8Array.of(0, 1, 0),
					);
					for (const [t, lane] of LANES.entries()) {
						const { credit, terms } = explained(list, estimate, reach, i, lane);
						const sum = terms.reduce((s, x) => s + x.value, 0);
						expect(near(sum, credit), `${lane} of ${i}: terms add up to ${sum}, credit ${credit}`).toBe(true);
						const want = shown[t] as number;
						expect(
							Number.isNaN(want) ? Number.isNaN(credit) : Math.abs(want - credit) <= 1e-6 * Math.max(1, Math.abs(credit)),
							`${lane} of ${i}: shown ${want}, explained ${credit}`,
						).toBe(true);
					}
					expect(shown[2]).toBeNaN();
					expect(explained(list, estimate, reach, i, "tool", false).credit).toBeNaN();
				});
			}),
			{ numRuns: 60 },
		);
	});
});

/** Rollouts with a column of values and rewards each, as a file with a critic holds them. */
const column = fc.record({
	mask: fc.array(fc.constantFrom(0, 1), { minLength: 1, maxLength: 8 }),
	values: fc.array(reward, { minLength: 8, maxLength: 8 }),
	rewards: fc.array(reward, { minLength: 8, maxLength: 8 }),
});
describe.each(ESTIMATORS.flatMap(e => (e.tokenwise ? e.presets.map(p => [e.id, p.id, e.tokenwise] as const) : [])))("%s %s, token by token", (id, preset, tokenwise) => {
	test("rollout by rollout, whitened by pooled moments, is what the estimator makes of the batch; the parts add up to each token", () => {
		fc.assert(
			fc.property(fc.array(column, { minLength: 1, maxLength: 6 }), fc.boolean(), (list, given) => {
				const mask = list.map(c => Uint8Array.from(c.mask));
				const cut = (of: "values" | "rewards"): Float64Array[] => list.map(c => Float64Array.from(c[of].slice(0, c.mask.length)));
				const [values, rewards] = [cut("values"), given ? cut("rewards") : undefined];
				const totals = Float64Array.from(list, c => c.rewards[0] as number);
				const input: EstimatorInput = { ...inputOf([]), rewards: totals, groups: Int32Array.from(list, () => 0), tokens: { mask, values, rewards } };
				const want = run(id, preset, input).tokens ?? [];
				const raw = list.map((_, i) =>
					tokenwise?.raw(totals[i] as number, { mask: mask[i] as Uint8Array, values: values[i] as Float64Array, rewards: rewards?.[i] ?? null }, preset, DEFAULT_ESTIMATOR_OPTIONS),
				);
				const spread = pooledSpread(raw.map((r, i) => momentsOf(r?.total ?? [], mask[i] as Uint8Array)));
				const divisor = spread.count > 1 ? (tokenwise?.divisor(preset, spread) ?? Number.NaN) : Number.POSITIVE_INFINITY;
				for (const [i, own] of mask.entries())
					for (const [t, m] of own.entries()) {
						if (!m) continue;
						const got = ((raw[i]?.total[t] as number) - spread.mean) / divisor + 0;
						const shown = want[i]?.[t] as number;
						// near a deviation of 0 the divisor is ε's, and rounding is as large as the numbers
						const size = Math.max(1, Math.abs(shown), 1e-8 / Math.min(divisor, 1));
						expect(Math.abs(got - shown) <= 1e-6 * size, `token ${t} of ${i}: ${got}, batch ${shown}`).toBe(true);
						const sum = (raw[i]?.parts ?? []).reduce((s, p) => s + (p.values[t] as number) / divisor, -spread.mean / divisor);
						expect(Math.abs(sum - got) <= 1e-9 * Math.max(1, Math.abs(got), 1 / Math.min(divisor, 1)), `parts of ${t} of ${i}: ${sum}, ${got}`).toBe(true);
					}
			}),
			{ numRuns: 200 },
		);
	});
});

describe("locked credit", () => {
	const other: Readonly<Record<Lane, Lane>> = { tool: "summary", summary: "tool" };

	test.each(LANES)("%s tokens get exactly nothing from the other component, whatever it is", lane => {
		fc.assert(
			fc.property(members, fc.array(reward, { minLength: 10, maxLength: 10 }), (list, others) => {
				const changed = list.map((m, i): Member => ({ ...m, [other[lane]]: m[other[lane]] === null ? null : (others[i] as number) }));
				// the guard ties the components together on purpose where a call was omitted or a total is negative
				fc.pre([...list, ...changed].every(m => !m.omitted && (m.tool ?? 0) + m.summary >= 0));
				const [a, b] = [list, changed].map(l => run("slca", "slca", inputOf(l)).lanes?.[lane]);
				expect(b).toEqual(a);
			}),
		);
	});

	test("in the explanation the other component stands with exactly 0", () => {
		fc.assert(
			fc.property(members, list => {
				const estimate = run("slca", "slca", inputOf(list));
				list.forEach((_, i) => {
					for (const lane of LANES) for (const t of explained(list, estimate, "locked", i, lane).terms) if (t.id.startsWith("locked:")) expect(t.value).toBe(0);
				});
			}),
			{ numRuns: 50 },
		);
	});
});

test("rewards that differ by rounding only, over a tiny divisor: the terms still add up", () => {
	const list: readonly Member[] = [
		{ group: "a", tool: 1.0001089019966803e-12, summary: 1, tokens: 0, omitted: false },
		{ group: "a", tool: null, summary: 1, tokens: 0, omitted: false },
	];
	for (const { id, reach, presets } of ESTIMATORS)
		for (const preset of presets) {
			const estimate = run(id, preset.id, inputOf(list));
			for (const lane of LANES)
				for (const i of [0, 1]) {
					const { credit, terms } = explained(list, estimate, reach, i, lane);
					expect([
						id,
						preset.id,
						lane,
						near(
							terms.reduce((s, x) => s + x.value, 0),
							credit,
						),
					]).toEqual([id, preset.id, lane, true]);
				}
		}
});
