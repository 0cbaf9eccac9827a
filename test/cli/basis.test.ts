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
