import { beforeAll, describe, expect, test } from "vitest";
import { ROLLOUTS, ROWS } from "./rollouts";
import { lines, ndjson, useCli } from "./support";

const cli = useCli();
const FILE = "run.jsonl";
beforeAll(() => {
	cli.write(FILE, ROLLOUTS);
});

const json = <T>(...args: readonly string[]): T => {
	const { status, stdout, stderr } = cli.run(args);
	expect([status, stderr]).toEqual([0, ""]);
	return JSON.parse(stdout) as T;
};

describe("formats", () => {
	interface Format {
		readonly file: string;
		readonly format: string | null;
		readonly rollouts: number | null;
		readonly has: Readonly<Record<string, boolean | null>>;
		readonly missing: readonly { readonly signal: string; readonly disables: string }[];
		readonly problems: readonly { readonly line: number | null; readonly column: number | null; readonly code: string; readonly message: string }[];
	}

	test("what the file is, has and lacks", () => {
		const [f] = json<readonly Format[]>("formats", "--json", FILE);
		expect(f).toMatchObject({ file: FILE, format: "verl", container: "jsonl", records: 6, rollouts: 6, groups: 2, problems: [] });
		expect(f?.has).toMatchObject({ reward: true, reference: true, tools: true, logprobs: false, lossMask: false });
		// only PPO has a critic
		expect(f?.missing.map(m => m.signal)).toEqual(Object.keys(f?.has ?? {}).filter(s => !f?.has[s] && s !== "values"));
		for (const m of f?.missing ?? []) expect(m.disables).not.toMatch(/^without-|^$/);
	});

	test("what is not recognised is an answer with its reason, and no failure", () => {
		cli.write("metrics.jsonl", '{"loss": 1.5, "lr": 0.1}\n');
		cli.write("empty.jsonl", "");
		const found = json<readonly Format[]>("formats", "--json", "metrics.jsonl", "empty.jsonl", FILE);
		expect(found.map(f => [f.file, f.format, f.problems.map(p => p.code)])).toEqual([
			["metrics.jsonl", null, ["metrics"]],
			["empty.jsonl", null, ["empty"]],
			[FILE, "verl", []],
		]);
		expect(found[0]?.has.reward).toBeNull();
	});

	test("broken lines are problems with their place", () => {
		cli.write("broken.jsonl", `${ROLLOUTS}{"input": 1,}\n{"input": "torn`);
		const [f] = json<readonly Format[]>("formats", "--json", "broken.jsonl");
		expect(f?.problems.map(p => [p.line, p.column, p.code])).toEqual([
			[7, 13, "not-json"],
			[8, 16, "torn-line"],
		]);
	});

	test("status 2 only when no file could be read", () => {
		expect(cli.run(["formats", "--json", "nope.jsonl", FILE]).status).toBe(0);
		const { status, stdout } = cli.run(["formats", "--json", "nope.jsonl", "."]);
		expect([status, (JSON.parse(stdout) as readonly Format[]).map(f => f.problems[0]?.code)]).toEqual([2, ["directory", "not-found"]]);
	});
});

describe("score", () => {
	interface Scored {
		readonly file: string;
		readonly row: number;
		readonly line: number;
		readonly group: string | null;
		readonly step: number | null;
		readonly recorded: { readonly reward: number | null; readonly components: Readonly<Record<string, number>> };
		readonly reward: number | null;
		readonly omitted: boolean;
		readonly layers: Readonly<
			Record<
				string,
				{
					readonly score: number | null;
					readonly weight: number;
					readonly gate: number | null;
					readonly open: boolean;
					readonly parts: readonly { readonly id: string; readonly verdict: string }[];
				}
			>
		>;
		readonly calls: readonly {
			readonly name: string;
			readonly arguments: unknown;
			readonly matched: number | null;
			readonly similarity: number | null;
			readonly params: readonly { readonly name: string; readonly verdict: string; readonly expected: unknown; readonly actual: unknown }[];
		}[];
		readonly findings: readonly {
			readonly code: string;
			readonly severity: string;
			readonly message: string;
			readonly line: number;
			readonly column: number;
			readonly span: readonly [number, number] | null;
		}[];
	}
	const scored = (...args: readonly string[]): readonly Scored[] => ndjson<Scored>(cli.run(["score", "--ndjson", ...args]).stdout);

	test("a line per rollout, in file order, with what the file recorded beside what is computed", () => {
		const rows = scored(FILE);
		expect(rows.map(r => [r.file, r.row, r.line, r.step, r.recorded.reward])).toEqual(ROWS.map((r, i) => [FILE, i, i + 1, r.step, r.score]));
		expect(rows.map(r => r.recorded.components.acc)).toEqual(ROWS.map(r => r.acc));
		expect(new Set(rows.map(r => r.group)).size).toBe(2);
		expect(rows.map(r => r.omitted)).toEqual([false, false, false, false, true, false]);
	});

	test("the total is what the open layers contribute", () => {
		for (const r of scored(FILE)) {
			const sum = Object.values(r.layers).reduce((s, l) => s + (l.open ? l.weight * (l.score ?? Number.NaN) : 0), 0);
			expect(r.reward).toBeCloseTo(sum, 12);
		}
	});

	test("the argument that differs", () => {
		const [, wrong] = scored(FILE);
		expect(wrong?.calls).toMatchObject([{ name: "find_train", arguments: { from: "Graz", to: "Lienz" }, matched: 0 }]);
		expect(wrong?.calls[0]?.params.filter(p => p.verdict !== "equal")).toMatchObject([{ name: "to", expected: "Linz", actual: "Lienz" }]);
	});

	test("findings point at the character in the file", () => {
		const [, , broken] = scored(FILE);
		const problem = broken?.findings.find(f => f.severity === "error" && f.span !== null);
		const line = lines(ROLLOUTS)[2] ?? "";
		expect(problem?.line).toBe(3);
		expect(line.slice((problem?.column ?? 0) - 1)).toMatch(/^\\"arguments\\"/);
	});

	test("no signal is null, never 0", () => {
		cli.write("plain.jsonl", `${JSON.stringify({ input: "user\nhi\nassistant\n", output: "hello", score: Number.NaN })}\n`.replace("null", "NaN"));
		const [r] = scored("plain.jsonl");
		expect([r?.recorded.reward, r?.reward, r?.layers.result?.score]).toEqual([null, null, null]);
	});

	test("standard input, a glob and a path give the same rows; globs count naturally", () => {
		const plain = scored(FILE).map(r => ({ ...r, file: "" }));
		const { stdout } = cli.run(["score", "--ndjson", "-"], { input: ROLLOUTS });
		expect(ndjson<Scored>(stdout).map(r => ({ ...r, file: "" }))).toEqual(plain);
		for (const step of ["10", "2"]) cli.write(`step_${step}.jsonl`, ROLLOUTS);
		expect([...new Set(scored("step_*.jsonl", "step_2.jsonl").map(r => r.file))]).toEqual(["step_2.jsonl", "step_10.jsonl"]);
	});

	test("--json is the same rows in one document", () => {
		expect(json<readonly Scored[]>("score", "--json", FILE)).toEqual(scored(FILE));
	});

	test("good lines of a partly broken file are scored, broken ones told by number", () => {
		const bad = Array.from({ length: 8 }, () => "oops\n").join("");
		cli.write("partly.jsonl", ROLLOUTS.replace("\n", `\n${bad}`));
		const { status, stdout, stderr } = cli.run(["score", "--ndjson", "partly.jsonl"]);
		expect([status, ndjson<Scored>(stdout).map(r => r.line)]).toEqual([0, [1, 10, 11, 12, 13, 14]]);
		expect(
			lines(stderr)
				.slice(0, 5)
				.map(l => l.split(": ")[1]),
		).toEqual([2, 3, 4, 5, 6].map(n => `partly.jsonl:${n}:1`));
		expect(lines(stderr)[5]).toContain("3 more lines could not be read: 7, 8, 9");
	});

	test("a refused file among good ones is told and the others are scored", () => {
		const { status, stdout, stderr } = cli.run(["score", "--ndjson", "nope.jsonl", FILE]);
		expect([status, ndjson<Scored>(stdout).length]).toEqual([2, 6]);
		expect(stderr).toContain("nope.jsonl: no such file");
	});

	test("--reward picks the reward, --list names them", () => {
		expect(scored("--reward", "recorded", FILE).map(r => r.reward)).toEqual(ROWS.map(r => r.score));
		const listed = ndjson<{ id: string }>(cli.run(["score", "--list", "--ndjson"]).stdout).map(r => r.id);
		expect(listed).toEqual(expect.arrayContaining(["layered", "partial-credit", "hierr", "recorded"]));
	});

	test("the recipe beside a file is used and named; --recipe goes before it", () => {
		cli.write("own.jsonl", ROLLOUTS);
		cli.write("own.reward.json", JSON.stringify({ reward: { id: "recorded" } }));
		const beside = cli.run(["score", "--ndjson", "own.jsonl"]);
		expect(beside.stderr).toBe("reward-inspector: own.jsonl: read by the recipe beside it, own.reward.json\n");
		expect(ndjson<Scored>(beside.stdout).map(r => r.reward)).toEqual(ROWS.map(r => r.score));
		// the file's name as it is will do; the shorter one goes before it
		cli.write("whole.jsonl", ROLLOUTS);
		cli.write("whole.jsonl.reward.json", JSON.stringify({ reward: { id: "recorded" } }));
		expect(cli.run(["score", "--ndjson", "whole.jsonl"]).stderr).toBe("reward-inspector: whole.jsonl: read by the recipe beside it, whole.jsonl.reward.json\n");
		cli.write("whole.reward.json", JSON.stringify({ reward: { id: "recorded" } }));
		expect(cli.run(["score", "--ndjson", "whole.jsonl"]).stderr).toContain("beside it, whole.reward.json\n");
		cli.write("other.reward.json", JSON.stringify({ reward: { id: "layered" } }));
		expect(cli.run(["score", "--ndjson", "--recipe", "other.reward.json", "own.jsonl"])).toMatchObject({ stderr: "", stdout: expect.stringContaining('"format"') });
	});

	test("--recipe decides weights, --reference and --tools fill what the file lacks", () => {
		cli.write("r.reward.json", JSON.stringify({ reward: { id: "layered", options: { weights: { format: 1, content: 0, result: 0 } } } }));
		expect(scored("--recipe", "r.reward.json", FILE)[0]).toMatchObject({ reward: 1, layers: { format: { weight: 1 } } });
		cli.write("bare.jsonl", ROWS.map(({ gts, ...r }) => `${JSON.stringify(r)}\n`).join(""));
		expect(scored("bare.jsonl")[0]?.layers.content?.score).toBeNull();
		cli.write(
			"answers.json",
			JSON.stringify([{ prompt: [{ role: "user", content: "Is there a train from Graz to Linz?" }], answer: [{ name: "find_train", arguments: { from: "Graz", to: "Linz" } }] }]),
		);
		expect(
			scored("--reference", "answers.json", "bare.jsonl")
				.map(r => r.layers.content?.score ?? null)
				.slice(0, 2),
		).toEqual([1, 0]);
		cli.write("other.json", JSON.stringify([{ id: "no such", answer: "x" }]));
		expect(cli.run(["score", "--ndjson", "--reference", "other.json", "bare.jsonl"]).stderr).toContain("its answers fit no rollout");
	});
});

describe("groups", () => {
	interface Group {
		readonly group: string;
		readonly step: number;
		readonly size: number;
		readonly mean: number | null;
		readonly std: number | null;
		readonly degenerate: string | null;
		readonly kept: Readonly<Record<string, boolean>>;
		readonly members: readonly {
			readonly row: number;
			readonly reward: number | null;
			readonly advantage: number | null;
			readonly lanes?: Readonly<Record<string, number | null>>;
		}[];
	}

	test("statistics, reason and members; the recorded reward counts when there is one", () => {
		const [train, money] = json<readonly Group[]>("groups", "--json", FILE);
		expect(train).toMatchObject({ step: 3, size: 3, degenerate: null, kept: { dapo: true } });
		expect([train?.mean, train?.std]).toEqual([expect.closeTo(2.8 / 3, 12), expect.closeTo(1.00664459137, 10)]);
		expect(train?.members.map(m => [m.row, m.reward])).toEqual([
			[0, 2],
			[1, 0.8],
			[2, 0],
		]);
		expect(train?.members[0]?.advantage).toBeCloseTo((2 - 2.8 / 3) / (1.00664459137 + 1e-6), 9);
		expect(money).toMatchObject({ size: 3, mean: 1, std: 0, degenerate: "all-right", kept: { dapo: false }, members: [{ advantage: 0 }, { advantage: 0 }, { advantage: 0 }] });
	});

	test("a reward asked for is the one advantages come from", () => {
		const [, money] = json<readonly Group[]>("groups", "--json", "--reward", "layered", FILE);
		expect([money?.degenerate, money?.members.map(m => m.reward)]).toEqual([null, [2, 0, 2]]);
	});

	test("a segment-locked estimator gives an advantage per lane", () => {
		const [train] = json<readonly Group[]>("groups", "--json", "--estimator", "slca", FILE);
		expect(train?.members[0]).toMatchObject({ advantage: null, lanes: { tool: expect.any(Number), summary: expect.any(Number) } });
	});

	test("rollouts without a group are counted, not invented into one", () => {
		cli.write("loose.jsonl", `${JSON.stringify({ text: "hello", reward: 1 })}\n`);
		expect(cli.run(["groups", "--json", "loose.jsonl"])).toEqual({ status: 0, stdout: "[]\n", stderr: "reward-inspector: loose.jsonl: rollouts without a group, not listed: 1\n" });
	});
});

describe("credit", () => {
	interface Credit {
		readonly row: number;
		readonly estimator: string;
		readonly text: string;
		readonly scale: number;
		readonly tokens: readonly {
			readonly from: number;
			readonly to: number;
			readonly text: string;
			readonly kind: string;
			readonly lossMask: number;
			readonly logprob: number | null;
			readonly credit: number | null;
			readonly weight: number | null;
			readonly credits?: Readonly<Record<string, number | null>>;
		}[];
		readonly segments: readonly {
			readonly kind: string;
			readonly from: number;
			readonly to: number;
			readonly advantage: number | null;
			readonly advantages?: Readonly<Record<string, number | null>>;
		}[];
	}

	test("tokens cover the text; what is not trained has no credit, the rest the group's advantage", () => {
		const c = json<Credit>("credit", "--json", "--row", "1", FILE);
		expect(c.tokens.map(t => t.text).join("")).toBe(c.text);
		for (const t of c.tokens) {
			expect(t.text).toBe(c.text.slice(t.from, t.to));
			expect([t.credit === null, t.logprob]).toEqual([t.lossMask === 0, null]);
		}
		const advantage = (0.8 - 2.8 / 3) / (1.0066445913694333 + 1e-6);
		for (const t of c.tokens) if (t.credit !== null) expect(t.credit).toBeCloseTo(advantage, 6);
		expect(c.segments.flatMap(s => [s.from, s.to])).toEqual(c.segments.flatMap((s, i) => [i ? (c.segments[i - 1]?.to ?? -1) : 0, s.to]));
		expect(c.segments.find(s => s.kind === "observation")?.advantage).toBeNull();
		expect(c.segments.find(s => s.kind === "call")?.advantage).toBeCloseTo(advantage, 12);
	});

	test("--compare sets estimators beside each other", () => {
		const c = json<Credit>("credit", "--json", "--row", "1", "--compare", "grpo,slca", FILE);
		expect(c.estimator).toBe("grpo");
		const call = c.segments.find(s => s.kind === "call");
		const summary = c.segments.find(s => s.kind === "summary");
		expect(call?.advantages?.grpo).toBe(summary?.advantages?.grpo);
		expect(call?.advantages?.slca).not.toBe(summary?.advantages?.slca);
		expect(c.tokens.find(t => t.kind === "call")?.credits?.slca).toBeCloseTo(call?.advantages?.slca ?? Number.NaN, 6);
	});

	test("what one estimator pays the wrong segment stands beside", () => {
		const { leakage } = json<{
			leakage: { broadcast: string; locked: string; tool: { tokens: number; signDisagreement: number }; summaryShare: number; falseReward: readonly number[] };
		}>("credit", "--json", "--row", "0", "--compare", "slca,grpo", FILE);
		expect(leakage).toMatchObject({ broadcast: "grpo", locked: "slca", falseReward: [] });
		expect(leakage.tool.tokens).toBeGreaterThan(0);
		expect(leakage.summaryShare).toBeGreaterThan(0);
		expect(json<{ leakage: unknown }>("credit", "--json", "--row", "0", "--compare", "grpo,rloo", FILE).leakage).toBeNull();
	});

	test("weights: what the loss makes of a credit; a token-mean divides by the step's tokens", () => {
		const weights = (how: string): readonly number[] =>
			json<Credit>("credit", "--json", "--row", "1", "--aggregation", how, FILE).tokens.flatMap(t => (t.credit === null || t.weight === null ? [] : [t.weight / t.credit]));
		const learnable = [0, 1, 2, 3, 4, 5].map(row => json<Credit>("credit", "--json", "--row", String(row), FILE).tokens.filter(t => t.lossMask).length);
		for (const w of weights("token-mean")) expect(w).toBeCloseTo(1 / learnable.reduce((a, b) => a + b), 12);
		for (const w of weights("seq-mean-token-mean")) expect(w).toBeCloseTo(1 / (6 * (learnable[1] ?? 0)), 9);
	});
});
