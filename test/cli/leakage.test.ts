import { beforeAll, expect, test } from "vitest";
import { ndjson, toNdjson, useCli } from "./support";

const cli = useCli();
const TOOLS = [
	{
		type: "function",
		function: { name: "book", parameters: { type: "object", properties: { city: { type: "string" }, nights: { type: "integer" } }, required: ["city", "nights"] } },
	},
];
const RIGHT = { city: "Oslo", nights: 3 };
/** One call, or none; what the file says of the outcome pays the summary. */
const row = (group: string, args: object | null, acc: number, reward: number) => ({
	messages: [
		{ role: "user", content: "Book Oslo for 3 nights" },
		...(args
			? [
					{ role: "assistant", content: "", tool_calls: [{ id: "c", type: "function", function: { name: "book", arguments: args } }] },
					{ role: "tool", tool_call_id: "c", content: "ok" },
				]
			: []),
		{ role: "assistant", content: "Done." },
	],
	tools: TOOLS,
	ground_truth: [{ name: "book", arguments: RIGHT }],
	group_id: group,
	reward,
	acc,
});
const ROWS = [
	row("a", RIGHT, 1, 1),
	row("a", { city: "Oslo", nights: 4 }, 1, 0.6),
	row("a", { city: "Bergen", nights: 4 }, 0, 0.1),
	row("a", RIGHT, 0, 0.5),
	row("a", null, 0, 0),
	row("b", RIGHT, 0, 0.2),
	row("b", { city: "Oslo" }, 1, 0.7),
	row("c", RIGHT, 1, 1),
];
/** What counts: the fifth made no call, the last is alone. */
const COUNTING = [
	[0, 1, 2, 3],
	[5, 6],
] as const;

beforeAll(() => {
	cli.write("rows.jsonl", toNdjson(ROWS));
	cli.write("alone.jsonl", toNdjson([ROWS[0], ROWS[4]]));
	cli.write("whole.jsonl", toNdjson([...ROWS.slice(0, 4), ...ROWS.slice(5, 7)]));
	cli.write("recorded.jsonl", toNdjson(ROWS.map((r, i) => (i === 1 ? r : { ...r, advantage: r.reward - 0.5 }))));
});

const mean = (v: readonly number[]): number => v.reduce((a, b) => a + b, 0) / v.length;
function pearson(a: readonly number[], b: readonly number[]): number {
	const dot = (x: readonly number[], y: readonly number[]): number => mean(x.map((v, i) => (v - mean(x)) * ((y[i] as number) - mean(y))));
	return dot(a, b) / Math.sqrt(dot(a, a) * dot(b, b));
}
const centred = (of: (r: number) => number): readonly number[] =>
	COUNTING.flatMap(rows => {
		const values = rows.map(of);
		return values.map(v => v - mean(values));
	});
interface Member {
	row: number;
	advantage: number;
	lanes?: { tool: number };
}
const advantages = (estimator: string): ReadonlyMap<number, number> =>
	new Map(
		ndjson<{ members: Member[] }>(cli.run(["groups", "--estimator", estimator, "--ndjson", "rows.jsonl"]).stdout).flatMap(g =>
			g.members.map(m => [m.row, m.lanes ? m.lanes.tool : m.advantage] as const),
		),
	);
const leakage = (file: string, ...more: readonly string[]) => JSON.parse(cli.run(["analyze", "leakage", "--json", file, ...more]).stdout);

test("a rollout without a call takes no other with it: the figures are those of the rest, whom they leave out is said", () => {
	const scored = ndjson<{ lanes: { tool: number; summary: number } }>(cli.run(["score", "--ndjson", "rows.jsonl"]).stdout);
	const found = leakage("rows.jsonl");
	const summary = centred(r => scored[r]?.lanes.summary ?? Number.NaN);
	const tool = centred(r => scored[r]?.lanes.tool ?? Number.NaN);
	for (const id of ["grpo", "slca"]) {
		const by = advantages(id);
		const a = COUNTING.flat().map(r => by.get(r) ?? Number.NaN);
		const [as, at, ts] = [pearson(a, summary), pearson(a, tool), pearson(tool, summary)];
		expect(found.pooled[id].points).toBe(6);
		expect(found.pooled[id].correlation).toBeCloseTo(as, 9);
		expect(found.pooled[id].partial).toBeCloseTo((as - at * ts) / Math.sqrt((1 - at * at) * (1 - ts * ts)), 6);
	}
	expect(found.pooled.groups).toBe(2);
	expect(found.leftOut).toEqual({ used: 6, rollouts: 8, "no-tool": 1, "no-summary": 0, "no-reward": 0, "no-advantage": 0, alone: 1, sampled: 0 });
	const said = (...more: readonly string[]): string => cli.run(["analyze", "leakage", "rows.jsonl", ...more]).stdout.replace(/\s+/g, " ");
	expect(said()).toContain(
		"6 of 8 rollouts have both segments in a group to compare and count here; left out: 1 without a tool segment, 1 with no other such rollout in the group",
	);
	expect(said("--locale", "zh-cn")).toContain("8 条 rollout 中有 6 条");
});

test("nothing left out, nothing said; nothing left, the reasons are", () => {
	expect(leakage("whole.jsonl").leftOut).toMatchObject({ used: 6, rollouts: 6 });
	expect(cli.run(["analyze", "leakage", "whole.jsonl"]).stdout).not.toContain("left out");
	const { pooled, leftOut } = leakage("alone.jsonl");
	expect([pooled, leftOut.used, leftOut["no-tool"], leftOut.alone]).toEqual([null, 0, 1, 1]);
	expect(cli.run(["analyze", "leakage", "alone.jsonl"]).stdout.replace(/\s+/g, " ")).toContain("0 of 2 rollouts");
});

test("the trainer's own advantages are pooled where they are, and say how many they are", () => {
	const { pooled } = leakage("recorded.jsonl");
	expect(pooled.recorded).toMatchObject({ points: 5, leftOut: { used: 5, rollouts: 8, "no-tool": 1, "no-advantage": 1, alone: 1 } });
	expect(pooled.grpo.points).toBe(6);
});
