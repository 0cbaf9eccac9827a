import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { Socket } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, expect, test, vi } from "vitest";
import { DEFAULT_RECIPE } from "../../../src/core/model/recipe";
import { AskError } from "../../../src/protocol/channel";
import type { JudgeAsk } from "../../../src/protocol/judging";
import { GradeStore, readGradeLines } from "../../../src/session/judges/grades";
import { type JudgeHost, Judging } from "../../../src/session/judges/judging";
import { Session } from "../../../src/session/session";
import { BytesSource } from "../../../src/session/source";
import { answer, loopback, says } from "./server";

const SAMPLE = readFileSync(resolve(import.meta.dirname, "../../../media/sample/tool-agent-step-40.jsonl"), "utf8")
	.split("\n")
	.slice(0, 12)
	// the first record keeps its own grade
	.map((line, i) => (i ? JSON.stringify({ ...JSON.parse(line), judge: undefined }) : line))
	.join("\n");
const RECIPE = { ...DEFAULT_RECIPE, reward: { id: "hierr", options: {} }, basis: "recomputed" as const };
const cleanUp: (() => void)[] = [];
afterEach(() => {
	vi.restoreAllMocks();
	for (const f of cleanUp.splice(0)) f();
});

function folder(): string {
	const path = mkdtempSync(join(tmpdir(), "reward-inspector-judging-"));
	cleanUp.push(() => rmSync(path, { recursive: true, force: true }));
	return path;
}

async function open(cacheDir: string, host: Partial<JudgeHost> = {}) {
	const store = new GradeStore(cacheDir, "s.jsonl");
	const session = await Session.open(new BytesSource("s.jsonl", new TextEncoder().encode(SAMPLE)), { locale: "en", recipe: RECIPE, grades: await store.load() });
	await session.done();
	cleanUp.push(() => void session.close());
	const sent: { readonly to: string; readonly bytes: number }[] = [];
	const model = () => Promise.reject(new AskError("gone", "gone"));
	const judging = new Judging(session, store, cacheDir, { model, sent: s => sent.push(s), judged: () => {}, ...host });
	return { session, judging, sent };
}
const summaries = (s: Session): number[] => Array.from({ length: s.rows }, (_, row) => s.state.ledger.layers.find(l => l.id === "summary")?.score.get(row) ?? Number.NaN);
const LIMITS = { budget: 100, tokens: 1e6, timeout: 5, retries: 0, concurrency: 3 };
const endpoint = (url: string, more: Partial<JudgeAsk> = {}): JudgeAsk => ({ judge: { id: "endpoint", url, model: "m", key: "secret-key" }, ...LIMITS, ...more });
const editor: JudgeAsk = { judge: { id: "editor", model: "v/f/1", to: "v/f", name: "F" }, ...LIMITS };

test("grades of an endpoint count at once, and offline when the file is opened again", async () => {
	const cache = folder();
	const server = await loopback((r, n) => says(r, `{"grade": ${(n % 5) + 1}, "reason": "ok"}`));
	const first = await open(cache);
	const before = summaries(first.session);
	const report = await first.judging.judge(endpoint(server.url));
	await first.session.done();
	expect(report.graded).toBe(server.seen.length);
	expect(first.sent.map(s => s.to)).toEqual(server.seen.map(() => `${server.url}/chat/completions`));
	const graded = summaries(first.session);
	expect(graded.filter(v => !Number.isNaN(v)).length).toBeGreaterThan(before.filter(v => !Number.isNaN(v)).length);

	const connect = vi.spyOn(Socket.prototype, "connect");
	const again = await open(cache);
	expect(summaries(again.session)).toEqual(graded);
	const view = await again.session.lab.answers.labEvidence({ row: 1 });
	expect(view?.given).toMatchObject({ by: `m (${server.url}/chat/completions)`, sentence: "ok" });
	// who asks the same judge again is answered from what is known
	expect(await again.judging.judge(endpoint(server.url))).toMatchObject({ graded: report.graded, cached: report.graded, requests: 0 });
	expect(connect).not.toHaveBeenCalled();
	for (const file of [join(cache, "grades.jsonl"), ...readdirSync(join(cache, "grades")).map(f => join(cache, "grades", f))])
		expect(readFileSync(file, "utf8")).not.toMatch(/Oslo|Bergen|secret-key/);

	expect(readGradeLines(again.judging.lines()).size).toBe(again.session.grades.size);
	expect(await again.judging.forget()).toBeGreaterThan(0);
	await again.session.done();
	expect(summaries(again.session)).toEqual(before);
	expect(summaries((await open(cache)).session)).toEqual(before);
});

test("what the endpoint does not answer stays unknown, with its reason and count; what it did answer is kept", async () => {
	const server = await loopback((r, n) => (n < 2 ? says(r, '{"grade": 4}') : answer(r, "no", 403)));
	const { judging, session } = await open(folder());
	const report = await judging.judge(endpoint(server.url));
	expect(report.graded).toBeGreaterThanOrEqual(2);
	expect(report.unknown.find(u => u.code === "refused")).toMatchObject({ sentence: "The endpoint refused: 403 no" });
	expect(report.graded + report.recorded + report.unknown.reduce((n, u) => n + u.count, 0)).toBe(12);
	expect(session.grades.size).toBeGreaterThanOrEqual(1);
});

test("the budget ends a run, and the next one goes on with the rest", async () => {
	const cache = folder();
	const server = await loopback(r => says(r, '{"grade": 4}'));
	const { judging } = await open(cache);
	const first = await judging.judge(endpoint(server.url, { budget: 3, concurrency: 1 }));
	expect([first.requests, first.unknown.some(u => u.code === "budget")]).toEqual([3, true]);
	const rest = await judging.judge(endpoint(server.url));
	expect(rest.unknown.some(u => u.code === "budget")).toBe(false);
	expect(rest.requests).toBe(rest.graded - rest.cached);
});

test("a run is stopped while the endpoint stalls: every row is accounted for", async () => {
	const server = await loopback((r, n) => {
		if (n === 0) says(r, '{"grade": 4}');
	});
	const { judging } = await open(folder());
	const run = judging.judge(endpoint(server.url, { timeout: 60, concurrency: 1 }));
	while (server.seen.length < 2) await sleep(5);
	judging.stop();
	const report = await run;
	expect(report).toMatchObject({ stopped: true, graded: 1 });
	expect(report.graded + report.recorded + report.unknown.reduce((n, u) => n + u.count, 0)).toBe(12);
});

test("a model of the editor is asked through the host, and its refusals have their names", async () => {
	const asked: { readonly id: string; readonly user: string }[] = [];
	const good = await open(folder(), {
		model: async ask => {
			asked.push(ask);
			return { text: '{"grade": 5, "reason": "fine"}', tokens: 10 };
		},
	});
	const report = await good.judging.judge(editor);
	expect(report).toMatchObject({ requests: asked.length, tokens: asked.length * 10 });
	expect(asked[0]).toMatchObject({ id: "v/f/1", user: expect.stringContaining("<question>") });
	expect(good.sent.map(s => s.to)).toEqual(asked.map(() => "v/f"));

	for (const [kind, tries] of [
		["no-consent", 1],
		["blocked", 1],
		["unreachable", 2],
	] as const) {
		let calls = 0;
		const bad = await open(folder(), {
			model: () => {
				calls++;
				return Promise.reject(new AskError(kind, "why"));
			},
		});
		const { unknown } = await bad.judging.judge({ ...editor, retries: 1, concurrency: 1, budget: tries });
		expect(unknown.map(u => u.code)).toContain(kind);
		expect(calls).toBe(tries);
	}
});

test("a host that never answers does not hold the run up for ever", async () => {
	const { judging } = await open(folder(), { model: () => new Promise(() => {}) });
	const { unknown } = await judging.judge({ ...editor, timeout: 0.01, budget: 1, concurrency: 1 });
	expect(unknown.map(u => u.code)).toContain("timeout");
});

test("without a model nothing leaves the machine", async () => {
	const connect = vi.spyOn(Socket.prototype, "connect");
	const { judging, sent } = await open(folder());
	const report = await judging.judge({ judge: { id: "evidence" }, ...LIMITS });
	expect(report.graded).toBeGreaterThan(0);
	expect([sent, connect.mock.calls, report.requests]).toEqual([[], [], 0]);
});
