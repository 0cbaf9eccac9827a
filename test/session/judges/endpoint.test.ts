import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { endpointJudge } from "../../../src/session/judges/endpoint";
import { readVerdict } from "../../../src/session/judges/prompt";
import { DEFAULT_LIMITS, type Limits } from "../../../src/session/models/contract";
import { chatUrl } from "../../../src/session/models/endpoint";
import { JUDGE_WORDS } from "../../../src/words/lab";
import { answer, type Behaviour, closedPort, loopback, says } from "./server";

const INPUT = { summary: "It is 3 degrees.", observations: ['{"temp": 3}'], question: "How cold is it?" };
const never = new AbortController().signal;

async function ask(behave: Behaviour, rest: Partial<Limits> = {}, signal = never) {
	const server = await loopback(behave);
	const sent: { to: string; bytes: number; attempt: number }[] = [];
	const judge = endpointJudge({ url: server.url, model: "m", key: "secret-key" }, { ...DEFAULT_LIMITS, timeout: 2000, backOff: 1, budget: 10, ...rest }, s => sent.push(s));
	return { judge, server, sent, verdict: await judge.grade(INPUT, signal) };
}

test("asks once, with question, results and reply as data, and reads grade and reason", async () => {
	const { verdict, server, sent } = await ask(r => says(r, '```json\n{"grade": 4, "reason": "Supported."}\n```'));
	expect(verdict).toEqual({ grade: 4, reason: "model", detail: "Supported." });
	expect(server.seen).toEqual([{ path: "/v1/chat/completions", authorization: "Bearer secret-key", body: expect.stringContaining("It is 3 degrees.") }]);
	const body = JSON.parse(server.seen[0]?.body ?? "");
	expect(body).toMatchObject({ model: "m", temperature: 0 });
	const bytes = Buffer.byteLength(body.messages[0].content + body.messages[1].content);
	expect(sent).toEqual([{ to: `${server.url}/chat/completions`, model: "m", bytes, attempt: 0 }]);
});

describe("an endpoint that does not do its work leaves the grade unknown, with the reason", () => {
	const cases: readonly (readonly [string, Behaviour, string, number])[] = [
		["lies: not JSON", r => answer(r, "<html>"), "not-json", 1],
		["lies: another shape", r => answer(r, { ok: true }), "no-grade", 1],
		["lies: a grade there is not", r => says(r, '{"grade": 9}'), "no-grade", 1],
		["lies: half a grade", r => says(r, '{"grade": 3.5}'), "no-grade", 1],
		["lies: prose", r => says(r, "I would say five."), "no-grade", 1],
		["refuses", r => answer(r, { error: "bad key" }, 401), "refused", 1],
		["is broken for good", r => answer(r, "oops", 500), "refused", 3],
		["is limited for good", r => answer(r, {}, 429), "rate-limited", 3],
		["cuts the connection", r => r.socket?.destroy(), "unreachable", 3],
		["cuts it in the middle", r => r.writeHead(200, { "content-length": 1000 }).write("{", () => r.socket?.destroy()), "unreachable", 3],
		["sends without end", r => void r.writeHead(200).end("x".repeat(3 << 20)), "too-large", 1],
		["sends elsewhere", r => void r.writeHead(302, { location: "http://127.0.0.1:9/steal" }).end(), "unreachable", 3],
	];
	test.each(cases)("%s", async (_, behave, reason, requests) => {
		const { verdict, server } = await ask(behave);
		expect(verdict.grade).toBeNaN();
		expect(verdict.reason).toBe(reason);
		expect(JUDGE_WORDS).toHaveProperty(reason);
		expect(server.seen.length).toBe(requests);
	});

	test("stalls: each attempt ends at its time", async () => {
		const { verdict, server } = await ask(() => {}, { timeout: 60, retries: 1 });
		expect(verdict.reason).toBe("timeout");
		expect(server.seen.length).toBe(2);
	});

	test("is down", async () => {
		const judge = endpointJudge({ url: `http://127.0.0.1:${await closedPort()}/v1`, model: "m", key: null }, { ...DEFAULT_LIMITS, timeout: 1000, retries: 0 });
		expect(await judge.grade(INPUT, never)).toMatchObject({ reason: "unreachable", detail: "ECONNREFUSED" });
	});
});

test("waits as it is told and goes on", async () => {
	const began = performance.now();
	const { verdict } = await ask((r, n) => (n ? says(r, '{"grade": 5}') : void r.writeHead(429, { "retry-after": "0.2" }).end()));
	expect(verdict.grade).toBe(5);
	expect(performance.now() - began).toBeGreaterThan(190);
});

test("does not wait for hours", async () => {
	const { verdict, server } = await ask(r => void r.writeHead(429, { "retry-after": "7200" }).end());
	expect([verdict.reason, server.seen.length]).toEqual(["rate-limited", 1]);
});

test("the budget holds over all questions, retries included", async () => {
	const { judge, server } = await ask(r => answer(r, "x", 500), { budget: 4, retries: 2 });
	// the fourth request was refused before the budget was used up; after it nothing is sent
	expect((await judge.grade(INPUT, never)).reason).toBe("refused");
	expect((await judge.grade(INPUT, never)).reason).toBe("budget");
	expect(server.seen.length).toBe(4);
});

test("the budget of tokens counts what the endpoint counted, else what was sent", async () => {
	const counting = await ask(r => answer(r, { choices: [{ message: { content: '{"grade": 3}' } }], usage: { total_tokens: 900 } }), { tokens: 1000 });
	expect(counting.verdict.grade).toBe(3);
	expect((await counting.judge.grade(INPUT, never)).reason).toBe("budget");
	expect(counting.server.seen.length).toBe(1);
	// 615 bytes are about 154 tokens
	const silent = await ask(r => says(r, '{"grade": 3}'), { tokens: 320 });
	expect((await silent.judge.grade(INPUT, never)).grade).toBe(3);
	expect((await silent.judge.grade(INPUT, never)).reason).toBe("budget");
	expect((await ask(r => says(r, '{"grade": 3}'), { tokens: 100 })).server.seen.length).toBe(0);
});

test("is cancelled while it waits for an answer, and between attempts", async () => {
	for (const behave of [() => {}, (r: Parameters<Behaviour>[0]) => answer(r, "x", 500)]) {
		const stop = new AbortController();
		const asked = ask(behave, { backOff: 5000, timeout: 10_000 }, stop.signal);
		await sleep(150);
		const began = performance.now();
		stop.abort();
		expect((await asked).verdict.reason).toBe("cancelled");
		expect(performance.now() - began).toBeLessThan(1000);
	}
});

test.each([
	["https://api.example.com/v1", "https://api.example.com/v1/chat/completions"],
	["https://api.example.com/v1/chat/completions", "https://api.example.com/v1/chat/completions"],
	["http://localhost:8000/v1/", "http://localhost:8000/v1/chat/completions"],
	["http://api.example.com/v1", undefined],
	["file:///etc/passwd", undefined],
	["no url", undefined],
])("%s → %s", (given, url) => expect(chatUrl(given)?.href).toBe(url));

test("a key in the clear, or no URL at all, is refused before anything is sent", async () => {
	const sent: unknown[] = [];
	const judge = endpointJudge({ url: "http://api.example.com", model: "m", key: "k" }, DEFAULT_LIMITS, s => sent.push(s));
	expect(await judge.grade(INPUT, never)).toMatchObject({ reason: "no-url" });
	expect(sent).toEqual([]);
	expect(JSON.stringify(judge.settings)).not.toContain('k"');
});

test.each([
	['{"grade": "4", "reason": "x"}', 4],
	['Sure: {"grade": 2}', 2],
	['{"grade": true}', Number.NaN],
	["", Number.NaN],
])("%j is read as %d", (text, grade) => expect(readVerdict(text).grade).toBe(grade));
