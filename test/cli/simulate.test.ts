import { once } from "node:events";
import { expect, test } from "vitest";
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

test("nothing to answer is a usage error", () => {
	expect(cli.run(["simulate"])).toMatchObject({ status: 2, stderr: expect.stringContaining("Name a call") });
});
