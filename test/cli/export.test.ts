import { Buffer } from "node:buffer";
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { parquetReadObjects } from "hyparquet";
import { beforeAll, describe, expect, test } from "vitest";
import { batch, run } from "../core/estimators/run";
import { ROLLOUTS } from "./rollouts";
import { lines, ndjson, toNdjson, useCli } from "./support";

interface Exported {
	readonly group: string;
	readonly reward: number;
	readonly advantage: number | null;
	readonly lanes?: { readonly tool: number | null; readonly summary: number | null };
	readonly token_ids: readonly number[] | null;
	readonly loss_mask: readonly number[];
	readonly advantages: readonly (number | null)[] | null;
	readonly weights: readonly (number | null)[] | null;
	readonly offsets: readonly (readonly number[])[] | null;
	readonly response: string;
	readonly prompt: string;
	readonly credit: { readonly unknown: string | null; readonly tokens: string };
}
const cli = useCli();
const REWARDS = [1, 0, 0.5, 0.25];
/** Token ids, masks and advantages as NeMo-RL writes them, one rollout a line. */
const nemo = (advantages: readonly number[]) =>
	toNdjson(
		REWARDS.map((reward, i) => ({
			content: [["When is high tide?", `At 14:2${i}.`]],
			rewards: [reward],
			input_lengths: [5],
			token_ids: [[9, 8, 1, 2, 3, 0]],
			token_loss_mask: [[0, 0, 1, 0, 1, 0]],
			sample_loss_mask: [1],
			advantages: [Array.from({ length: 6 }, () => advantages[i])],
			generation_logprobs: [[0, 0, -0.1, 0, -0.2, 0]],
			idx: i,
		})),
	);
beforeAll(() => {
	cli.write("run.jsonl", ROLLOUTS);
	cli.write("rows.jsonl", toNdjson(REWARDS.map((reward, i) => ({ prompt: "When is high tide?", response: `At 14:2${i}.`, reward, group: "tide", step: 1 }))));
});
const exported = (...args: readonly string[]): readonly Exported[] => ndjson<Exported>(cli.run(["export", ...args]).stdout);
const trainer = run("grpo", "trl_group", batch(REWARDS)).advantages ?? new Float64Array();

describe("export", () => {
	test("one line per rollout; every trained token has its rollout's advantage, others none", () => {
		for (const row of exported("run.jsonl")) {
			expect(row.advantages).toHaveLength(row.loss_mask.length);
			expect(row.advantages).toEqual(row.loss_mask.map(m => (m ? row.advantage : null)));
			expect(row.credit).toMatchObject({ tokens: "text", unknown: null });
			const [from = [], to = []] = row.offsets ?? [];
			const text = row.prompt + row.response;
			expect(from.map((f, t) => text.slice(f, to[t])).join("")).toBe(row.response);
		}
	});

	test("under a locked estimator each token has its lane's", () => {
		for (const row of exported("--estimator", "slca", "run.jsonl")) {
			expect(row.advantage).toBeNull();
			for (const a of row.advantages ?? []) expect([null, row.lanes?.tool, row.lanes?.summary]).toContain(a);
		}
	});

	test("weights are what the loss makes of it: with token-mean they add up to the mean over trained tokens", () => {
		const rows = exported("rows.jsonl");
		const trained = rows.flatMap(r => r.advantages ?? []).filter(a => a !== null);
		const sum = rows.flatMap(r => r.weights ?? []).reduce<number>((s, w) => s + (w ?? 0), 0);
		expect(sum).toBeCloseTo(trained.reduce<number>((s, a) => s + (a ?? 0), 0) / trained.length, 9);
	});

	test("Dr. GRPO divides by the length the trainer allows: unknown until it is given, and said", () => {
		const nd = cli.write("dr.jsonl", nemo([...trainer]));
		for (const how of ["trl-dr_grpo", "seq-mean-token-sum-norm"]) {
			const bare = cli.run(["export", "--aggregation", how, nd]);
			expect(ndjson<{ weights: null; credit: { coefficient: null }; advantages: unknown[] }>(bare.stdout).map(r => [r.weights, r.credit.coefficient, r.advantages.length])).toEqual(
				REWARDS.map(() => [null, null, 3]),
			);
			expect(bare.stderr).toContain("give --max-length N");
			const told = cli.run(["export", "--aggregation", how, "--max-length", "8", nd]);
			expect(told.stderr).toBe("");
			for (const row of ndjson<Exported>(told.stdout)) expect(row.weights).toEqual(row.advantages?.map(a => a && a * (1 / (4 * 8))));
			const weight = (...args: readonly string[]) =>
				(JSON.parse(cli.run(["credit", "--json", "--row", "0", "--aggregation", how, ...args, nd]).stdout) as { tokens: { credit: number | null; weight: number | null }[] }).tokens
					.filter(t => t.credit !== null)
					.map(t => t.weight && t.weight / (t.credit ?? 0));
			expect(new Set(weight())).toEqual(new Set([null]));
			for (const w of weight("--max-length", "8")) expect(w).toBeCloseTo(1 / 32, 9);
		}
	});

	test("what no estimator can say is null as a whole, with the reason; other groups keep theirs", async () => {
		cli.write("nan.jsonl", toNdjson([1, 0, 1, null].map((reward, i) => ({ prompt: "When is high tide?", response: "At noon.", reward, group: i < 2 ? "tide" : "ebb", step: 1 }))));
		const ran = cli.run(["export", "nan.jsonl"]);
		const rows = ndjson<Exported>(ran.stdout);
		expect(rows.map(r => [r.credit.unknown, r.advantages === null, r.weights === null])).toEqual([
			[null, false, false],
			[null, false, false],
			["no-advantage", true, true],
			["no-advantage", true, true],
		]);
		// verl divides by the deviation of the whole group, unknown member and all
		expect(ran.stderr).toContain("2 rollouts have no advantage per token. The estimator gives them none");
		expect(cli.run(["export", "nan.jsonl", "--to", "parquet", "--out", "nan.parquet"]).status).toBe(0);
		const bytes = readFileSync(cli.path("nan.parquet"));
		const table = (await parquetReadObjects({ file: bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length) as ArrayBuffer })) as Record<string, unknown>[];
		expect(table.map(r => [r.advantages === null, r.weights === null])).toEqual([
			[false, false],
			[false, false],
			[true, true],
			[true, true],
		]);
	});

	test("read again, the numbers are the same", () => {
		const first = exported("--preset", "trl_group", "rows.jsonl");
		cli.write("again.jsonl", cli.run(["export", "--preset", "trl_group", "rows.jsonl"]).stdout);
		const second = exported("--preset", "trl_group", "again.jsonl");
		expect(second.map(r => [r.group, r.reward, r.advantage, r.advantages])).toEqual(first.map(r => [r.group, r.reward, r.advantage, r.advantages]));
		expect(first.map(r => r.advantage)).toEqual([...trainer]);
		const [audit] = JSON.parse(cli.run(["audit", "--json", "again.jsonl"]).stdout);
		expect(audit.best).toMatchObject({ estimator: "grpo", preset: "trl_group", maxAbsDiff: 0, matching: 4 });
	});

	test("aligned to the file's own ids and mask", () => {
		cli.write("nemo.jsonl", nemo([...trainer]));
		const rows = exported("--preset", "verl_drgrpo", "nemo.jsonl");
		expect(rows[0]).toMatchObject({ token_ids: [1, 2, 3], loss_mask: [1, 0, 1], credit: { tokens: "file", unknown: null } });
		expect(rows.map(r => r.advantages)).toEqual(rows.map(r => [r.advantage, null, r.advantage]));
		const locked = cli.run(["export", "--estimator", "slca", "nemo.jsonl"]);
		expect(ndjson<Exported>(locked.stdout)[0]).toMatchObject({ advantages: null, credit: { unknown: "needs-places" } });
		expect(locked.stderr).toContain("4 rollouts have no advantage per token");
	});

	test("parquet holds the same columns", async () => {
		cli.write("nemo.jsonl", nemo([...trainer]));
		expect(cli.run(["export", "--to", "parquet", "--out", "out.parquet", "nemo.jsonl"]).status).toBe(0);
		const bytes = readFileSync(cli.path("out.parquet"));
		const rows = (await parquetReadObjects({ file: bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length) as ArrayBuffer })) as Record<string, unknown>[];
		const wanted = exported("nemo.jsonl");
		expect(rows.map(r => [r.reward, r.advantage, r.token_ids, r.loss_mask, r.advantages, r.weights])).toEqual(
			wanted.map(r => [r.reward, r.advantage, r.token_ids, r.loss_mask, r.advantages, r.weights]),
		);
		const found = spawnSync("python3", ["-c", "import pyarrow"]);
		if (found.status === 0)
			expect(
				spawnSync("python3", ["-c", `import pyarrow.parquet as p; print(p.read_table(${JSON.stringify(cli.path("out.parquet"))}).num_rows)`])
					.stdout.toString()
					.trim(),
			).toBe("4");
		expect(Buffer.from(bytes).subarray(0, 4).toString()).toBe("PAR1");
	});

	test.each(["jsonl", "parquet"])("%s read again has the trainer's tokens, mask and advantages, and the audit finds the variant in every token", to => {
		cli.write("nemo.jsonl", nemo([...trainer]));
		const out = `round.${to}`;
		expect(cli.run(["export", "--preset", "rllm", "--to", to, "--out", out, "nemo.jsonl"]).status).toBe(0);
		const [{ has }] = JSON.parse(cli.run(["formats", "--json", out]).stdout);
		expect(has).toMatchObject({ tokens: true, lossMask: true, advantages: true });
		const again = exported("--preset", "rllm", out);
		const first = exported("--preset", "rllm", "nemo.jsonl");
		expect(again.map(r => [r.token_ids, r.loss_mask, r.advantages, r.weights, r.credit.tokens])).toEqual(
			first.map(r => [r.token_ids, r.loss_mask, r.advantages, r.weights, "file"]),
		);
		const [{ tokens }] = JSON.parse(cli.run(["audit", "--json", out]).stdout);
		expect(tokens.best).toMatchObject({ estimator: "grpo", preset: "rllm", rollouts: 4, whole: 4, compared: 8, matching: 8, maxAbsDiff: 0 });
		expect([tokens.mismatches, tokens.masked]).toEqual([[], []]);
	});

	test.each(["jsonl", "parquet"])("%s: pieces of a text without tokens are not taken for tokens when read again", to => {
		expect(cli.run(["export", "--to", to, "--out", `text.${to}`, "rows.jsonl"]).status).toBe(0);
		const [{ has }] = JSON.parse(cli.run(["formats", "--json", `text.${to}`]).stdout);
		expect(has.tokens).toBe(false);
	});

	test("csv: a line per rollout, quoted where it must be, one head for several files", () => {
		cli.write("odd.jsonl", toNdjson([{ prompt: "p", response: "a", reward: 1, group: 'x,"y"' }]));
		const table = lines(cli.run(["export", "--to", "csv", "rows.jsonl", "odd.jsonl"]).stdout);
		expect(table).toHaveLength(6);
		expect(table[0]).toMatch(/^file,row,line,id,group,step,recorded,total,advantage/);
		expect(table[5]).toContain('"x,""y"""');
	});

	test("csv: a text that a spreadsheet would run as a formula is shown as text; numbers stay numbers", () => {
		const evil = ["=cmd|'/c calc'!A1", "+1+1", "-2+3", "@SUM(A1)", "\t=1", "harmless=1"];
		cli.write("evil.jsonl", toNdjson(evil.map((id, i) => ({ id, prompt: "p", response: "a", reward: -i, group: id, step: 1 }))));
		const ids = cli.run(["export", "--to", "csv", "evil.jsonl"]).stdout.split("\n").slice(1, 7);
		expect(ids.map(l => l.split(",").slice(3, 5))).toEqual(evil.map(id => (id === "harmless=1" ? [id, id] : [`'${id}`, `'${id}`])));
		expect(ids.map(l => l.split(",")[6])).toEqual(["0", "-1", "-2", "-3", "-4", "-5"]);
	});

	test("html: several files are one document, those that cannot be read left out", () => {
		cli.write("second.jsonl", toNdjson([{ prompt: "p", response: "second reply", reward: 1, group: "g" }]));
		const page = cli.run(["export", "--to", "html", "nofile.jsonl", "rows.jsonl", "second.jsonl"]).stdout;
		for (const once of [/<!doctype html>/g, /<html /g, /<title>/g, /<style>/g, /<body>/g, /<main>/g, /<\/main><\/body><\/html>\n$/g, /<\/html>/g])
			expect(page.match(once)).toHaveLength(1);
		expect(page.match(/<h1>[^<]*/g)).toEqual(["<h1>Rewards and advantages of rows.jsonl", "<h1>Rewards and advantages of second.jsonl"]);
		expect(page).toMatch(/<title>[^<]*rows\.jsonl, second\.jsonl<\/title>/);
		expect(page).toContain("second reply");
		expect(cli.run(["export", "--to", "html", "nofile.jsonl"]).stdout).toBe("");
	});

	test("html stands alone: nothing is loaded, text is text", () => {
		cli.write(
			"evil.jsonl",
			toNdjson([
				{ prompt: "p", response: "<script>alert(1)</script>", reward: 1, group: "<b>" },
				{ prompt: "p", response: "ok", reward: 0, group: "<b>" },
			]),
		);
		const page = cli.run(["export", "--to", "html", "evil.jsonl"]).stdout;
		expect(page).not.toMatch(/<script|src=|href=|url\(|@import/);
		expect(page).toContain("&lt;script&gt;alert(1)&lt;/script&gt;");
		expect(page).toContain("default-src 'none'");
		expect(page).toContain('class="up"');
	});

	test("markdown: groups and rollouts as tables", () => {
		const text = cli.run(["export", "--to", "markdown", "rows.jsonl"]).stdout;
		expect(text).toContain("| tide | yes |");
		expect(text.match(/^\| tide \|/gm)).toHaveLength(5);
		expect(cli.run(["--locale", "zh-cn", "export", "--to", "markdown", "rows.jsonl"]).stdout).toContain("## Rollout");
	});

	test("what cannot be written is refused", () => {
		expect(cli.run(["export", "--to", "parquet", "rows.jsonl", "run.jsonl"])).toMatchObject({ status: 2, stdout: "" });
		expect(cli.run(["export", "--to", "xml", "rows.jsonl"]).status).toBe(2);
		expect(cli.run(["export", "--out", "no/such/folder.jsonl", "rows.jsonl"])).toMatchObject({ status: 2, stdout: "" });
	});
});

describe("audit", () => {
	test("names the variant a trainer used, and the rollout nothing explains", () => {
		const recorded = [...trainer];
		cli.write("nemo.jsonl", nemo(recorded));
		const rows = toNdjson(REWARDS.map((reward, i) => ({ prompt: "p", response: String(i), reward, group: "g", advantage: i === 2 ? 9 : recorded[i] })));
		cli.write("odd.jsonl", rows);
		const [first, second] = JSON.parse(cli.run(["audit", "--json", "rows.jsonl", "odd.jsonl"]).stdout);
		expect(first).toMatchObject({ recorded: 0, best: null, mismatches: [] });
		expect(second.best).toMatchObject({ estimator: "grpo", preset: "trl_group", matching: 3 });
		expect(second.mismatches).toMatchObject([{ row: 2, recorded: 9, unexplained: true }]);
		const text = cli.run(["audit", "odd.jsonl"]).stdout;
		expect(text).toContain("3 of 4 recorded advantages are those of grpo · trl_group");
		expect(text).toContain("No variant gives the recorded number of row 2.");
		expect(cli.run(["--locale", "zh-cn", "audit", "odd.jsonl"]).stdout).toContain("序号 2");
	});

	test("a batch is a step of the file: presets that divide by the batch's deviation do not mix steps", () => {
		const steps = [
			[1, 0, 0.5, 0.25],
			[10, 0, 4, 2],
		];
		const rows = steps.flatMap((rewards, step) => {
			const advantages = run("grpo", "trl_batch", batch(rewards, ["a", "a", "b", "b"])).advantages ?? [];
			return rewards.map((reward, i) => ({ prompt: "p", response: `${i}`, reward, group: i < 2 ? "a" : "b", step, advantage: advantages[i] }));
		});
		cli.write("steps.jsonl", toNdjson(rows));
		const [found] = JSON.parse(cli.run(["audit", "--json", "steps.jsonl"]).stdout);
		expect(found.best).toMatchObject({ estimator: "grpo", preset: "trl_batch", matching: 8 });
	});
});

describe("analyze leakage", () => {
	test("per group and pooled, the same as beside compared credit", () => {
		const found = JSON.parse(cli.run(["analyze", "leakage", "--json", "run.jsonl"]).stdout);
		const beside = JSON.parse(cli.run(["credit", "--json", "--row", "0", "--compare", "grpo,slca", "run.jsonl"]).stdout).leakage;
		const group = found.groups.find((g: { rows: number[] }) => g.rows.includes(0)) ?? null;
		if (beside === null) expect(group).toBeNull();
		else expect(group).toMatchObject(beside);
		expect(cli.run(["analyze", "leakage", "run.jsonl"]).stdout).not.toContain("undefined");
	});
});
