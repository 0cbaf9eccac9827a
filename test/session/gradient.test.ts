import fc from "fast-check";
import { afterEach, describe, expect, test } from "vitest";
import { boundInForce, clipOf } from "../../src/core/estimators/losses";
import { DEFAULT_RECIPE } from "../../src/core/model/recipe";
import type { GradientWeight } from "../../src/protocol/queries";
import { boundAt, weightAt } from "../../src/session/gradient";
import { Session } from "../../src/session/session";
import { BytesSource } from "../../src/session/source";
import { termSentence } from "../../src/words/credit";

const open: Session[] = [];
afterEach(() => {
	for (const s of open.splice(0)) s.close();
});

const logs = (ratios: readonly number[]): readonly number[] => ratios.map(r => -1 + Math.log(r));
const OLD = [-1, -1, -1, -1];
/** Two rollouts of one group, rewards 1 and 0, four tokens each, the second masked. */
const rows = (columns: (i: number) => object): string =>
	[0, 1]
		.map(i => ({
			prompt: "Q",
			response: "abcd",
			reward: 1 - i,
			group: "g",
			step: 1,
			token_ids: [5, 6, 7, 8],
			response_mask: [1, 0, 1, 1],
			offsets: [
				[1, 2, 3, 4],
				[2, 3, 4, 5],
			],
			...columns(i),
		}))
		.map(r => `${JSON.stringify(r)}\n`)
		.join("");
const RATIOS = [
	[1.25, 5, 1.31, 0.5],
	[0.75, 5, 1.31, 3.5],
] as const;
const verl = rows(i => ({ old_log_probs: OLD, log_probs: logs(RATIOS[i] ?? []) }));

async function opened(text: string, clip?: object, name = "rows.jsonl"): Promise<Session> {
	const recipe = { ...DEFAULT_RECIPE, basis: "recorded" as const, estimator: { id: "grpo", preset: "verl", options: { normalise: false, ...(clip ? { clip } : {}) } } };
	const s = await Session.open(new BytesSource(name, new TextEncoder().encode(text)), { locale: "en", recipe: recipe as never });
	open.push(s);
	await s.done();
	return s;
}

/** Weight of every trained token, first product against factors. */
async function weights(s: Session, row: number): Promise<readonly GradientWeight[]> {
	const view = await s.look(row);
	const out: GradientWeight[] = [];
	for (let token = 0; token < view.tokens.from.length; token++) {
		const { weight, credit } = await s.explain({ row, token, estimator: "grpo" });
		expect(weight === undefined).toBe(view.tokens.lossMask[token] === 0);
		if (!weight) continue;
		const product = weight.factors.reduce((p, f) => p * f.value, 1);
		if (Number.isNaN(product)) expect(weight.value).toBeNaN();
		else expect(weight.value).toBeCloseTo(product, 12);
		if (!Number.isNaN(credit)) expect(weight.factors[0]).toMatchObject({ id: "factor-advantage", value: credit });
		out.push(weight);
	}
	return out;
}
const said = (w: GradientWeight): string => termSentence(w.factors[2] ?? { id: "", data: {} }, l => l, "en");
const shape = (list: readonly GradientWeight[]): unknown => list.map(w => [w.factors[2]?.id, Number((w.value * 6).toFixed(9)) + 0]);

test("any weight is the product of its factors: ratio · c · A, and 0 where a bound is in force", () => {
	const number = (min: number, max: number) => fc.double({ min, max, noNaN: true });
	fc.assert(
		fc.property(number(-4, 4), fc.option(number(0, 9), { nil: null }), number(1e-6, 1), fc.constantFrom("ppo", "dapo", "gspo"), (advantage, ratio, coefficient, preset) => {
			const clip = clipOf({ preset });
			const loss = {
				clip,
				how: "token-mean",
				coefficient,
				from: "estimator",
				advantages: [advantage],
				ratios: ratio === null ? null : Float64Array.of(ratio),
				unknown: ratio === null ? "needs-update" : null,
			} as const;
			const found = weightAt(loss, 0);
			expect(found?.value).toBeCloseTo(found?.factors.reduce((p, f) => p * f.value, 1) ?? Number.NaN, 12);
			expect(found?.value).toBeCloseTo(ratio !== null && boundInForce(advantage, ratio, clip) ? 0 : (ratio ?? 1) * coefficient * advantage, 12);
			expect(boundAt(loss, 0)).toBe(ratio === null ? null : boundInForce(advantage, ratio, clip));
			for (const f of found?.factors ?? []) expect(termSentence(f, l => l, "zh-cn")).not.toBe(f.id);
		}),
	);
});

describe("gradient weights", () => {
	// advantages ±0.5 (not divided), six trained tokens in the step: c = 1/6
	test("PPO's range where the recipe says nothing: clipped tokens have none, others ratio · c · A", async () => {
		const s = await opened(verl);
		expect(shape(await weights(s, 0))).toEqual([
			["ratio-high", 0],
			["ratio-high", 0],
			["ratio-token", 0.25],
		]);
		expect(shape(await weights(s, 1))).toEqual([
			["ratio-low", 0],
			["ratio-token", -0.655],
			["ratio-dual", 0],
		]);
	});

	test("clip-higher lets 1.25 through and stops 1.31, in words", async () => {
		const s = await opened(verl, { preset: "dapo", dual: null });
		const [first, second] = await weights(s, 0);
		if (!first || !second) throw new Error("weights");
		expect(shape([first, second])).toEqual([
			["ratio-token", 0.625],
			["ratio-high", 0],
		]);
		expect(said(second)).toBe("Ratio 1.31, clipped at 1.28: no gradient");
		expect(shape(await weights(s, 1))).toEqual([
			["ratio-low", 0],
			["ratio-token", -0.655],
			["ratio-token", -1.75],
		]);
	});

	test("GSPO: one ratio for all trained tokens, the masked one left out", async () => {
		const s = await opened(
			rows(() => ({ old_log_probs: OLD, log_probs: logs([1.0002, 9, 1.0004, 1.0003]) })),
			{ preset: "gspo" },
		);
		for (const w of await weights(s, 0)) expect(w.factors[2]).toMatchObject({ id: "ratio-sequence", value: expect.closeTo(1.0003, 7) });
		const t = await opened(
			rows(() => ({ old_log_probs: OLD, log_probs: logs([1.0002, 1, 1.0012, 1.0004]) })),
			{ preset: "gspo" },
		);
		const [w] = await weights(t, 0);
		expect(w && said(w)).toBe("Ratio 1.0006, clipped at 1.0004: no gradient");
	});

	test.each([
		["no column of the update", rows(() => ({ old_log_probs: OLD }))],
		["engine and trainer, both before the update", rows(() => ({ rollout_log_probs: OLD, old_log_probs: logs([2, 2, 2, 2]) }))],
		["text alone", rows(() => ({ token_ids: undefined, response_mask: undefined, offsets: undefined }))],
	])("%s: shown at ratio 1, and said", async (_, text) => {
		const list = await weights(await opened(text, { preset: "dapo" }), 0);
		expect(list.length).toBeGreaterThan(0);
		for (const w of list) {
			expect(w.factors[2]).toEqual({ id: "needs-update", value: 1, data: {} });
			expect(said(w)).toBe("Needs the policy's log-probabilities at the update; shown at ratio 1, where nothing is clipped");
		}
	});

	test("tokens without places in the text, and a token whose log-probability is missing, have no ratio made up", async () => {
		const unplaced = await weights(await opened(rows(() => ({ offsets: undefined, old_log_probs: OLD, log_probs: logs([2, 2, 2, 2]) }))), 0);
		expect(unplaced[0]?.factors[2]).toMatchObject({ id: "needs-seats", value: 1 });
		const list = await weights(await opened(rows(() => ({ old_log_probs: OLD, log_probs: [null, -1, -1, -1] }))), 0);
		expect(list.map(w => [w.factors[2]?.id, w.value])).toEqual([
			["ratio-missing", Number.NaN],
			["ratio-token", expect.closeTo(0.5 / 6, 12)],
			["ratio-token", expect.closeTo(0.5 / 6, 12)],
		]);
	});

	test("prime-rl's export has no reward: the advantages are the file's own", async () => {
		const record = {
			schema_version: 1,
			step: 3,
			rank: 0,
			token_ids: [1, 2, 3, 4],
			loss_mask: [false, true, true, true],
			advantages: [0, 0.5, 0.5, -2],
			inference_logprobs: [0, -1, -1, -1],
			trainer_logprobs: [null, ...logs([1.1, 1.3, 1.3])],
		};
		const s = await opened(`${JSON.stringify(record)}\n`, undefined, "rank_0.jsonl");
		const list = await weights(s, 0);
		expect(list.map(w => w.factors.map(f => f.id))).toEqual(["ratio-token", "ratio-high", "ratio-token"].map(id => ["factor-recorded", "factor-coefficient", id]));
		expect(list.map(w => w.value)).toEqual([expect.closeTo(0.55 / 3, 12), 0, expect.closeTo(-2.6 / 3, 12)]);
	});
});
