import { existsSync, readFileSync, rmSync } from "node:fs";
import { resolve } from "node:path";
import { expect, test } from "vitest";
import { closedPort } from "../session/judges/server";
import { useCli } from "./support";

const cli = useCli();
const SAMPLE = resolve(import.meta.dirname, "../../media/sample/tool-agent-step-40.jsonl");
const HOOK = resolve(import.meta.dirname, "../support/sockets.cjs");

/** Runs with every socket noted. */
function run(args: readonly string[]) {
	const path = cli.path("sockets");
	rmSync(path, { force: true });
	const ran = cli.run(args, { env: { NODE_OPTIONS: `--require ${HOOK}`, SOCKETS: path, XDG_CACHE_HOME: cli.path("cache") } });
	return { ...ran, sockets: existsSync(path) ? readFileSync(path, "utf8").trim().split("\n") : [] };
}
/** A recipe that names an endpoint: naming it is not asking for it. */
async function recipe(): Promise<string> {
	const judge = { id: "endpoint", url: `http://127.0.0.1:${await closedPort()}/v1`, model: "m", retries: 0, budget: 2 };
	return cli.write("e.reward.json", JSON.stringify({ judge, reward: { id: "hierr" }, basis: "recomputed", similarity: "embedding" }));
}

test.each([
	["formats"],
	["score", "--ndjson"],
	["score", "--ndjson", "--workers", "2"],
	["check", "--report", "sarif", "--fail-on", "never"],
	["groups"],
	["credit", "--row", "0"],
	["audit"],
	["export", "--to", "jsonl"],
	["analyze weights"],
	["analyze whatif"],
	["analyze redundancy"],
	["analyze hacking"],
	["analyze filters"],
	["simulate", "--call", '{"name": "get_weather", "arguments": {"city": "Oslo"}}'],
])("%s opens no socket, though the recipe names an endpoint", async (command, ...args) => {
	const ran = run([...command.split(" "), SAMPLE, ...args, "--recipe", await recipe()]);
	expect(ran.sockets).toEqual([]);
	expect({ ...ran, ok: ran.status === 0 || ran.status === 1 }).toMatchObject({ ok: true });
	expect(ran.stdout + ran.stderr).not.toBe("");
});

test("what is asked for is seen: the command judge connects", async () => {
	const ran = run(["judge", SAMPLE, "--recipe", await recipe()]);
	expect(ran.sockets).toContain("connect");
	expect(ran.stderr).toMatch(/sent \d+ bytes/);
});
