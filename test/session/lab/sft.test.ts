import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, test } from "vitest";
import type { JsonObject } from "../../../src/core/base/units";
import { judgedRows } from "../../../src/session/findings";
import { Lab } from "../../../src/session/lab/lab";
import { messagesOf, SFT_SHAPES, type SftShape, sftRows, sftText } from "../../../src/session/lab/sft";
import { readRecipe } from "../../../src/session/recipeFile";
import { Session } from "../../../src/session/session";
import { BytesSource } from "../../../src/session/source";
import { hermesCall, rolloutOf } from "../../support/rollout";

const media = resolve(import.meta.dirname, "../../../media/sample");
const { recipe } = readRecipe(readFileSync(resolve(media, "tool-agent-step-40.reward.json"), "utf8"));

async function open(name: string, bytes: Uint8Array): Promise<Session> {
	const session = await Session.open(new BytesSource(name, bytes), { locale: "en", recipe });
	await session.done();
	return session;
}
const sample = () => open("sample.jsonl", readFileSync(resolve(media, "tool-agent-step-40.jsonl")));

async function gathered<T>(items: AsyncIterable<T>): Promise<T[]> {
	const out: T[] = [];
	for await (const item of items) out.push(item);
	return out;
}

async function exported(shape: SftShape) {
	const session = await sample();
	const lab = new Lab(session);
	const ask = { phase: 1, reading: "cumulative", tau: 0.8, weights: {} } as const;
	const rows = await gathered(sftRows(session, await lab.surveyed(), ask, shape));
	return { session, rows, view: await lab.answers.labCurriculum(ask) };
}

describe.each(SFT_SHAPES)("%s", shape => {
	test("read back: the same texts, calls, weights and rewards", async () => {
		const { session, rows, view } = await exported(shape);
		const kept = rows.flatMap(r => (r.line ? [r.line as JsonObject & { loss_weight: number; source: { row: number }; reward: number }] : []));
		expect(kept.length).toBe(view?.kept);
		expect(rows.length).toBe(session.rows);
		expect(rows.every(r => r.sample.sentence !== "")).toBe(true);
		expect(kept.reduce((s, r) => s + r.loss_weight, 0)).toBeCloseTo(view?.weight_sum ?? Number.NaN, 9);

		const again = await open("sft.jsonl", new TextEncoder().encode(kept.map(r => `${JSON.stringify(r)}\n`).join("")));
		expect(again.rows).toBe(kept.length);
		const before = (await gathered(judgedRows(session.source, session.state))).map(d => d.judged);
		for await (const { row, judged } of judgedRows(again.source, again.state)) {
			const line = kept[row] as (typeof kept)[number];
			const then = before[line.source.row];
			expect(judged.rollout.calls.map(c => [c.name, c.arguments])).toEqual(then?.rollout.calls.map(c => [c.name, c.arguments]));
			expect(judged.rollout.tools?.map(t => t.name)).toEqual(then?.rollout.tools?.map(t => t.name));
			expect(
				messagesOf(judged.rollout)
					.map(m => m.text.trim())
					.join("\n"),
			).toBe(
				then &&
					messagesOf(then.rollout)
						.map(m => m.text.trim())
						.join("\n"),
			);
			if (shape !== "llama-factory") expect(again.state.ledger.recorded.get(row)).toBe(line.reward);
		}
		await session.close();
		await again.close();
	});
});

test("more text than a message should hold is not sent; what is kept is counted all the same", async () => {
	const { rows, session, view } = await exported("messages");
	async function* again() {
		yield* rows;
	}
	const whole = await sftText(again());
	expect(whole.kept).toBe(view?.kept);
	expect(whole.text?.trim().split("\n").length).toBe(view?.kept);
	expect(await sftText(again(), 1000)).toEqual({ text: null, kept: view?.kept });
	await session.close();
});

test("LLaMA-Factory's sides take turns", async () => {
	const { rows, session } = await exported("llama-factory");
	for (const { line } of rows) {
		const sides = (line?.conversations ?? []) as { from: string }[];
		expect(sides.map(s => s.from === "gpt")).toEqual(sides.map((_, i) => i % 2 === 1));
	}
	await session.close();
});

test("a result inside the policy's own text is nobody's target", () => {
	const rollout = rolloutOf({ prompt: "Q", text: `Let me look.${hermesCall("a", {})}\n<tool_response>\nseen\n</tool_response>\nIt is so.` });
	expect(messagesOf(rollout).map(m => [m.role, m.trained])).toEqual([
		["user", false],
		["assistant", true],
		["tool", false],
		["assistant", true],
	]);
});
