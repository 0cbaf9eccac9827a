import { beforeAll, expect, test } from "vitest";
import { toNdjson, useCli } from "./support";

const cli = useCli();
const old = [-1, -1, -1, -1];
const row = (i: number) => ({
	prompt: "Q",
	response: "abcd",
	reward: 1 - i,
	group: "g",
	token_ids: [5, 6, 7, 8],
	response_mask: [1, 0, 1, 1],
	offsets: [
		[1, 2, 3, 4],
		[2, 3, 4, 5],
	],
});
const now = [1.25, 5, 1.31, 0.5].map(r => -1 + Math.log(r));

beforeAll(() => {
	cli.write("both.jsonl", toNdjson([0, 1].map(i => ({ ...row(i), old_log_probs: old, log_probs: now }))));
	cli.write("one.jsonl", toNdjson([0, 1].map(i => ({ ...row(i), old_log_probs: old }))));
	cli.write("dapo.reward.json", JSON.stringify({ basis: "recorded", estimator: { id: "grpo", preset: "verl", options: { normalise: false, clip: { preset: "dapo" } } } }));
	cli.write("ppo.reward.json", JSON.stringify({ basis: "recorded", estimator: { id: "grpo", preset: "verl", options: { normalise: false } } }));
	cli.write("odd.reward.json", JSON.stringify({ estimator: { id: "grpo", options: { clip: { preset: "trpo" } } } }));
});
const credit = (recipe: string, file: string, ...more: readonly string[]) => cli.run(["credit", "--row", "0", "--recipe", `${recipe}.reward.json`, ...more, file]);
const answer = (recipe: string, file: string) => {
	const { tokens, clip } = JSON.parse(credit(recipe, file, "--json").stdout);
	const own = tokens.filter((t: { text: string }) => "abcd".includes(t.text));
	const near = (n: number | null): number | null => (n === null ? null : Number(n.toFixed(6)));
	return {
		clip,
		tokens: own.map((t: Record<"weight" | "ratio" | "gradient", number | null> & { clipped: string | null }) => [near(t.weight), near(t.ratio), t.clipped, near(t.gradient)]),
	};
};
// advantage 0.5 over the six trained tokens
const WEIGHT = 0.083333;

test("a file with both log-probabilities: ratio, bound and gradient weight per token; `weight` stays that at ratio 1", () => {
	const dapo = answer("dapo", "both.jsonl");
	expect(dapo.tokens).toEqual([
		[WEIGHT, 1.25, null, 0.104167],
		[null, null, null, null],
		[WEIGHT, 1.31, "high", 0],
		[WEIGHT, 0.5, null, 0.041667],
	]);
	expect(dapo.clip).toEqual({
		id: "dapo",
		low: 0.8,
		high: 1.28,
		dual: 3,
		per: "token",
		advantages: "estimator",
		unknown: null,
		message: "Loss: ratio clipped to 0.8 – 1.28, dual clip 3; 1 of 3 tokens clipped: no gradient",
	});
	const ppo = answer("ppo", "both.jsonl");
	expect(ppo.tokens.map((t: readonly unknown[]) => t[2])).toEqual(["high", null, "high", null]);
	expect(ppo.clip).toMatchObject({ id: "ppo", high: 1.2 });
});

test("without the policy's log-probabilities no ratio is made up, and it is said", () => {
	const { tokens, clip } = answer("dapo", "one.jsonl");
	expect(tokens.map((t: readonly unknown[]) => t.slice(1))).toEqual([
		[null, null, WEIGHT],
		[null, null, null],
		[null, null, WEIGHT],
		[null, null, WEIGHT],
	]);
	const needs = "Needs the policy's log-probabilities at the update; shown at ratio 1, where nothing is clipped";
	expect(clip).toMatchObject({ unknown: "needs-update", message: `Loss: ratio clipped to 0.8 – 1.28, dual clip 3; ${needs}` });
	// for people: said where the recipe asks for a clip, else only where the file has the ratios
	const flat = (text: string): string => text.replace(/\s+/g, " ");
	expect(flat(credit("dapo", "one.jsonl").stdout)).toContain(needs);
	expect(flat(credit("ppo", "one.jsonl").stdout)).not.toContain("clipped");
	expect(flat(credit("ppo", "both.jsonl").stdout)).toContain("0.8 – 1.2, dual clip 3; 2 of 3 tokens clipped: no gradient");
	expect(flat(credit("dapo", "one.jsonl", "--locale", "zh-cn").stdout)).toContain("需要更新时策略的对数概率；此处按比率 1 显示");
});

test("a clip nobody knows is refused by the recipe's schema", () => {
	const { status, stderr } = credit("odd", "both.jsonl");
	expect([status, stderr.includes("preset")]).toEqual([2, true]);
});
