import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, expect, test } from "vitest";
import { readAnswers } from "../../../src/session/beside/answers";
import { readObjects } from "../../../src/session/beside/objects";
import { readSupplement, sideFiles } from "../../../src/session/beside/supplement";
import { loadRecipe } from "../../../src/session/recipeFile";
import { Session } from "../../../src/session/session";
import { PathSource } from "../../../src/session/source";
import { rowsToParquet } from "./parquet";

const folder = mkdtempSync(join(tmpdir(), "beside-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const write = (name: string, content: string | Buffer): string => {
	writeFileSync(join(folder, name), content);
	return join(folder, name);
};
const json = (value: unknown): string => JSON.stringify(value);
const row = (question: string): string =>
	`${json({ input: `user\n${question}\nassistant\n`, output: '<tool_call>\n{"name": "tide", "arguments": {"port": "Oslo"}}\n</tool_call>', score: 1, step: 1 })}\n`;
const tool = { type: "function", function: { name: "tide", description: "", parameters: { type: "object", properties: { port: { type: "string" } } } } };
const answers = [
	{ question: "High tide?", ground_truth: [{ name: "tide", arguments: { port: "Oslo" } }], tools: [tool] },
	{ id: "x1", answer: "14:20" },
];

async function read(path: string, recipePath: string | null = null) {
	const recipe = recipePath === null ? null : (await loadRecipe(recipePath)).recipe;
	const supplement = await readSupplement(await sideFiles(path, recipe));
	const s = await Session.open(new PathSource(path), { locale: "en", recipe, ...(supplement ? { supplement: supplement.apply, sides: supplement } : {}) });
	try {
		await s.done();
		const { rollout } = (await s.detail(0)).judged;
		const notes = s
			.file()
			.problems.filter(p => p.code.startsWith("side-"))
			.map(p => [p.code, p.severity]);
		return { calls: rollout.reference?.calls, tools: rollout.tools?.map(t => t.name), notes };
	} finally {
		await s.close();
	}
}
const JOINED = [[{ name: "tide", arguments: { port: "Oslo" } }]];

test("a data set beside the file under its name brings right answers and tools, joined by the question, and is named", async () => {
	const path = write("1.jsonl", row("High tide?"));
	write("1.reference.jsonl", answers.map(a => `${json(a)}\n`).join(""));
	expect(await read(path)).toEqual({ calls: JOINED, tools: ["tide"], notes: [["side-reference", "info"]] });
});

test("a recipe names both, seen from its own folder, before what lies beside; tools of a row are stronger than the tool file's", async () => {
	const path = write("2.jsonl", row("High tide?"));
	write("2.reference.json", json([{ question: "High tide?", ground_truth: [{ name: "other", arguments: {} }] }]));
	write("answers.json", json([{ question: "High tide?", ground_truth: answers[0]?.ground_truth }]));
	write("tools.json", json([{ name: "moon", description: "", parameters: {} }]));
	const recipe = write("2.reward.json", json({ reference: "answers.json", tools: "./tools.json" }));
	expect(await read(path, recipe)).toEqual({
		calls: JOINED,
		tools: ["moon"],
		notes: [
			["side-reference", "info"],
			["side-tools", "info"],
		],
	});
	write("answers.json", json(answers));
	expect((await read(path, recipe)).tools).toEqual(["tide"]);
});

test("answers that fit no rollout are said to", async () => {
	const path = write("3.jsonl", row("Low tide?"));
	write("3.reference.json", json(answers));
	expect(await read(path)).toMatchObject({ notes: [["side-unused", "warning"]] });
});

test("without such files nothing is added", async () => {
	expect(await read(write("4.jsonl", row("High tide?")))).toMatchObject({ notes: [] });
	expect(await sideFiles(null, null)).toEqual({ reference: null, tools: null });
});

test("packed and parquet files are read too; questions and answers under one id come together", async () => {
	const packed = write(
		"packed.jsonl.gz",
		gzipSync(`${json({ id: "q", question: [[{ role: "user", content: "High tide?" }]], function: [tool] })}\n${json({ id: "q", ground_truth: [{ tide: { port: ["Oslo"] } }] })}\n`),
	);
	const found = (await readAnswers(packed)).byId.get("q");
	expect([found?.tools?.map(t => t.name), found?.reference?.calls]).toEqual([["tide"], JOINED]);
	const rows = await readObjects(write("rows.parquet", await rowsToParquet([{ question: "High tide?", answer: "14:20" }])));
	expect(rows).toEqual([{ question: "High tide?", answer: "14:20" }]);
});

test.each([
	["not JSON", "a.json", '[{"a": 1},\n{"b": }]', { kind: "file-not-json", data: { line: 2, column: 7 } }],
	["a broken line", "b.jsonl", '{"a": 1}\n{"b": \n', { kind: "file-not-json", data: { line: 2 } }],
])("%s is refused with its place", async (_, name, content, refusal) => {
	await expect(readObjects(write(name, content))).rejects.toMatchObject(refusal);
});

test("a side file without answers or tools, or none at all, is refused", async () => {
	const empty = write("none.json", json([{ loss: 1 }]));
	await expect(readSupplement({ reference: empty, tools: null })).rejects.toMatchObject({ kind: "no-reference" });
	await expect(readSupplement({ reference: null, tools: empty })).rejects.toMatchObject({ kind: "no-tools" });
	await expect(readSupplement({ reference: join(folder, "absent"), tools: null })).rejects.toMatchObject({ kind: "not-found" });
});

test("an id with different answers is told, the last one counts; equal ones, and parts that go together, are not", async () => {
	const torn = async (name: string, ...rows: readonly object[]) => (await readAnswers(write(name, rows.map(r => `${json(r)}\n`).join("")))).torn;
	expect(await torn("t1.jsonl", { id: "r0", answer: "3" }, { id: "r1", answer: "1" }, { id: "r0", answer: "4" })).toEqual(["r0"]);
	expect(await torn("t2.jsonl", { id: "r0", answer: "3" }, { id: "r0", answer: "3" })).toEqual([]);
	expect(await torn("t3.jsonl", { id: "r0", question: "q", tools: [tool] }, { id: "r0", answer: "3" })).toEqual([]);
	// one prompt under two ids is joined by id
	expect(await torn("t4.jsonl", { id: "a", question: "q", answer: "3" }, { id: "b", question: "q", answer: "4" })).toEqual([]);
	expect(await torn("t5.jsonl", { question: "q", answer: "3" }, { question: "q", answer: "4" })).toEqual(["q"]);

	const path = write("torn.jsonl", row("High tide?"));
	write("torn.reference.jsonl", ["Bergen", "Oslo"].map(port => `${json({ question: "High tide?", ground_truth: [{ name: "tide", arguments: { port } }] })}\n`).join(""));
	const { calls, notes } = await read(path);
	expect(calls).toEqual(JOINED);
	expect(notes).toEqual([
		["side-reference", "info"],
		["side-torn", "warning"],
	]);
});
