import { appendFileSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { Socket } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterEach, expect, test, vi } from "vitest";
import { DEFAULT_RECIPE, type JudgeChoice } from "../../../src/core/model/recipe";
import { GradeCache } from "../../../src/session/judges/cache";
import { judgeOf } from "../../../src/session/judges/choose";
import type { Judge } from "../../../src/session/judges/contract";
import { type Graded, gradeRows } from "../../../src/session/judges/run";
import { Session } from "../../../src/session/session";
import { BytesSource } from "../../../src/session/source";
import { answer, closedPort, loopback, says } from "./server";

const SAMPLE = readFileSync(resolve(import.meta.dirname, "../../../media/sample/tool-agent-step-40.jsonl"), "utf8")
	.split("\n")
	.slice(0, 12)
	.join("\n");
const allowed = (rest = {}) => ({ trusted: true, secret: () => "k", sent: () => {}, ...rest });
const cleanUp: (() => void)[] = [];
afterEach(() => {
	vi.restoreAllMocks();
	for (const f of cleanUp.splice(0)) f();
});

async function open(judge: JudgeChoice, reward = "layered"): Promise<Session> {
	const recipe = { ...DEFAULT_RECIPE, judge, reward: { id: reward, options: {} }, basis: "recomputed" as const };
	const session = await Session.open(new BytesSource("s.jsonl", new TextEncoder().encode(SAMPLE)), { locale: "en", recipe });
	await session.done();
	cleanUp.push(() => void session.close());
	return session;
}

async function run(session: Session, judge: Judge, cache: GradeCache, signal = new AbortController().signal): Promise<Graded[]> {
	const out: Graded[] = [];
	for await (const g of gradeRows(session, judge, { cache, signal, concurrency: 3 })) out.push(g);
	return out;
}

const asJudge = (made: ReturnType<typeof judgeOf>): Judge => {
	if ("refused" in made) throw new Error(made.refused);
	return made;
};

test("no socket is opened when nobody asks for grades", async () => {
	const connect = vi.spyOn(Socket.prototype, "connect");
	const choice: JudgeChoice = { id: "endpoint", url: `http://127.0.0.1:${await closedPort()}/v1`, model: "m", keyVariable: "K" };
	const session = await open(choice, "hierr");
	await session.look(0);
	await session.copy({ row: 0, as: "json" });
	const judge = asJudge(judgeOf(choice, allowed()));
	const evidence = asJudge(judgeOf({ id: "evidence" }, allowed()));
	expect((await run(session, evidence, await GradeCache.open(null))).length).toBe(12);
	expect(connect).not.toHaveBeenCalled();
	// the spy sees what it should see
	await judge.grade({ summary: "x", observations: [], question: null }, AbortSignal.timeout(500));
	expect(connect).toHaveBeenCalled();
});

test.each([
	[{ id: "recorded" }, {}, "not-asked"],
	[{ id: "endpoint", url: "https://x.example/v1", model: "m" }, { trusted: false }, "untrusted"],
	[{ id: "endpoint", model: "m" }, {}, "no-url"],
	[{ id: "endpoint", url: "http://x.example/v1", model: "m" }, {}, "no-url"],
	[{ id: "endpoint", url: "https://x.example/v1", model: "m", keyVariable: "K" }, { secret: () => undefined }, "no-key"],
] as const)("%j under %j: %s", (choice, rest, refused) => expect(judgeOf(choice, allowed(rest))).toEqual({ refused }));

test("a run that broke off goes on: what is known is not asked again, no row is lost", async () => {
	const folder = mkdtempSync(join(tmpdir(), "reward-inspector-judge-"));
	cleanUp.push(() => rmSync(folder, { recursive: true }));
	const path = join(folder, "deep", "grades.jsonl");
	const server = await loopback((r, n) => (n < 4 ? says(r, '{"grade": 4, "reason": "ok"}') : answer(r, "down", 503)));
	const choice: JudgeChoice = { id: "endpoint", url: server.url, model: "m", retries: 0 };
	const session = await open(choice);
	const first = await run(session, asJudge(judgeOf(choice, allowed())), await GradeCache.open(path));
	const summaries = first.filter(g => g.reason !== "no-summary");
	expect(first.map(g => g.row)).toEqual([...Array(12).keys()]);
	expect(summaries.filter(g => g.grade === 4).length).toBe(4);
	expect(summaries.filter(g => g.reason === "refused").length).toBe(summaries.length - 4);

	appendFileSync(path, '{"key": "torn');
	const again = await loopback(r => says(r, '{"grade": 2}'));
	// the same judge: only its address in this test differs
	const moved = { ...asJudge(judgeOf({ ...choice, url: again.url }, allowed())), settings: asJudge(judgeOf(choice, allowed())).settings };
	const second = await run(session, moved, await GradeCache.open(path));
	expect(again.seen.length).toBe(summaries.length - 4);
	expect(second.filter(g => g.cached).length).toBe(4);
	expect(second.filter(g => g.grade === 2).length).toBe(summaries.length - 4);
	expect(readFileSync(path, "utf8")).not.toMatch(/Oslo|Bergen|secret/);
});

test("a cancelled run answers every row as cancelled", async () => {
	const stop = new AbortController();
	const server = await loopback(() => stop.abort());
	const choice: JudgeChoice = { id: "endpoint", url: server.url, model: "m" };
	const found = await run(await open(choice), asJudge(judgeOf(choice, allowed())), await GradeCache.open(null), stop.signal);
	expect(found.length).toBe(12);
	expect(new Set(found.map(g => g.reason).filter(r => r !== "no-summary"))).toEqual(new Set(["cancelled"]));
});

test("evidence as the recipe's judge grades what the file does not", async () => {
	const plain = await open({ id: "recorded" }, "hierr");
	const judged = await open({ id: "evidence" }, "hierr");
	const summary = (s: Session) => Array.from({ length: s.rows }, (_, row) => s.state.ledger.layers.find(l => l.id === "summary")?.score.get(row) ?? Number.NaN);
	const [before, after] = [summary(plain), summary(judged)];
	expect(after.filter(v => !Number.isNaN(v)).length).toBeGreaterThanOrEqual(before.filter(v => !Number.isNaN(v)).length);
	expect(after.some(v => !Number.isNaN(v))).toBe(true);
});
