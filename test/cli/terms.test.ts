import { beforeAll, expect, test } from "vitest";
import { ROLLOUTS } from "./rollouts";
import { toNdjson, useCli } from "./support";

const cli = useCli();
const row = (reward: number, acc = 0) => ({ prompt: "Q", response: "A b.", reward, acc, group: "g" });

beforeAll(() => {
	cli.write("layers.jsonl", ROLLOUTS);
	cli.write("missing.jsonl", toNdjson([row(0.6), row(1, 1), { prompt: "Q", response: "A b.", group: "g" }]));
	cli.write("rows.jsonl", toNdjson([row(0.6), row(1, 1), row(0)]));
});
/** The terms of a rollout's credit, one a line: value and sentence. */
const terms = (estimator: string, at: number, ...more: readonly string[]): readonly string[] => termsOf("rows.jsonl", estimator, at, ...more);
const termsOf = (file: string, estimator: string, at: number, ...more: readonly string[]): readonly string[] =>
	cli
		.run(["credit", file, "--row", String(at), "--estimator", estimator, ...more], { env: { COLUMNS: "200" } })
		.stdout.split("\n")
		.filter(l => /^ +[+-]?\d[\d.]* {2}\S/.test(l))
		.map(l => l.trim().replace(/ {2,}/, " "));

test("RLOO: the reward less the mean of the other members, each as it is", () => {
	expect(terms("rloo", 0)).toEqual(["+0.6 Reward 0.6", "-0.5 Minus the baseline 0.5"]);
	expect(terms("rloo", 1)).toEqual(["+1 Reward 1", "-0.3 Minus the baseline 0.3"]);
	// the mean of all is GRPO's
	expect(terms("grpo", 0)[1]).toContain("Minus the baseline 0.5333");
});

test("RLOO of a recomputed reward: each layer against its mean among the others, and they add up", () => {
	const text = cli.run(["credit", "layers.jsonl", "--row", "1", "--estimator", "rloo", "--preset", "trl", "--reward", "layered"], { env: { COLUMNS: "200" } }).stdout;
	const found = [...text.matchAll(/([+-]?[\d.]+) {2}\S.*weight .* gives (-?[\d.]+), (-?[\d.]+) on average among the other members/g)].map(m => m.slice(1).map(Number));
	const credit = Number(/credit (\S+) a token/.exec(text)?.[1]);
	expect(found).toHaveLength(3);
	for (const [value = 0, own = 0, others = 0] of found) expect(value).toBeCloseTo(own - others, 2);
	expect(found.reduce((sum, [value = 0]) => sum + value, 0)).toBeCloseTo(credit, 2);
});

test("a rollout without a reward that its preset gives 0: no reward is made up for it", () => {
	expect(termsOf("missing.jsonl", "grpo", 2, "--preset", "trl_group")).toEqual(["0 Advantage of this token"]);
	// this trainer counts it as 0, which its corners say
	expect(termsOf("missing.jsonl", "grpo", 2, "--preset", "swift_none")).toEqual(["0 Reward 0", "-0.533 Minus the baseline 0.5333"]);
});

test("pass@k: the best leads the second; another member is compared with nothing", () => {
	expect(terms("passk", 1, "--preset", "verl_nostd")).toEqual(["+1 Reward 1", "-0.6 Minus the baseline 0.6"]);
	expect(terms("passk", 0, "--preset", "verl_nostd")).toEqual(["0 This estimator pays nothing here, whatever the reward (0.6)"]);
	expect(terms("passk", 0, "--preset", "verl_nostd", "--locale", "zh-cn")[0]).toContain("与奖励（0.6）无关");
});
