import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { expect, test } from "vitest";
import { BATCH_KEYS, KEY_OF } from "../../src/cli/batch";
import { ESTIMATORS } from "../../src/core/estimators/registry";
import { CLI_WORDS } from "../../src/words/cli";
import { useCli } from "../cli/support";

const cli = useCli();
const page = readFileSync(resolve(import.meta.dirname, "../../docs/advantages.md"), "utf8");
const rows = page.split("\n").filter(l => l.startsWith("| `"));

test("docs/advantages.md has every key that is read, and no other", () => {
	expect(rows.map(l => /^\| `([^`]+)`/.exec(l)?.[1])).toEqual([...BATCH_KEYS]);
	for (const key of BATCH_KEYS.filter(k => !k.includes("."))) for (const text of Object.values(CLI_WORDS["help:advantages"])) expect(text).toContain(key);
});

test("what an estimator misses without its keys is what the page says it needs", () => {
	for (const { id } of ESTIMATORS) {
		const [answer] = JSON.parse(cli.run(["advantages", "--estimator", id, "--json"], { input: '{"rewards": [1, 0]}' }).stdout);
		const needing = rows.filter(l => (l.split("|")[3] ?? "").match(/\w+/g)?.includes(id)).map(l => /^\| `([^`]+)`/.exec(l)?.[1]);
		if (answer.unknown) {
			expect(answer.unknown.key, id).toBe(KEY_OF[answer.unknown.code]);
			expect(needing, id).toContain(answer.unknown.key);
		} else expect(needing, id).toEqual([]);
	}
	const text = cli.run(["advantages", "--estimator", "remax"], { input: '{"rewards": [1, 0]}' }).stdout;
	expect(text).toContain('? Needs the reward of the greedy rollout: "greedy" in the row');
});

test("every example of the page runs and has advantages", () => {
	const examples = [...page.matchAll(/^echo '(.*)' \| reward-inspector (.*)$/gm)];
	expect(examples.length).toBeGreaterThan(5);
	for (const [, input = "", command = ""] of examples) {
		const { status, stdout, stderr } = cli.run([...command.split(" "), "--json"], { input });
		expect([status, stderr], command).toEqual([0, ""]);
		const [answer] = JSON.parse(stdout);
		expect(answer.unknown, command).toBeUndefined();
		const numbers = [answer.advantages, answer.segments, answer.tokens].flat(Number.POSITIVE_INFINITY).filter(v => v !== null && v !== undefined);
		expect(numbers.length, command).toBeGreaterThan(0);
	}
});

test("the help names the keys", () => {
	expect(cli.run(["advantages", "--help"]).stdout.replace(/\s+/g, " ")).toContain("greedy, segments, present");
});
