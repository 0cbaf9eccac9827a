import { describe, expect, test } from "vitest";
import { expectClose } from "../support/close";
import { golden } from "../support/golden";
import { lines, ndjson, toNdjson, useCli } from "./support";

const cli = useCli();

interface Answer {
	readonly id: unknown;
	readonly advantages: readonly (number | null)[] | null;
	readonly segments?: Readonly<Record<"tool" | "summary", readonly (number | null)[]>>;
	readonly stats: {
		readonly estimator: string;
		readonly preset: string;
		readonly groups?: readonly { readonly group: unknown; readonly size: number; readonly mean: number | null }[];
	};
}
const answers = (rows: readonly unknown[], args: readonly string[] = []): readonly Answer[] =>
	ndjson<Answer>(cli.run(["advantages", "--ndjson", ...args], { input: toNdjson(rows) }).stdout);

interface Case {
	readonly rewards: readonly (number | null)[];
	readonly groups: readonly string[];
}
const cases = golden<Case, Readonly<Record<string, readonly (number | null)[]>>>("01_group_advantage_presets").cases;

describe("what trainers compute", () => {
	test.each(["verl", "verl_drgrpo", "trl_group", "trl_batch", "openrlhf", "slime", "rllm", "swift", "skyrl", "roll_agentic", "nemo_loo"])(
		"grpo %s, all golden cases in one run",
		preset => {
			const asked = cases.filter(c => preset in c.expected);
			const got = answers(
				asked.map(c => ({ id: c.id, ...c.input })),
				["--estimator", "grpo", "--preset", preset],
			);
			expect(got.map(a => a.id)).toEqual(asked.map(c => c.id));
			for (const [i, c] of asked.entries()) expectClose(got[i]?.advantages, c.expected[preset], 1e-9, c.id);
		},
	);

	test("segment-locked: SLCA's published example", () => {
		const row = { id: "s", rewards: [1.15, 1.4, 1.45, -0.5], segments: { tool: [0.9, 0.4, 0.7, null], summary: [0.25, 1, 0.75, 0] }, omitted: [0, 0, 0, 1] };
		const [a] = answers([row], ["--estimator", "slca"]);
		expect(a?.advantages).toBeNull();
		expectClose(a?.segments, { tool: [0.92716896575, -1.05962167514, 0.132452709393, null], summary: [-0.188981950791, 0.944909753954, 0.566945852372, -1.32287365554] });
	});

	test("per token: a critic's values, with γ and λ of the row", () => {
		type PerToken = readonly (readonly number[])[];
		const wanted = golden<
			{ readonly rewards: PerToken; readonly values: PerToken; readonly mask: PerToken; readonly gamma: number; readonly lam: number },
			{ readonly skip: { readonly whitened: PerToken } }
		>("03_gae_reinforcepp").cases.filter(c => c.id.startsWith("gae"));
		const rows = wanted.map(({ input: { rewards, values, mask, gamma, lam } }) => ({
			rewards: rewards.map(() => 0),
			tokens: { rewards, values, mask },
			options: { gamma, lambda: lam },
		}));
		const got = ndjson<{ tokens: unknown }>(cli.run(["advantages", "--ndjson", "--estimator", "gae"], { input: toNdjson(rows) }).stdout);
		expect(got).toHaveLength(3);
		// tokens that no loss reaches have no advantage, whatever the trainer's array holds there
		for (const [i, c] of wanted.entries())
			expectClose(
				got[i]?.tokens,
				c.expected.skip.whitened.map((row, k) => row.map((v, t) => (c.input.mask[k]?.[t] ? v : null))),
			);
	});

	test("components by name, with their weights", () => {
		const [c] = golden<
			{ readonly components: readonly (readonly number[])[]; readonly weights: readonly number[]; readonly groups: readonly string[] },
			{ readonly gdpo_trl: readonly number[] }
		>("06_multi_reward_gdpo").cases;
		const [first, second] = c?.input.components ?? [];
		const row = { rewards: first?.map(() => 0), groups: c?.input.groups, components: { a: first, b: second }, weights: { a: 1, b: 2 } };
		expectClose(answers([row], ["--estimator", "gdpo", "--preset", "trl"])[0]?.advantages, c?.expected.gdpo_trl);
	});

	test("statistics name their group as the row did; a null group belongs to none", () => {
		const [a] = answers([{ rewards: [1, 3, 5], groups: [7, 7, null] }], ["--preset", "verl_drgrpo"]);
		expect(a).toMatchObject({ id: null, advantages: [-1, 1, null], stats: { estimator: "grpo", preset: "verl_drgrpo", groups: [{ group: 7, size: 2, mean: 2 }] } });
	});

	test("without groups a row is one group, and a missing reward is none, never 0", () => {
		expect(answers([{ rewards: [1, 0, null] }], ["--preset", "trl_none"])[0]?.stats.groups).toMatchObject([{ group: null, size: 3, mean: 0.5 }]);
	});
});

describe("rows that are no batch", () => {
	test.each([
		['{"id": 1}', "1:1", "rewards"],
		['{"rewards": 3}', "1:13", '"rewards" must be a list'],
		['{"rewards": [1, "x"]}', "1:17", '"rewards.1" must be a number or null'],
		['{"rewards": [1, 2], "groups": ["a"]}', "1:31", '"groups" has 1 entries, "rewards" has 2'],
		['{"rewards": [1], "tokens": {"mask": [[1, "x"]]}}', "1:42", '"tokens.mask.0.1" must be a number'],
		['{"rewards": [1], "components": {"a": 3}}', "1:38", '"components.a" must be a list'],
		['{"rewards": [1], "segments": 4}', "1:30", '"segments" must be an object'],
		['{"rewards": [1], "segments": {"tool": [1, 2]}}', "1:39", '"segments.tool" has 2 entries'],
		['{"rewards": [NaN, 1', "1:20", "not JSON"],
	])("%s", (row, place, said) => {
		const { status, stdout, stderr } = cli.run(["advantages", "--ndjson"], { input: `${row}\n` });
		expect([status, stdout]).toEqual([2, ""]);
		expect(stderr).toContain(`standard input:${place}: `);
		expect(stderr).toContain(said);
	});

	test("what an estimator lacks is said, and nothing is invented", () => {
		const [a] = ndjson<Answer & { unknown: { code: string; message: string } }>(
			cli.run(["advantages", "--ndjson", "--estimator", "gae"], { input: '{"rewards": [1, 0]}\n' }).stdout,
		);
		expect(a).toMatchObject({ advantages: [null, null], unknown: { code: "needs-values", message: "Needs the critic's value per token" } });
		expect(cli.run(["advantages", "--estimator", "gae"], { input: '{"rewards": [1, 0]}\n' }).stdout).toContain("? Needs the critic's value per token");
	});

	test("Python's NaN is none", () => {
		expect(ndjson<Answer>(cli.run(["advantages", "--ndjson", "--preset", "trl_group"], { input: '{"rewards": [NaN, 1, 0]}' }).stdout)[0]?.stats.groups).toMatchObject([
			{ size: 3, mean: 0.5 },
		]);
	});
});

test("--list holds every name, with what it does", () => {
	const listed = ndjson<{ id: string; default: string; presets: readonly { id: string }[] }>(cli.run(["advantages", "--list", "--ndjson"]).stdout);
	for (const e of listed) expect(e.presets.map(p => p.id)).toContain(e.default);
	const text = cli.run(["advantages", "--list"]).stdout;
	for (const e of listed) for (const p of e.presets) expect(text).toContain(`\n  ${p.id} `);
	for (const line of lines(text)) expect(line.length).toBeLessThanOrEqual(100);
});

test.each([
	["en", "60"],
	["zh-cn", "100"],
])("a card for a person: %s at %s columns", async (locale, columns) => {
	const input = toNdjson([
		{ id: "q", rewards: [1, 0, null, 0.25], groups: ["甲", "甲", "甲", "r"] },
		{ id: "lanes", rewards: [1.15, 1.4, -0.5], segments: { tool: [0.9, 0.4, null], summary: [0.25, 1, 0] }, omitted: [0, 0, 1] },
	]);
	const run = (estimator: string) => cli.run(["advantages", "--locale", locale, "--estimator", estimator], { input, env: { COLUMNS: columns } }).stdout;
	await expect(`${run("grpo")}\n${run("slca")}`).toMatchFileSnapshot(`golden/advantages-${locale}-${columns}.txt`);
});
