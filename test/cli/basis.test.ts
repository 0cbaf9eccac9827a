import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { ROLLOUTS } from "./rollouts";
import { useCli } from "./support";

const cli = useCli();
beforeAll(() => {
	cli.write("run.jsonl", ROLLOUTS);
	cli.write("slca.reward.json", JSON.stringify({ estimator: { id: "slca" } }));
});
const head = (...args: readonly string[]): string => cli.run([...args, "run.jsonl"], { env: { COLUMNS: "160" } }).stdout.split("\n")[0] ?? "";

test("segment-locked advantages are said to come from the layers, by an option or a recipe", () => {
	for (const how of [
		["--estimator", "slca"],
		["--recipe", "slca.reward.json"],
	]) {
		expect(head("score", ...how)).toMatch(/ · advantages from the recomputed layers$/);
		// the means and deviations of its table are those of the recorded reward
		expect(head("groups", ...how)).toMatch(/ · figures of the recorded reward · advantages from the recomputed layers$/);
	}
	expect(head("score")).toMatch(/ · advantages from the recorded reward$/);
	expect(head("groups")).toMatch(/ · advantages from the recorded reward$/);
	expect(head("groups", "--estimator", "slca", "--reward", "layered")).toMatch(/ · figures of the recomputed reward · advantages from the recomputed layers$/);
});

test("a recipe's reward explains; with its basis, or with --reward, advantages come from it", () => {
	cli.write("explains.reward.json", JSON.stringify({ reward: { id: "hierr" } }));
	cli.write("pays.reward.json", JSON.stringify({ reward: { id: "hierr" }, basis: "recomputed" }));
	expect(head("score", "--recipe", "explains.reward.json")).toMatch(/HierR.* · advantages from the recorded reward$/);
	expect(head("score", "--recipe", "pays.reward.json")).toMatch(/HierR.* · advantages from the recomputed reward$/);
	expect(head("score", "--reward", "hierr")).toMatch(/HierR.* · advantages from the recomputed reward$/);
	for (const readme of ["README.md", "README.zh-CN.md"]) expect(readFileSync(resolve(import.meta.dirname, "../..", readme), "utf8")).toContain('`"basis": "recomputed"`');
});
