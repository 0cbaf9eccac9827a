import { Buffer } from "node:buffer";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { mappedRecipe } from "../../src/session/recipeFile";
import { Session } from "../../src/session/session";
import { shapeOf } from "../../src/session/shape";
import { BytesSource } from "../../src/session/source";

const ROW = { meta: { who: "a", grade: { total: 0.5 } }, said: { last: `14:20 ${"x".repeat(200)}` }, ask: "High tide?", kind: 7, list: [1, 2, 3, 4, 5] };
const source = (content: string | Buffer, name = "rows.jsonl"): BytesSource => new BytesSource(name, Buffer.from(content));

test("the keys of the first record, those inside keys by dotted paths, each with a short example", async () => {
	const { keys, guess } = await shapeOf(source(`${JSON.stringify(ROW)}\n`));
	expect(keys.map(k => k.path)).toEqual(["meta.who", "meta.grade.total", "said.last", "ask", "kind", "list"]);
	expect(keys.find(k => k.path === "said.last")?.example).toMatch(/^14:20 x{114}…$/);
	expect(keys.find(k => k.path === "list")?.example).toBe("[1, 2, 3, 4, …]");
	expect(guess).toEqual({});
});

test("keys with a usual name are guessed; packed files and lists are read too", async () => {
	const row = { question: "High tide?", output: "14:20", score: 1, task_id: 3 };
	for (const s of [source(gzipSync(`${JSON.stringify(row)}\n`), "a.gz"), source(JSON.stringify([row], null, 1), "a.json")])
		expect((await shapeOf(s)).guess).toEqual({ prompt: "question", response: "output", reward: "score", group: "task_id" });
});

test("a file without a record has no keys; an empty one is refused as such", async () => {
	expect((await shapeOf(source("hello\n"))).keys).toEqual([]);
	await expect(shapeOf(source(""))).rejects.toMatchObject({ kind: "empty" });
});

test("named keys read a file that no rule knows", async () => {
	const text = `${JSON.stringify(ROW)}\n`;
	await expect(Session.open(source(text), { locale: "en" })).rejects.toMatchObject({ kind: "not-rollouts" });
	const recipe = mappedRecipe(null, { prompt: "ask", response: "said.last", reward: "meta.grade.total", group: "kind" });
	const s = await Session.open(source(text), { locale: "en", recipe });
	await s.done();
	const { rollout } = (await s.detail(0)).judged;
	expect([rollout.recorded.reward, rollout.group, rollout.text.includes("High tide?"), rollout.text.includes("14:20")]).toEqual([0.5, "7", true, true]);
	await s.close();
});
