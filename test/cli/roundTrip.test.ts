import { expect, test } from "vitest";
import { gradeLines } from "../../src/session/judges/grades";
import { ROLLOUTS } from "./rollouts";
import { lines, ndjson, toNdjson, useCli } from "./support";

interface Row {
	readonly row: number;
	readonly group: string | null;
	readonly reward: number | null;
	readonly advantage: number | null;
	readonly advantages: readonly (number | null)[] | null;
	readonly loss_mask: readonly number[];
}
const cli = useCli();
const REWARDS = [1, 0, 0.5, 0.1, 1 / 3];
const rows = (): string =>
	cli.write("rows.jsonl", toNdjson(REWARDS.map((reward, i) => ({ prompt: "When is high tide?", response: `At 14:2${i}.`, reward, group: 'ti,"de"', step: 1 }))));
const exported = (...args: readonly string[]): readonly Row[] => ndjson<Row>(cli.run(["export", ...args]).stdout);
const numbers = (of: readonly Row[]) => of.map(r => [r.group, r.reward, r.advantage, r.advantages, r.loss_mask]);

/** Cells of a table of comma-separated values. */
const cellsOf = (line: string): readonly string[] => [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(m => (m[1] ?? m[2] ?? "").replaceAll('""', '"'));

test("parquet: read again by the same program, the numbers are the same, and the audit says which variant made them", () => {
	expect(cli.run(["export", "--to", "parquet", "--preset", "trl_group", "--out", "out.parquet", rows()]).status).toBe(0);
	expect(numbers(exported("--preset", "trl_group", "out.parquet"))).toEqual(numbers(exported("--preset", "trl_group", rows())));
	const [audit] = JSON.parse(cli.run(["audit", "--json", "out.parquet"]).stdout);
	expect(audit.best).toMatchObject({ estimator: "grpo", preset: "trl_group", maxAbsDiff: 0, matching: REWARDS.length });
});

interface Scored {
	readonly recorded: { readonly reward: number | null; readonly components: Record<string, number | null>; readonly advantage: number | null };
}
const recordedOf = (file: string) => ndjson<Scored>(cli.run(["score", file, "--ndjson"]).stdout).map(r => r.recorded);

test.each(["jsonl", "parquet"])("%s: what a locked or recomputed reward gave is not taken for the trainer's, nor any figure of ours for a component", to => {
	const file = cli.write("r.jsonl", ROLLOUTS);
	const rewards = recordedOf(file).map(r => r.reward);
	expect(new Set(rewards).size).toBeGreaterThan(1);
	for (const args of [["--estimator", "slca"], ["--reward", "layered"], []]) {
		expect(cli.run(["export", "--to", to, "--out", `again.${to}`, ...args, file]).status).toBe(0);
		const again = recordedOf(`again.${to}`);
		expect(again.map(r => r.reward)).toEqual(rewards);
		expect(again.map(r => r.components)).toEqual(rewards.map(() => ({})));
	}
});

test("csv: every number to its last digit", () => {
	const [head = "", ...body] = lines(cli.run(["export", "--to", "csv", rows()]).stdout);
	const names = cellsOf(head);
	const read = body.map(line => Object.fromEntries(cellsOf(line).map((cell, i) => [names[i], cell])));
	const number = (cell: string | undefined): number | null => (cell === "" || cell === undefined ? null : Number(cell));
	expect(read.map(r => [r.group, number(r.recorded), number(r.advantage)])).toEqual(exported(rows()).map(r => [r.group, r.reward, r.advantage]));
});

test.each(["markdown", "html"])("%s: what people read is the number, rounded", to => {
	const text = cli.run(["export", "--to", to, rows()]).stdout;
	const shown = [...text.matchAll(/[+−-]?\d+(?:\.\d+)?/g)].map(m => Number(m[0].replace("−", "-")));
	for (const { reward, advantage } of exported(rows())) for (const v of [reward, advantage]) expect(shown.some(s => Math.abs(s - (v ?? Number.NaN)) <= 0.0005)).toBe(true);
});

test("grades that the editor writes are what --grades reads", () => {
	const file = cli.write("r.jsonl", ROLLOUTS);
	const recipe = cli.write("e.reward.json", JSON.stringify({ judge: { id: "evidence" }, reward: { id: "hierr" } }));
	const plain = cli.write("p.reward.json", JSON.stringify({ reward: { id: "hierr" } }));
	const judged = ndjson<{ content: string; grade: number | null; reason: string; detail: string }>(cli.run(["judge", file, "--recipe", recipe, "--ndjson"]).stdout);
	const given = judged.flatMap(({ content, grade, reason, detail }) => (grade === null ? [] : [[content, { grade, reason, detail, by: "evidence" }] as const]));
	const kept = cli.write("r.grades.jsonl", gradeLines(new Map(given)));
	const score = (...args: readonly string[]) => ndjson(cli.run(["score", file, "--ndjson", ...args]).stdout).map(r => [r.row, r.reward, r.layers]);
	expect(score("--recipe", plain, "--grades", kept)).toEqual(score("--recipe", recipe));
	expect(score("--recipe", plain)).not.toEqual(score("--recipe", recipe));
});
