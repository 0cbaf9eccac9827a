import { Buffer } from "node:buffer";
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { auditTokens, type TokenAudit, tokenSentences } from "../../src/session/auditTokens";
import { auditFile } from "../../src/session/auditView";
import { exportRows } from "../../src/session/exportRows";
import { Session } from "../../src/session/session";
import { BytesSource } from "../../src/session/source";
import { batch, floats, masks, run } from "../core/estimators/run";

const open: Session[] = [];
afterEach(async () => {
	for (const s of open.splice(0)) await s.close();
});
async function session(rows: readonly object[]): Promise<Session> {
	const s = await Session.open(new BytesSource("train_data_step1.jsonl", Buffer.from(rows.map(r => `${JSON.stringify(r)}\n`).join(""))), { locale: "en" });
	open.push(s);
	await s.done();
	return s;
}
async function audited(rows: readonly object[], limit?: number): Promise<TokenAudit & { readonly said: string }> {
	const s = await session(rows);
	const found = await auditTokens(s, auditFile(s), limit);
	if (!found) throw new Error("no columns");
	return { ...found, said: tokenSentences(s, found).join("\n") };
}

const REWARDS = [1, 0, 0.5, 0.25];
const MASK = [1, 0, 1, 1];
const trainer = [...(run("grpo", "trl_group", batch(REWARDS)).advantages ?? [])];
/** As NeMo-RL writes them: a prompt token, the response, padding; every token filled. `plant` changes columns of a rollout's response. */
const nemo = (plant: (row: number, column: number[]) => void = () => {}) =>
	REWARDS.map((reward, row) => {
		const column = MASK.map(() => trainer[row] as number);
		plant(row, column);
		return {
			content: [["When is high tide?", `At 14:2${row}.`]],
			rewards: [reward],
			input_lengths: [5],
			token_ids: [[9, 1, 2, 3, 4, 0]],
			token_loss_mask: [[0, ...MASK, 0]],
			advantages: [[trainer[row], ...column, trainer[row]]],
			idx: row,
		};
	});

describe("recorded advantages per token", () => {
	test("a sound file: every token of every rollout is the variant's; tokens that the trainer fills by design are no fault", async () => {
		const found = await audited(nemo());
		expect(found.best).toMatchObject({ estimator: "grpo", preset: "trl_group", compared: 12, matching: 12, rollouts: 4, whole: 4, maxAbsDiff: 0 });
		expect([found.mismatches, found.masked, found.all]).toEqual([[], [], true]);
		expect(found.said).toBe("Token by token: all 12 advantages in 4 rollouts are those of grpo · trl_group; the largest difference is 0.");
	});

	test("a planted token: the rollout, the first token that differs, how many do, and by how much", async () => {
		const found = await audited(
			nemo((row, column) => {
				if (row === 2) [column[2], column[3]] = [5, -1];
			}),
		);
		const [, , third = 0] = trainer;
		expect(found.best).toMatchObject({ estimator: "grpo", preset: "trl_group", compared: 12, matching: 10, whole: 3 });
		expect(found.best?.maxAbsDiff).toBeCloseTo(5 - third, 12);
		expect(found.mismatches).toEqual([{ row: 2, token: 2, recorded: 5, recomputed: third, differing: 2, maxAbsDiff: found.best?.maxAbsDiff }]);
		expect(found.said).toContain("The first is row 2 from token 2 of its response on: 5 recorded");
	});

	test("a mask that does not fit its tokens: the rollout is not compared, and it is said; what a trainer put on masked tokens is no difference", async () => {
		const rows = nemo().map((r, i) => (i === 1 ? { ...r, token_loss_mask: [[0, ...MASK]], advantages: [[0, trainer[i], 0, trainer[i], trainer[i], 0]] } : r));
		const found = await audited(rows);
		expect(found.best).toMatchObject({ estimator: "grpo", preset: "trl_group", rollouts: 3, compared: 9, matching: 9 });
		expect([found.unfit, found.mismatches, found.masked]).toEqual([[1], [], []]);
		expect(found.said).toContain("In 1 rollouts the loss mask does not fit the tokens, first in row 1");
		const exported: (readonly [number, string | null])[] = [];
		for await (const row of exportRows(await session(rows), "token-mean")) exported.push([row.row, row.credit.unknown]);
		expect(exported).toEqual([
			[0, null],
			[1, "needs-mask"],
			[2, null],
			[3, null],
		]);
	});

	test("planted masked tokens: another number than the trainer's fill, and any number where the trainer leaves 0", async () => {
		const filled = await audited(
			nemo((row, column) => {
				if (row === 1) column[1] = 0.125;
			}),
		);
		expect([filled.masked, filled.mismatches]).toEqual([[{ row: 1, count: 1, first: 1, value: 0.125 }], []]);
		expect(filled.said).toContain("first in row 1: 1 tokens from token 1 on (0.125)");
		const prime = (masked: number) => ({
			schema_version: 1,
			step: 1,
			token_ids: [1, 2, 3],
			loss_mask: [true, false, true],
			advantages: [0.5, masked, 0.5],
			inference_logprobs: [0, 0, 0],
		});
		expect((await audited([prime(0), prime(0.5)])).masked).toEqual([{ row: 1, count: 1, first: 1, value: 0.5 }]);
		const s = await session([prime(0), prime(0.5)]);
		expect((await s.look(1)).findings.map(f => f.code)).toContain("M01");
		expect((await s.look(0)).findings.map(f => f.code)).not.toContain("M01");
	});

	test("advantages that differ from segment to segment are known as the locked estimator's", async () => {
		const SAMPLE = resolve(import.meta.dirname, "../../media/sample/tool-agent-step-40.jsonl");
		const records = readFileSync(SAMPLE, "utf8")
			.trimEnd()
			.split("\n")
			.slice(0, 16)
			.map(l => JSON.parse(l) as object);
		const s = await Session.open(new BytesSource("40.jsonl", Buffer.from(records.map(r => `${JSON.stringify(r)}\n`).join(""))), { locale: "en" });
		open.push(s);
		await s.done();
		s.change({ estimator: "slca" });
		const rows: object[] = [];
		for await (const { row, credit } of exportRows(s, "token-mean"))
			rows.push({
				...records[row],
				response_mask: [...credit.lossMask],
				offsets: [[...(credit.from ?? [])], [...(credit.to ?? [])]],
				advantages: [...credit.advantages].map(a => (Number.isNaN(a) ? 0 : a)),
			});
		const found = await audited(rows);
		expect(found.best).toMatchObject({ estimator: "slca", preset: "slca", rollouts: 16, maxAbsDiff: 0 });
		expect(found.best?.matching).toBe(found.best?.compared ?? 0);
		expect(found.candidates.find(c => c.estimator === "grpo")?.whole).toBeLessThan(16);
	});

	test("PPO's own: the preset whose treatment of masked tokens it was", async () => {
		const values = [
			[0.5, 0.4, 0.3, 0.2],
			[0.1, 0.3, 0.2, 0.6],
			[0.9, 0.1, 0.5, 0.5],
			[0.2, 0.2, 0.1, 0],
		];
		const rewards = REWARDS.map(r => [0, 0.25, 0, r]);
		const tokens = { mask: masks(values.map(() => MASK)), values: floats(values), rewards: floats(rewards) };
		for (const preset of ["verl", "openrlhf", "trl"]) {
			const own = run("gae", preset, batch(REWARDS, undefined, { tokens })).tokens ?? [];
			const found = await audited(
				REWARDS.map((reward, i) => ({
					prompt: "When?",
					response: `At ${i}.`,
					reward,
					response_mask: MASK,
					values: values[i],
					token_level_rewards: rewards[i],
					advantages: [...(own[i] ?? [])].map(a => (Number.isNaN(a) ? 0 : Math.fround(a))),
				})),
			);
			expect(found.best).toMatchObject({ estimator: "gae", preset, rollouts: 4, whole: 4, compared: 12, matching: 12 });
		}
	});

	test("a card reads some rollouts only, and says so; a file without columns per token has nothing to hold", async () => {
		const found = await audited(nemo(), 3);
		expect([found.rollouts, found.all]).toEqual([3, false]);
		expect(found.said).toContain("Only the first 3 of 4 rollouts");
		const s = await session([{ prompt: "p", response: "a", reward: 1, advantage: 1 }]);
		expect(await auditTokens(s, auditFile(s))).toBeNull();
	});
});
