import { Buffer } from "node:buffer";
import { afterEach, describe, expect, test } from "vitest";
import { DEFAULT_RECIPE } from "../../src/core/model/recipe";
import { creditAnswers } from "../../src/session/creditAnswers";
import { exportRows } from "../../src/session/exportRows";
import { Session } from "../../src/session/session";
import { BytesSource } from "../../src/session/source";
import { ESTIMATOR_UNKNOWN } from "../../src/words/estimators";
import { batch, floats, masks, run } from "../core/estimators/run";

const open: Session[] = [];
afterEach(async () => {
	for (const s of open.splice(0)) await s.close();
});
async function session(rows: readonly object[], recipe: object = {}): Promise<Session> {
	const text = rows.map(r => `${JSON.stringify(r)}\n`).join("");
	const s = await Session.open(new BytesSource("board.jsonl", Buffer.from(text)), {
		locale: "en",
		recipe: { ...DEFAULT_RECIPE, ...recipe, estimator: { id: "gae", preset: "verl", options: {}, ...(recipe as { estimator?: object }).estimator } },
	});
	open.push(s);
	await s.done();
	return s;
}

const PIECES = ["<tool_call>", '{"name":', ' "tide"}', "</tool_call>", "<tool_response>", "14:20", "</tool_response>", "At", " 14:20."];
const MASK = [1, 1, 1, 1, 0, 0, 0, 1, 1];
interface Planned {
	readonly step: number;
	readonly reward: number;
	readonly values: readonly number[];
	readonly rewards: readonly number[];
}
const ramp = (from: number, by: number): number[] => PIECES.map((_, t) => from + by * t);
const PLAN: readonly Planned[] = [
	{ step: 1, reward: 1, values: ramp(0.5, 0.05), rewards: [0, -0.01, 0, 0, 0.3, 0, 0, 0, 1] },
	{ step: 1, reward: 0, values: ramp(0.4, -0.05), rewards: [0, 0, -0.02, 0, 0, 0, 0, 0, 0] },
	{ step: 2, reward: 0.5, values: ramp(0.1, 0.1), rewards: ramp(0, 0.01) },
	{ step: 2, reward: 0.25, values: ramp(0.9, -0.1), rewards: ramp(0.05, -0.01) },
];
/** As ROLL's board writes it: token strings, columns over the whole sequence with the prompt's tokens before. */
const board = ({ step, reward, values, rewards }: Planned) => ({
	step,
	reward,
	prompt: "<|im_start|>user\nWhen is high tide?<|im_end|>\n<|im_start|>assistant\n",
	response: PIECES.join(""),
	response_tokens: [...PIECES.map(p => p.replace(" ", "Ġ")), "<|endoftext|>"],
	new_response_mask: MASK,
	logprobs: MASK.map(() => -0.1),
	token_rewards: [0, 0, ...rewards],
	values: [9, 9, ...values],
});
const PRESETS = ["verl", "openrlhf", "trl"] as const;

/** What the estimator makes of the same columns as one batch per step. */
function wanted(preset: string, plan: readonly Planned[] = PLAN, own = true): number[][] {
	const steps = [...new Set(plan.map(p => p.step))];
	return steps.flatMap(step => {
		const some = plan.filter(p => p.step === step);
		const tokens = { mask: masks(some.map(() => MASK)), values: floats(some.map(p => p.values)), ...(own ? { rewards: floats(some.map(p => p.rewards)) } : {}) };
		return (
			run(
				"gae",
				preset,
				batch(
					some.map(p => p.reward),
					undefined,
					{ tokens },
				),
			).tokens ?? []
		).map(t => [...t]);
	});
}
async function exported(s: Session): Promise<number[][]> {
	const out: number[][] = [];
	for await (const row of exportRows(s, "token-mean")) out.push([...row.credit.advantages]);
	return out;
}
function close(got: readonly (readonly number[])[], want: readonly (readonly number[])[], digits = 12): void {
	expect(got.map(r => r.map(Number.isNaN))).toEqual(want.map(r => r.map(Number.isNaN)));
	for (const [i, r] of got.entries()) for (const [t, v] of r.entries()) if (!Number.isNaN(v)) expect(v).toBeCloseTo(want[i]?.[t] as number, digits);
}

describe("PPO on a file with a critic's values", () => {
	test.each(PRESETS)("%s: exported per token as the estimator computes each step's batch", async preset => {
		close(await exported(await session(PLAN.map(board), { estimator: { preset } })), wanted(preset));
	});

	test("the three treatments of masked tokens differ before the tool result", async () => {
		const first = await Promise.all(PRESETS.map(async preset => (await exported(await session(PLAN.map(board), { estimator: { preset } })))[0]?.[0] as number));
		expect(new Set(first.map(v => v.toFixed(4))).size).toBe(3);
	});

	test("shown on the display tokens, masked ones without; a token's terms add up to what is shown", async () => {
		const s = await session(PLAN.map(board));
		await s.ready();
		const want = wanted("verl");
		for (let row = 0; row < PLAN.length; row++) {
			const view = await s.look(row);
			const shown = view.credit.gae ?? new Float32Array();
			const at = Array.from(view.tokens.from, (from, t) => (from >= view.promptEnd ? t : -1)).filter(t => t >= 0);
			expect(at.map(t => view.text.slice(view.tokens.from[t], view.tokens.to[t]))).toEqual(PIECES);
			close([at.map(t => shown[t] as number)], [want[row] ?? []], 6);
			for (const t of at) {
				const { credit, terms } = await s.explain({ row, token: t, estimator: "gae" });
				const sum = terms.reduce((a, b) => a + b.value, 0);
				expect(Object.is(sum, credit)).toBe(true);
				if (Number.isNaN(shown[t])) expect(credit).toBeNaN();
				else expect(credit).toBeCloseTo(shown[t] as number, 6);
			}
			expect(view.advantages[0]).toMatchObject({ estimator: "gae", preset: "verl", unknown: null, advantage: Number.NaN });
			expect(view.scale.gae).toBeGreaterThan(0);
		}
	});

	test("rewards computed here stand on the last token instead of the trainer's token rewards", async () => {
		const s = await session(PLAN.map(board), { basis: "recomputed", reward: { id: "recorded", options: {} } });
		close(await exported(s), wanted("verl", PLAN, false));
	});

	test("a rollout without values has none; the others are whitened without it", async () => {
		const rows = PLAN.map(board);
		const { values: _, ...without } = rows[1] as (typeof rows)[number];
		const s = await session([rows[0] as object, without, rows[2] as object, rows[3] as object]);
		const rest = PLAN.filter((_, i) => i !== 1);
		const [a, b, c] = wanted("verl", rest);
		close(await exported(s), [a ?? [], PIECES.map(() => Number.NaN), b ?? [], c ?? []]);
		expect((await s.look(1)).advantages[0]?.unknown).toEqual({ code: "needs-values", sentence: ESTIMATOR_UNKNOWN["needs-values"].en });
	});

	test("beside other estimators: the mean of each segment's tokens, and which segment it reaches", async () => {
		const s = await session(PLAN.map(board));
		const found = await creditAnswers.compare(s, { row: 0, estimators: ["grpo", "gae"] });
		const own = wanted("verl")[0] ?? [];
		const mean = (v: readonly number[]): number => v.reduce((a, b) => a + b, 0) / v.length;
		const member = found?.members.find(m => m.row === 0);
		expect(member?.lanes.tool[1]).toBeCloseTo(mean(own.slice(0, 4)), 6);
		expect(member?.lanes.summary[1]).toBeCloseTo(mean(own.slice(7)), 6);
		expect(member?.changes[0]?.reason).toContain("mean");
		const reach = found?.reach.find(r => r.id === "gae");
		expect([reach?.unknown, reach?.advantage]).toEqual([null, { tool: member?.lanes.tool[1], summary: member?.lanes.summary[1] }]);
	});

	test("values that are the rewards again are no values", async () => {
		const s = await session(PLAN.map(p => ({ ...board(p), values: board(p).token_rewards })));
		await s.ready();
		expect((await s.look(0)).advantages[0]?.unknown).toEqual({ code: "needs-values", sentence: ESTIMATOR_UNKNOWN["needs-values"].en });
		expect(s.file().has.values).toBe(false);
	});

	test("while the file is read it says that values are being read, and tells when they were", async () => {
		let told = 0;
		const text = PLAN.map(p => `${JSON.stringify(board(p))}\n`).join("");
		const s = await Session.open(new BytesSource("board.jsonl", Buffer.from(text)), { locale: "en", onChange: () => told++ });
		open.push(s);
		await s.done();
		expect(s.estimate("gae").estimate.unknown).toBe("reading-values");
		const before = told;
		await s.ready(["gae"]);
		expect([told > before, s.estimate("gae").estimate.unknown]).toEqual([true, undefined]);
	});
});
