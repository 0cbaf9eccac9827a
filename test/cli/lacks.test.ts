import { beforeAll, expect, test } from "vitest";
import { ndjson, toNdjson, useCli } from "./support";

const cli = useCli();
const row = (group: string | null, reward: number | null) => ({ prompt: "Q", response: "A b.", ...(reward === null ? {} : { reward }), ...(group === null ? {} : { group }) });

beforeAll(() => {
	cli.write("rows.jsonl", toNdjson([row("g", 1), row("g", 0), row("h", 1), row("h", null), row("i", 1), row("h", 0)]));
});
const credit = (estimator: string, at: number, ...more: readonly string[]) => cli.run(["credit", "rows.jsonl", "--row", String(at), "--estimator", estimator, ...more]).stdout;
const unknown = (estimator: string, at: number): unknown => JSON.parse(credit(estimator, at, "--json")).advantages[0].unknown;

/** Estimators that need more than rewards, and the signal each needs. */
const NEEDS = {
	gae: ["needs-values", "Needs the critic's value per token"],
	gdpo: ["needs-components", "Needs the reward's components, not only the total"],
	gigpo: ["needs-steps", "Needs one row per step, with the state it starts from"],
	prime: ["needs-token-rewards", "Needs a process reward per token"],
	remax: ["needs-greedy", "Needs the reward of the greedy rollout"],
	steptool: ["needs-step-scores", "Needs a score per step"],
} as const;

test("credit names the signal an estimator misses, on the screen and as JSON", () => {
	for (const [estimator, [code, message]] of Object.entries(NEEDS)) {
		expect(unknown(estimator, 0), estimator).toEqual({ code, message });
		const text = credit(estimator, 0);
		expect(text, estimator).toContain(`? ${message}`);
		expect(text, estimator).not.toContain("moves anything");
	}
	expect(credit("gae", 0, "--locale", "zh-cn")).toContain("? 需要价值网络逐 token 的估值");
	const compared = cli.run(["credit", "rows.jsonl", "--row", "0", "--compare", "grpo,gae"]).stdout;
	expect(compared).toContain("? gae: Needs the critic's value per token");
	expect(compared).not.toContain("? grpo");
});

test("a rollout that has no advantage while others have: its reward, its group or its fellow members", () => {
	expect(unknown("grpo", 0)).toBeNull();
	expect(unknown("grpo", 2)).toEqual({ code: "needs-all-rewards", message: "Needs the reward of every member of the group" });
	expect(unknown("grpo", 3)).toEqual({ code: "needs-reward", message: "Needs the reward of this rollout" });
	expect(unknown("passk", 4)).toEqual({ code: "needs-members", message: "Needs more than one member with a reward in the group" });
});

test("rewards too large to be reckoned with: unknown, with the reason", () => {
	const answer = (estimator: string, rewards: readonly number[]) =>
		ndjson<{ advantages: unknown; unknown?: unknown }>(cli.run(["advantages", "--estimator", estimator, "--ndjson"], { input: JSON.stringify({ rewards }) }).stdout)[0];
	const reason = { code: "out-of-range", message: "The rewards are too large for the differences between them to be computed" };
	expect(answer("rloo", [1e308, -1e308, 1e308])).toMatchObject({ advantages: [null, null, null], unknown: reason });
	expect(answer("grpo", [1e308, -1e308, 1e308])).toMatchObject({ advantages: [null, null, null], unknown: reason });
	expect(answer("rloo", [1e200, -1e200])).not.toHaveProperty("unknown");
	cli.write("huge.jsonl", toNdjson([row("g", 1e308), row("g", -1e308)]));
	for (const estimator of ["rloo", "grpo"])
		expect(JSON.parse(cli.run(["credit", "huge.jsonl", "--row", "0", "--estimator", estimator, "--json"]).stdout).advantages[0].unknown).toEqual(reason);
});

test("score says it once, above the table", () => {
	const text = (estimator: string): string => cli.run(["score", "rows.jsonl", "--estimator", estimator]).stdout;
	expect(text("gae").match(/ \? Needs the critic's value per token/g)).toHaveLength(1);
	expect(text("grpo")).not.toContain("Needs");
});

test("groups: no check mark where no member has an advantage", () => {
	const groups = (estimator: string) =>
		ndjson<{ group: string; unknown: { code: string } | null }>(cli.run(["groups", "rows.jsonl", "--estimator", estimator, "--ndjson"]).stdout).map(g => [
			g.group,
			g.unknown?.code ?? null,
		]);
	expect(groups("gae")).toEqual([
		["g", "needs-values"],
		["h", "needs-values"],
		["i", "needs-values"],
	]);
	expect(groups("grpo")).toEqual([
		["g", null],
		["h", "needs-all-rewards"],
		["i", null],
	]);
	const text = (estimator: string): string => cli.run(["groups", "rows.jsonl", "--estimator", estimator]).stdout;
	expect(text("gae")).not.toContain("✓");
	expect(text("gae").replace(/\s+/g, " ")).toContain("? Needs the critic's value");
	expect(text("grpo").match(/✓/g)).toHaveLength(1);
	const report = (estimator: string): string => cli.run(["export", "rows.jsonl", "--to", "markdown", "--estimator", estimator]).stdout;
	expect(report("gae")).toContain("| ? Needs the critic's value per token |");
	expect(report("grpo")).toMatch(/\| g \| yes \|/);
	expect(report("grpo")).toMatch(/\| h \| \? Needs the reward of every member of the group \|/);
});
