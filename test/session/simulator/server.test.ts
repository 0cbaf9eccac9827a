import { connect } from "node:net";
import { afterEach, expect, test } from "vitest";
import type { JsonValue } from "../../../src/core/base/units";
import { serveSimulator } from "../../../src/session/simulator/server";
import { Simulator } from "../../../src/session/simulator/service";

const TOOLS = [{ name: "weather", description: null, parameters: { type: "object", required: ["city"] } }];
const GATHERED = { tools: TOOLS, exchanges: [{ call: { name: "weather", arguments: { city: "Oslo" } }, observation: '{"temp": 3}' }] };
const running: { close(): void }[] = [];
afterEach(() => {
	for (const server of running.splice(0)) server.close();
});

async function serve(outputs = new Map()) {
	const { server, port } = await serveSimulator(Simulator.of([GATHERED], { tools: null, outputs, mode: "auto" }), 0);
	running.push(server);
	const url = `http://127.0.0.1:${port}`;
	return {
		port,
		url,
		ask: (path: string, body: unknown, init: RequestInit = {}) => fetch(url + path, { method: "POST", body: typeof body === "string" ? body : JSON.stringify(body), ...init }),
	};
}

test("answers calls, keeps a state per session, forgets it", async () => {
	const { ask, url } = await serve();
	const call = (name: string, args: object, session?: string) => ask("/simulate", { name, arguments: args, session }).then(r => r.json());
	expect(await call("weather", { city: "Oslo" })).toEqual({ observation: '{"temp": 3}', error: null, origin: "replay", likeness: 1 });
	expect(await call("weather", {})).toMatchObject({ origin: "gate", error: "Tool 'weather' missing required parameters: ['city']" });
	expect(await call("time", {})).toMatchObject({ error: "Tool 'time' not found in the current available tools set." });
	expect(await call("weather", { city: "Rome" }, "r1")).toMatchObject({ origin: "shape" });
	expect(await call("weather", { city: "Rome" }, "r1")).toMatchObject({ origin: "session" });
	expect(await call("weather", { city: "Rome" }, "r2")).toMatchObject({ origin: "shape" });
	expect(await (await ask("/reset", { session: "r1" })).json()).toEqual({ forgotten: true });
	expect(await call("weather", { city: "Rome" }, "r1")).toMatchObject({ origin: "shape" });
	expect(await (await fetch(`${url}/health`)).json()).toEqual({ ok: true, tools: ["weather"] });
	expect(await (await ask("/simulate", { function: { name: "weather", arguments: '{"city": "Oslo"}' } })).json()).toMatchObject({ origin: "replay" });
});

test.each([
	["not JSON", "/simulate", "{", 400],
	["no call", "/simulate", [1], 400],
	["a stranger's path", "/other", {}, 404],
	["too long", "/simulate", "x".repeat((8 << 20) + 1), 413],
])("%s is refused with a reason", async (_, path, body, status) => {
	const { ask } = await serve();
	const response = await ask(path, body).catch(() => null);
	// the connection of a body that is too long may be cut before it is read
	if (response) {
		expect(response.status).toBe(status);
		expect(await response.json()).toEqual({ error: expect.any(String) });
	} else expect(status).toBe(413);
});

test("a page of the web may not ask, and nobody outside this machine can", async () => {
	const { ask, port } = await serve();
	expect((await ask("/simulate", { name: "weather" }, { headers: { origin: "https://example.com" } })).status).toBe(403);
	const head = await new Promise<string>((resolve, reject) => {
		const socket = connect(port, "127.0.0.1", () => socket.write("GET /health HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n"));
		socket.on("data", d => resolve(String(d)));
		socket.on("error", reject);
	});
	expect(head).toMatch(/^HTTP\/1.1 403/);
	expect((running[0] as unknown as { address(): { address: string } }).address().address).toBe("127.0.0.1");
});

test("a client that hangs up does not hurt the next one", async () => {
	const { ask, port } = await serve();
	await new Promise<void>(resolve => {
		const socket = connect(port, "127.0.0.1", () => {
			socket.write("POST /simulate HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 1000\r\n\r\n{");
			socket.destroy();
			resolve();
		});
	});
	expect((await ask("/simulate", { name: "weather", arguments: { city: "Oslo" } })).status).toBe(200);
});

test("arguments are held against the tool's schema: types, enums, parameters it does not know; what was recorded is replayed all the same", async () => {
	const parameters = {
		type: "object",
		required: ["city", "nights"],
		properties: { city: { type: "string" }, nights: { type: "int", minimum: 1 }, room: { enum: ["one", "two"] } },
	};
	const gathered = {
		tools: [
			{ name: "book", description: null, parameters },
			{ name: "ping", description: null, parameters: null },
		],
		exchanges: [{ call: { name: "book", arguments: { city: "Oslo", nights: 3, bogus: 1 } }, observation: "ok" }],
	};
	const simulator = Simulator.of([gathered], { tools: null, outputs: new Map(), mode: "auto" });
	const says = async (args: JsonValue, name = "book") => {
		const { origin, error, observation } = await simulator.answer({ name, arguments: args });
		return [origin, error ?? observation];
	};
	expect(await says({ city: "Oslo", nights: "many" })).toEqual(["gate", "Tool 'book' called with invalid arguments: 'nights' must be of type integer, got \"many\""]);
	expect(await says({ city: 5, nights: 3.5 })).toEqual([
		"gate",
		"Tool 'book' called with invalid arguments: 'city' must be of type string, got 5; 'nights' must be of type integer, got 3.5",
	]);
	expect(await says({ city: "Rome", nights: 2, bogus: 1 })).toEqual(["gate", "Tool 'book' called with invalid arguments: 'bogus' is not a parameter"]);
	expect(await says({ city: "Rome", nights: 2, room: "six" })).toEqual(["gate", "Tool 'book' called with invalid arguments: 'room' must be one of one, two, got \"six\""]);
	expect(await says({ city: "Rome", nights: 0 })).toEqual(["gate", "Tool 'book' called with invalid arguments: 'nights' breaks minimum 1, got 0"]);
	expect(await says({ city: "Oslo", nights: 3, bogus: 1 })).toEqual(["replay", "ok"]);
	expect((await says({ city: "Rome", nights: 2 }))[0]).toBe("echo");
	// a tool without a schema takes anything
	expect((await says([1], "ping"))[0]).toBe("echo");
});
