import { mkdirSync, writeFileSync } from "node:fs";
import { beforeAll, expect, test } from "vitest";
import { ndjson, useCli } from "./support";

const cli = useCli();
/** A row that tells no step; its group is its prompt. */
const row = (question: string, score: number): string =>
	`${JSON.stringify({ input_prompt: `user\n${question}\nassistant\n`, output_response: `a ${score}`, score, stop_reason: "stop", env_class: "x", env_extras: {}, data_source: "x" })}\n`;
beforeAll(() => {
	cli.write("step_1_rank0.jsonl", row("q", 1));
	cli.write("step_1_rank1.jsonl", `${row("q", 0)}{broken\n`);
	cli.write("step_2_rank0.jsonl", row("q", 1));
	mkdirSync(cli.path("dump"));
	for (const step of [9, 10]) writeFileSync(cli.path(`dump/${step}.jsonl`), row("q", 1) + row("q", 0));
});
const THREE = ["step_1_rank0.jsonl", "step_1_rank1.jsonl", "step_2_rank0.jsonl"];

interface Group {
	readonly file: string;
	readonly step: number | null;
	readonly size: number;
	readonly members: readonly { readonly row: number; readonly file?: string; readonly line?: number }[];
}

test("groups of a run reach over the files of a step, not over steps; each member says where it stands", () => {
	const groups = ndjson<Group>(cli.run(["groups", "--run", ...THREE, "--ndjson"]).stdout);
	expect(groups.map(g => [g.step, g.size, g.members.map(m => [m.row, m.file, m.line])])).toEqual([
		[
			1,
			2,
			[
				[0, "step_1_rank0.jsonl", 1],
				[1, "step_1_rank1.jsonl", 1],
			],
		],
		[2, 1, [[2, "step_2_rank0.jsonl", 1]]],
	]);
});

test("without --run every file stands alone", () => {
	const groups = ndjson<Group>(cli.run(["groups", ...THREE, "--ndjson"]).stdout);
	expect(groups.map(g => [g.file, g.step, g.size, g.members[0]?.file])).toEqual(THREE.map(file => [file, null, 1, undefined]));
});

test("a folder is read in natural order; score names file, line and step of each row", () => {
	const rows = ndjson<{ file: string; row: number; line: number; step: number }>(cli.run(["score", "--run", "dump", "--ndjson"]).stdout);
	expect(rows.map(r => [r.file, r.row, r.line, r.step])).toEqual([
		["dump/9.jsonl", 0, 1, 9],
		["dump/9.jsonl", 1, 2, 9],
		["dump/10.jsonl", 2, 1, 10],
		["dump/10.jsonl", 3, 2, 10],
	]);
	const credit = JSON.parse(cli.run(["credit", "--run", "dump", "--row", "3", "--json"]).stdout) as { file: string; line: number; step: number };
	expect([credit.file, credit.line, credit.step]).toEqual(["10.jsonl", 2, 10]);
});

test("check and complaints name the file of each place", () => {
	const ran = cli.run(["check", "--run", ...THREE, "--report", "json"]);
	const found = (JSON.parse(ran.stdout) as { findings: { file: string; line: number; code: string }[] }).findings.filter(f => f.code === "not-json");
	expect(found).toMatchObject([{ file: "step_1_rank1.jsonl", line: 2 }]);
	expect(cli.run(["check", "--run", ...THREE]).stdout).toContain("step_1_rank1.jsonl:2:2");
	const sarif = JSON.parse(cli.run(["check", "--run", "step_1_rank1.jsonl", "step_2_rank0.jsonl", "--report", "sarif"]).stdout) as {
		runs: { results: { ruleId: string; locations: { physicalLocation: { artifactLocation: { uri: string } } }[] }[] }[];
	};
	expect(sarif.runs[0]?.results.find(r => r.ruleId === "not-json")?.locations[0]?.physicalLocation.artifactLocation.uri).toBe("step_1_rank1.jsonl");
	expect(cli.run(["groups", "--run", ...THREE]).stderr).toContain("step_1_rank1.jsonl:2:2");
});

test("groups over files of several folders with one step are told; ranks, also as folders, and other steps are not", () => {
	const stepped = (question: string, score: number): string => `${JSON.stringify({ input: question, output: "a", gts: null, score, step: 1, uid: "u" })}\n`;
	const write = (path: string, text: string): void => {
		mkdirSync(cli.path(path.slice(0, path.lastIndexOf("/"))), { recursive: true });
		writeFileSync(cli.path(path), text);
	};
	// by the file's name, and by records that tell a step under any name
	for (const [folder, name, line] of [
		["named", "1", row],
		["told", "rollouts", stepped],
	] as const) {
		for (const part of ["", "old/"]) write(`${folder}/${part}${name}.jsonl`, line("q", 1) + line("q", 0));
		const ran = cli.run(["groups", "--run", folder, "--ndjson"]);
		expect(ndjson<Group>(ran.stdout).map(g => [g.step, g.size])).toEqual([[1, 4]]);
		expect(ran.stderr).toContain("members come from files of several folders with the same step: 1 (");
		for (const part of ["", "old/"]) expect(ran.stderr).toMatch(new RegExp(`[( ]${part}${name}\\.jsonl[,)]`));
	}
	for (const rank of [0, 1]) write(`ranked/rank_${rank}/1.jsonl`, row("q", rank));
	for (const step of [1, 2]) write(`stepped/step_${step}/all.jsonl`, row("q", 1) + row("q", 0));
	for (const own of ["a", "b"]) write(`apart/${own}/all.jsonl`, row("q", 1) + row("q", 0));
	const sizes = (folder: string) => ndjson<Group>(cli.run(["groups", "--run", folder, "--ndjson"]).stdout).map(g => g.size);
	expect([sizes("ranked"), sizes("stepped"), sizes("apart")]).toEqual([[2], [2, 2], [2, 2]]);
	for (const folder of ["ranked", "stepped", "apart"]) expect(cli.run(["groups", "--run", folder]).stderr).toBe("");
});

test("what cannot be a run is refused in words", () => {
	const stdin = cli.run(["groups", "--run", "-"]);
	expect([stdin.status, stdin.stderr]).toEqual([2, expect.stringContaining("Standard input cannot be part of a run")]);
	mkdirSync(cli.path("empty"), { recursive: true });
	expect(cli.run(["groups", "--run", "empty"]).status).toBe(2);
	cli.write("other.jsonl", `${JSON.stringify({ messages: [{ role: "user", content: "q" }], reward: 1 })}\n`);
	const mixed = cli.run(["groups", "--run", ...THREE, "other.jsonl"]);
	expect([mixed.status, mixed.stderr]).toEqual([0, expect.stringMatching(/Not part of the run: other\.jsonl is .*, unlike the other files of the run/)]);
});
