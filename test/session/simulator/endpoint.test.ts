import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, describe, expect, test } from "vitest";
import { DEFAULT_LIMITS, type Limits } from "../../../src/session/models/contract";
import { endpointModel } from "../../../src/session/models/endpoint";
import { Patient } from "../../../src/session/models/patient";
import { serveSimulator } from "../../../src/session/simulator/server";
import { Simulator } from "../../../src/session/simulator/service";
import { JUDGE_WORDS } from "../../../src/words/lab";
import { answer, type Behaviour, closedPort, loopback, says } from "../judges/server";

const TOOLS = [{ name: "weather", description: "Weather of a city", parameters: { type: "object", required: ["city"] } }];
const GATHERED = { tools: TOOLS, exchanges: [{ call: { name: "weather", arguments: { city: "Oslo" } }, observation: '{"temp": 3}' }] };
const running: { close(): void; closeAllConnections(): void }[] = [];
afterEach(() => {
	for (const server of running.splice(0)) {
		server.closeAllConnections();
		server.close();
	}
});

/** A simulator whose unknown calls go to a model behind real HTTP, itself behind real HTTP. */
async function serve(behave: Behaviour, limits: Partial<Limits> = {}, url?: string) {
	const model = await loopback(behave);
	const patient = new Patient(endpointModel({ url: url ?? model.url, model: "m", key: "k" }), { ...DEFAULT_LIMITS, backOff: 1, retries: 1, timeout: 2000, ...limits });
	const simulator = Simulator.of([GATHERED], { tools: null, outputs: new Map(), mode: "auto", model: patient });
	const { server, port } = await serveSimulator(simulator, 0);
	running.push(server);
	const call = async (city: string, session?: string, init: RequestInit = {}) => {
		const body = JSON.stringify({ name: "weather", arguments: city ? { city } : {}, session });
		const response = await fetch(`http://127.0.0.1:${port}/simulate`, { method: "POST", body, ...init });
		return { ...((await response.json()) as { readonly observation: string | null; readonly origin: string }), status: response.status };
	};
	return { model, simulator, call };
}

test("only what is neither refused nor recorded is asked of the model; its tags are taken off", async () => {
	const { call, model } = await serve(r => says(r, 'Sure.\n<tool_response>\n{"temp": 21}\n</tool_response>'));
	expect(await call("Oslo")).toMatchObject({ status: 200, origin: "replay", observation: '{"temp": 3}' });
	expect(await call("")).toMatchObject({ origin: "gate" });
	expect(model.seen.length).toBe(0);
	expect(await call("Rome")).toEqual({ status: 200, observation: '{"temp": 21}', error: null, origin: "endpoint", likeness: null });
	const [system, user] = JSON.parse(model.seen[0]?.body ?? "").messages.map((m: { content: string }) => m.content);
	expect(system).toContain("<tool_response>");
	expect(user).toContain('"city":"Rome"');
	expect(user).toContain('{"temp": 3}');
});

test("equal calls in equal sessions have equal answers, whatever the model says next; sessions are told what they did", async () => {
	const { call, model } = await serve((r, n) => says(r, `{"temp": ${n}}`));
	const [a, b] = [await call("Rome"), await call("Rome")];
	expect([a.observation, b.observation, model.seen.length]).toEqual(['{"temp": 0}', '{"temp": 0}', 1]);
	// two calls of one session at the same time: the second one knows the first
	const [x, y] = await Promise.all([call("Bari", "s"), call("Pisa", "s")]);
	expect([x.observation, y.observation]).toEqual(['{"temp": 1}', '{"temp": 2}']);
	expect(JSON.parse(model.seen[2]?.body ?? "").messages[1].content).toContain("Bari");
	expect(await call("Bari", "s")).toMatchObject({ origin: "session", observation: '{"temp": 1}' });
});

describe("a model that does not do its work: the call is unknown with the reason, nothing is made up", () => {
	const cases: readonly (readonly [string, Behaviour, string, number])[] = [
		["is broken", r => answer(r, "x", 500), "refused", 2],
		["is rate-limited", r => answer(r, {}, 429), "rate-limited", 2],
		["cuts the connection", r => r.socket?.destroy(), "unreachable", 2],
		["lies: not JSON", r => answer(r, "<html>"), "not-json", 1],
		["says nothing", r => says(r, "<tool_response> </tool_response>"), "no-answer", 1],
		["refuses", r => answer(r, "no", 401), "refused", 1],
	];
	test.each(cases)("%s", async (_, behave, reason, requests) => {
		const { call, model } = await serve(behave);
		expect(await call("Rome", "s")).toMatchObject({ status: 502, observation: null, error: null, origin: "unknown", reason });
		expect(JUDGE_WORDS).toHaveProperty(reason);
		expect(model.seen.length).toBe(requests);
	});

	test("is slow: each attempt ends at its time", async () => {
		const { call, model } = await serve(() => {}, { timeout: 60 });
		expect(await call("Rome")).toMatchObject({ status: 502, reason: "timeout" });
		expect(model.seen.length).toBe(2);
	});

	test("is down", async () => {
		const { call } = await serve(() => {}, { retries: 0 }, `http://127.0.0.1:${await closedPort()}/v1`);
		expect(await call("Rome")).toMatchObject({ status: 502, reason: "unreachable", detail: "ECONNREFUSED" });
	});
});

test("a failed call has not happened: asked again, it is answered, and the session goes on", async () => {
	const { call } = await serve((r, n) => (n === 0 ? answer(r, "x", 403) : says(r, '{"temp": 9}')));
	expect(await call("Rome", "s")).toMatchObject({ origin: "unknown" });
	expect(await call("Rome", "s")).toMatchObject({ origin: "endpoint", observation: '{"temp": 9}' });
});

test("the budget holds over all calls; what is recorded is still answered", async () => {
	const { call, model } = await serve(r => says(r, '{"temp": 9}'), { budget: 1 });
	await call("Rome");
	expect(await call("Pisa")).toMatchObject({ status: 502, reason: "budget" });
	expect(await call("Oslo")).toMatchObject({ status: 200, origin: "replay" });
	expect(model.seen.length).toBe(1);
});

test("a client that hangs up cancels its request to the model, and no other", async () => {
	let cut = 0;
	const { call, model } = await serve((r, n) => {
		r.on("close", () => cut++);
		if (n > 0) says(r, '{"temp": 9}');
	});
	const stop = new AbortController();
	const left = call("Rome", undefined, { signal: stop.signal }).catch(() => "left");
	while (!model.seen.length) await sleep(5);
	stop.abort();
	expect(await left).toBe("left");
	while (!cut) await sleep(5);
	expect(await call("Pisa")).toMatchObject({ origin: "endpoint" });
});

test("fidelity counts what the model did not answer and measures the rest", async () => {
	const exchanges = ["Oslo", "Rome", "Pisa"].map((city, i) => ({ call: { name: "weather", arguments: { city } }, observation: `{"temp": ${i}}` }));
	const { simulator, model } = await serve((r, n) => (n === 2 ? answer(r, "x", 403) : says(r, '{"temp": 5}')));
	expect(await simulator.fidelity([...exchanges, ...exchanges.slice(0, 1)])).toMatchObject({ calls: 3, unanswered: 1, keyJaccard: 1, determinism: 1 });
	expect(model.seen.length).toBe(3);
	// no call is shown its own recorded answer
	expect(JSON.parse(model.seen[0]?.body ?? "").messages[1].content).not.toContain('{"temp": 3}');
});
