import { resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { lines, ndjson, toNdjson, useCli } from "./support";

const cli = useCli();
const SAMPLE = resolve(import.meta.dirname, "../../media/sample/tool-agent-step-40.jsonl");
const json = (...args: readonly string[]) => {
	const ran = cli.run(["analyze", ...args, "--json"]);
	expect(ran.status, ran.stderr).toBe(0);
	return JSON.parse(ran.stdout);
};

describe("sparsity", () => {
	test("from typed chances, without a file", () => {
		const found = json("sparsity", "--p", ".44", "--steps", "5", "--size", "8");
		expect(found).toMatchObject({ typed: true, median_tries: 42, binary_usable: true });
		expect(found.P_all).toBeCloseTo(0.0164916224, 12);
		expect(found.by_G.find((g: { G: number }) => g.G === 8).effective_fraction).toBeCloseTo(0.124563784035, 11);
		expect(found.recommended_G[1].mixed_group).toBe(139);
	});

	test("the simulation, digit for digit", () => {
		const found = json("sparsity", "--rates", ".44,.3,.2", "--steps", "5", "--trials", "200", "--seed", "20261111");
		expect(found.monte_carlo.map((r: { mean: number }) => r.mean)).toEqual([56.185, 412.81, 2802.955]);
	});

	test("from a file: a chance per step with its interval", () => {
		const found = json("sparsity", SAMPLE);
		expect(found.steps.map((s: { seen: number }) => s.seen)).toEqual([104, 96, 24]);
		for (const s of found.steps) expect(s.low < s.p && s.p < s.high).toBe(true);
		expect(found.P_all).toBeCloseTo(
			found.steps.reduce((p: number, s: { p: number }) => p * s.p, 1),
			12,
		);
	});

	test("a file without reference calls says so; typed chances do not need them", () => {
		const file = cli.write(
			"bare.jsonl",
			toNdjson([
				{ prompt: "a", completion: "b", reward: 1 },
				{ prompt: "a", completion: "c", reward: 0 },
			]),
		);
		const ran = cli.run(["analyze", "sparsity", file, "--json"]);
		expect(ran).toMatchObject({ status: 2, stdout: "" });
		expect(ran.stderr).toContain("No reference calls");
		expect(json("sparsity", file, "--p", ".5,.5").P_all).toBe(0.25);
	});
});

test("weights: votes, shares that add up, a fit to preferences", () => {
	const found = json("weights", SAMPLE, "--weights", "format=1,content=2,result=4", "--prefer", "1/1/1>1/.3/0,.4/.8/0>1/.3/0,1/.3/0>1/0/0");
	expect(found.share.reduce((s: number, v: number) => s + v, 0)).toBeCloseTo(1, 9);
	expect(found.fit_preferences.weights.map((w: number) => Math.round(w * 1e9) / 1e9)).toEqual([0.1, 0.8, 0.1]);
	expect(found.fit_preferences.margin).toBeCloseTo(0.24, 9);
	expect(found.w_content_over_w_format).toBeCloseTo(1.2, 9);
	expect(found.mix.reduce((s: number, b: { share: number }) => s + b.share, 0)).toBeCloseTo(1, 9);
	const failures: number[] = Object.values(found.failures);
	const expected = failures.map(n => Math.max(0.1, (n + 1) / (failures.reduce((s, v) => s + v, 0) + 3)));
	const sum = expected.reduce((s, v) => s + v, 0);
	expect(Object.values<number>(found.fit_failures).map(v => v.toFixed(9))).toEqual(expected.map(v => (v / sum).toFixed(9)));
});

test("whatif: where the file records its reward, both sides are named, and that nothing was asked", () => {
	const row = (reward: number) => ({
		messages: [
			{ role: "user", content: "hi" },
			{ role: "assistant", content: `done ${reward}` },
		],
		group_id: "g",
		reward,
		ground_truth: [],
	});
	const file = cli.write("recorded.jsonl", toNdjson([row(1), row(0)]));
	const says = (...args: readonly string[]) => cli.run(["analyze", "whatif", file, ...args]).stdout.replace(/\s+/g, " ");
	expect(says()).toContain("No change was asked (--weights, --gate, --estimator). What follows is the difference between the reward that the file records");
	expect(says("--gate", "0")).toContain("Before: the reward that the file records. After: the reward of the layers");
	expect(says("--gate", "0")).not.toContain("No change was asked");
	// a reward that is recomputed on both sides: like is compared with like
	expect(says("--reward", "layered")).not.toContain("No change was asked");
});

test("whatif: the weights in force change nothing, others do what scoring anew does", () => {
	expect(json("whatif", SAMPLE)).toMatchObject({ revived: [], killed: [], sign_flips: 0, compared: 112 });
	const found = json("whatif", SAMPLE, "--weights", "format=5,content=0,result=0", "--gate", "0");
	const recipe = cli.write(
		"other.reward.json",
		JSON.stringify({
			keys: { outcome: "acc", judge: "judge" },
			syntax: "hermes",
			basis: "recomputed",
			reward: { id: "layered", options: { weights: { format: 5, content: 0, result: 0 }, gate: 0 } },
		}),
	);
	const scored = ndjson<{ degenerate: string | null }>(cli.run(["groups", SAMPLE, "--recipe", recipe, "--ndjson"]).stdout);
	expect(found.degenerate_after).toBe(scored.filter(g => g.degenerate !== null).length);
	expect(found.sign_flips).toBeGreaterThan(0);
});

test("curriculum: classes add up, every row has a reason", () => {
	const found = json("curriculum", SAMPLE, "--phase", "2");
	expect(found.kept + found.excluded).toBe(112);
	expect(found.classes.reduce((s: number, c: { count: number }) => s + c.count, 0) + found.unscored).toBe(112);
	expect(found.samples.every((s: { sentence: string; weight: number; reason: string }) => s.sentence !== "" && (s.weight > 0 || s.reason !== s.sentence))).toBe(true);
	const add = json("curriculum", SAMPLE, "--phase", "2", "--reading", "add");
	expect(add.kept).toBe(json("curriculum", SAMPLE, "--phase", "1").kept);
});

test("curriculum: a prompt below 30 % in three evaluated steps is dropped", () => {
	const call = '<tool_call>\n{"name": "add", "arguments": {"a": 2, "b": 2}}\n</tool_call>';
	const gts = JSON.stringify([{ name: "add", arguments: { a: 2, b: 2 } }]);
	const rows = [1, 2, 3].flatMap(step => [0, 1].map(() => ({ input: "user\nWhat is 2 + 2?\nassistant\n", output: call, gts, score: 0, step, acc: false })));
	const file = cli.write("hard.jsonl", toNdjson(rows));
	const found = json("curriculum", file);
	expect(found.hard).toEqual([expect.objectContaining({ streak: 3, drop: true, first_eligible_epoch: 2, accuracy: [0, 0, 0] })]);
	expect(found.samples.every((s: { weight: number }) => s.weight === 0)).toBe(true);
});

test("filters: what groups says, counted", () => {
	const found = json("filters", SAMPLE);
	const groups = ndjson<{ kept: Record<string, boolean> }>(cli.run(["groups", SAMPLE, "--ndjson"]).stdout);
	for (const f of found.filters) expect(f.kept, f.id).toBe(groups.filter(g => g.kept[f.id]).length);
});

test("distillation: rows with log-probabilities of both; the others are named", () => {
	const log = (o: Record<string, number>) => Object.fromEntries(Object.entries(o).map(([t, p]) => [t, Math.log(p)]));
	const [teacher, student] = [log({ 0: 0.5, 1: 0.25, 2: 0.12, 3: 0.08, 4: 0.03, 5: 0.02 }), log({ 0: 0.2, 1: 0.1, 2: 0.05, 3: 0.05, 4: 0.4, 5: 0.2 })];
	const file = cli.write("kd.jsonl", toNdjson([{ tokens: ["0"], teacher: [teacher], student: [student] }, { tokens: ["0"] }]));
	const ran = cli.run(["analyze", "distillation", file, "--k", "3", "--m", "3", "--ndjson"]);
	expect(ran.status).toBe(2);
	expect(ran.stderr).toContain("Row 1 has no top-k");
	const [row] = ndjson<{ loss: number; tokens: { push: number }[] }>(ran.stdout);
	expect(row?.loss).toBeCloseTo(6.79227429739, 9);
	expect(row?.tokens[0]?.push).toBeCloseTo(1.526, 9);
});

test("redundancy: what tools and rollouts waste adds up, at the prices given", () => {
	const found = json("redundancy", SAMPLE, "--prices", "get_weather=10");
	const plain = json("redundancy", SAMPLE);
	const sum = (of: readonly Record<string, number>[], key: string): number => of.reduce((s, t) => s + (t[key] as number), 0);
	expect([sum(found.by_tool, "calls"), sum(found.by_tool, "wasted"), sum(found.by_step, "cost")]).toEqual([found.calls, found.wasted, found.cost]);
	const weather = plain.by_tool.find((t: { of: string }) => t.of === "get_weather");
	expect(found.cost).toBe(plain.cost + 9 * weather.calls);
	expect(found.redundancy_rate).toBeCloseTo(found.redundant / found.calls, 12);
	expect(found.calls_per_success).toBeCloseTo(found.calls / found.successes, 12);
	expect(found.cost_per_success).toBeCloseTo(found.cost / found.successes, 12);
	expect(found.call_efficiency).toBeGreaterThan(0);
	expect(found.call_efficiency).toBeLessThanOrEqual(1);
});

test("prices stand in the recipe; an option of the command goes before them", () => {
	const recipe = cli.write("p.reward.json", JSON.stringify({ prices: { get_weather: 10, get_air_quality: 0 } }));
	const by = (...args: readonly string[]) => json("redundancy", SAMPLE, "--recipe", recipe, ...args);
	// not the recipe that lies beside the sample: it reads calls otherwise
	const plain = json("redundancy", SAMPLE, "--recipe", cli.write("n.reward.json", "{}"));
	const calls = (tool: string): number => plain.by_tool.find((t: { of: string }) => t.of === tool).calls;
	expect(plain.prices).toEqual({});
	expect(by().prices).toEqual({ get_weather: 10, get_air_quality: 0 });
	expect(by().cost).toBe(plain.cost + 9 * calls("get_weather") - calls("get_air_quality"));
	expect(by("--prices", "get_weather=2").cost).toBe(plain.cost + calls("get_weather") - calls("get_air_quality"));
	const wrong = cli.write("w.reward.json", JSON.stringify({ prices: { get_weather: -1 } }));
	expect(cli.run(["analyze", "redundancy", SAMPLE, "--recipe", wrong])).toMatchObject({ status: 2, stderr: expect.stringContaining("prices") });
});

describe("usage", () => {
	test.each([
		[["analyze"], "Say what to analyse: sparsity"],
		[["analyze", "sparsty"], "There is no topic sparsty. Did you mean sparsity?"],
		[["analyze", "weights"], "Name at least one file"],
		[["analyze", "whatif", SAMPLE, "--weights", "colour=1"], "id=number, with commas (format, content, result)"],
		[["analyze", "sparsity", "--p", "2"], "numbers from 0 to 1"],
		[["analyze", "sparsity", "--p", ".5,.5", "--steps", "5"], "--steps says how often one chance"],
		[["analyze", "sparsity", SAMPLE, "--steps", "5"], "--steps says how often one chance"],
		[["analyze", "sparsity", "--p", ".5", "--seed", "5"], "belong to --rates"],
		[["analyze", "whatif", SAMPLE, "--gate", "5"], "a number from 0 to 1"],
		[["analyze", "leakage", SAMPLE, "--compare", "grpo,rloo"], "one with locked segments (slca"],
		[["analyze", "leakage", SAMPLE, "--compare", "grpo,nope"], "nope"],
		[["analyze", "weights", SAMPLE, "--prefer", "1/1"], "better>worse"],
		[["analyze", "redundancy", SAMPLE, "--prices", "free"], "tool=number"],
		[["analyze", "curriculum", SAMPLE, "--tau", "high"], "a number"],
	])("%j", (args, sentence) => {
		const ran = cli.run(args);
		expect(ran).toMatchObject({ status: 2, stdout: "" });
		expect(ran.stderr).toContain(sentence);
	});

	test("one file is an object, several are a list", () => {
		expect(json("filters", SAMPLE).file).toBe(SAMPLE);
		expect(cli.run(["analyze", "filters", SAMPLE, SAMPLE.replace("sample/", "sample/../sample/"), "--json"]).stdout).toMatch(/^\[/);
	});
});

test.each(["en", "zh-cn"])("for a person, in %s: no code shows through", locale => {
	for (const topic of ["sparsity", "weights", "whatif", "curriculum", "filters", "redundancy", "hacking"]) {
		const ran = cli.run(["analyze", topic, SAMPLE, "--locale", locale]);
		expect(ran.status, ran.stderr).toBe(0);
		expect(lines(ran.stdout).length).toBeGreaterThan(3);
		// a tool of the sample has a name that looks like a code
		expect(ran.stdout.replaceAll("get_air_quality", "")).not.toMatch(/column:|[a-z]+_[a-z]+_|\{\w+\}|NaN|undefined/);
	}
});
