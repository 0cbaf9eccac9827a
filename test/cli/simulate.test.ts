import { once } from "node:events";
import { expect, test } from "vitest";
import { answer, loopback, says } from "../session/judges/server";
import { ROLLOUTS } from "./rollouts";
import { ndjson, toNdjson, useCli } from "./support";

const cli = useCli();
const call = (to: string) => JSON.stringify({ name: "find_train", arguments: { from: "Graz", to } });

test("one call, replayed from a file", () => {
	const file = cli.write("r.jsonl", ROLLOUTS);
	expect(cli.run(["simulate", file, "--call", call("Linz")]).stdout.trim()).toBe('{"trains": 7}');
	expect(JSON.parse(cli.run(["simulate", file, "--call", '{"name": "fly", "arguments": {}}', "--json"]).stdout)).toMatchObject({
		origin: "gate",
		error: expect.stringContaining("'fly' not found"),
	});
});

test("a file of calls: ids go along, sessions remember, a row that is no call is told", () => {
	const file = cli.write("r.jsonl", ROLLOUTS);
	const rows = [
		{ id: 1, name: "find_train", arguments: { from: "Graz", to: "Wels" }, session: "s" },
		{ id: 2, name: "find_train", arguments: { to: "Wels", from: "Graz" }, session: "s" },
		{ id: 3 },
	];
	const ran = cli.run(["simulate", file, "--calls", "-"], { input: toNdjson(rows) });
	const [first, second] = ndjson(ran.stdout);
	expect(ran.status).toBe(2);
	expect(ran.stderr).toContain(':3:1: a call needs "name"');
	expect([first?.id, first?.origin, second?.origin, second?.observation]).toEqual([1, "shape", "session", first?.observation]);
});

test("answers that were made are compared with the recorded ones; tools with an output schema are made to fit it", () => {
	const file = cli.write("r.jsonl", ROLLOUTS);
	const tools = cli.write(
		"tools.json",
		JSON.stringify([
			{ name: "find_train", inputSchema: { type: "object" }, outputSchema: { type: "object", required: ["trains"], properties: { trains: { type: "integer" } } } },
			{ name: "convert", inputSchema: { type: "object" } },
		]),
	);
	const found = JSON.parse(cli.run(["simulate", file, "--tools", tools, "--fidelity", "--json"]).stdout);
	expect(found).toMatchObject({ calls: 4, schema_conformance: 1, determinism: 1, error_rate_gap: 0 });
});

test("over HTTP until it is interrupted", async () => {
	const server = cli.start(["simulate", cli.write("r.jsonl", ROLLOUTS), "--port", "0"]);
	let said = "";
	server.stderr?.on("data", d => (said += d));
	while (!said.includes("127.0.0.1:")) await once(server.stderr as NonNullable<typeof server.stderr>, "data");
	const url = /http:\S+/.exec(said)?.[0];
	const answer = await (await fetch(`${url}/simulate`, { method: "POST", body: call("Linz") })).json();
	expect(answer).toMatchObject({ observation: '{"trains": 7}', origin: "replay" });
	server.kill("SIGINT");
	const [status] = await once(server, "exit");
	expect(status).toBe(130);
});

test("a model is asked only when --backend says so; rows that it does not answer stay, with the reason", async () => {
	const model = await loopback((r, n) => (n === 1 ? answer(r, "no", 403) : says(r, '<tool_response>{"trains": 1}</tool_response>')));
	const calls = cli.write("calls.jsonl", toNdjson(["Linz", "Wels", "Enns"].map((to, id) => ({ id, ...JSON.parse(call(to)) }))));
	const file = cli.write("r.jsonl", ROLLOUTS);
	const flags = ["--url", model.url, "--model", "m", "--key-variable", "SIM_KEY"];
	expect(cli.run(["simulate", file, "--calls", calls, ...flags], { env: { SIM_KEY: "k-of-the-test" } }).status).toBe(0);
	expect(model.seen).toEqual([]);
	const asked = cli.start(["simulate", file, "--calls", calls, "--backend", "endpoint", ...flags], { SIM_KEY: "k-of-the-test" });
	let [out, said] = ["", ""];
	asked.stdout?.on("data", d => (out += d));
	asked.stderr?.on("data", d => (said += d));
	const [status] = await once(asked, "close");
	expect(ndjson(out).map(r => [r.id, r.origin, r.observation, r.reason])).toEqual([
		[0, "replay", '{"trains": 7}', undefined],
		[1, "endpoint", '{"trains": 1}', undefined],
		[2, "unknown", null, "refused"],
	]);
	// one call was answered: those that were not say why
	expect(status).toBe(0);
	expect(said).toContain("1 of 3 calls were not answered");
	expect(model.seen.map(s => s.authorization)).toEqual(["Bearer k-of-the-test", "Bearer k-of-the-test"]);
	expect(said).toMatch(/sent \d+ bytes to http:\/\/127\.0\.0\.1:\d+\/v1\/chat\/completions \(m\)/);
	expect(said + out).not.toContain("k-of-the-test");
});

test.each([
	[["--model", "m"], "--url"],
	[["--url", "http://model.example/v1", "--model", "m"], "https"],
	[["--url", "https://model.example/v1", "--model", "m", "--key-variable", "NO_SUCH_KEY"], "NO_SUCH_KEY"],
])("an endpoint without what it needs is refused: %j", (flags, sentence) => {
	expect(cli.run(["simulate", "--call", call("Linz"), "--backend", "endpoint", ...flags])).toMatchObject({ status: 2, stdout: "", stderr: expect.stringContaining(sentence) });
});

test("nothing to answer is a usage error", () => {
	expect(cli.run(["simulate"])).toMatchObject({ status: 2, stderr: expect.stringContaining("Name a call") });
});
