import { appendFileSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, afterEach, describe, expect, test } from "vitest";
import { judgedStream } from "../../../src/cli/stream";
import { DEFAULT_RECIPE } from "../../../src/core/model/recipe";
import { allFindings } from "../../../src/session/findings";
import { filesOfFolder, theseFiles } from "../../../src/session/run/files";
import { RunSource } from "../../../src/session/run/runSource";
import { Session, type SessionOptions } from "../../../src/session/session";
import { PathSource } from "../../../src/session/source";
import { groupsOf, stateOf } from "../support/state";

const root = mkdtempSync(join(tmpdir(), "run-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));
const open: Session[] = [];
afterEach(async () => {
	for (const s of open.splice(0)) await s.close();
});

let folders = 0;
/** A folder with these files. */
function folderOf(files: Readonly<Record<string, string | Buffer>>): string {
	const folder = join(root, String(folders++));
	for (const [name, content] of Object.entries(files)) {
		mkdirSync(join(folder, name, ".."), { recursive: true });
		writeFileSync(join(folder, name), content);
	}
	return folder;
}
async function runOf(folder: string, options: Partial<SessionOptions> = {}): Promise<Session> {
	const s = await Session.open(await RunSource.open(filesOfFolder(folder), null), { locale: "en", ...options });
	open.push(s);
	await s.done();
	return s;
}
/** A row that tells no step; its group is its prompt. */
const sky = (question: string, score: number): string =>
	`${JSON.stringify({ input_prompt: `user\n${question}\nassistant\n`, output_response: `a ${score}`, score, stop_reason: "stop", env_class: "x", env_extras: {}, data_source: "x" })}\n`;
/** One that tells its step. */
const verl = (question: string, score: number, step: number): string => `${JSON.stringify({ input: `user\n${question}\nassistant\n`, output: `a ${score}`, score, step })}\n`;
/** One whose group has a name. */
const chat = (question: string, score: number): string =>
	`${JSON.stringify({
		messages: [
			{ role: "user", content: question },
			{ role: "assistant", content: `a ${score}` },
		],
		reward: score,
		group_id: question,
	})}\n`;
/** File, line, step and group of every row. */
async function places(s: Session): Promise<readonly (readonly [string | undefined, number, number | null, string | null])[]> {
	const out: (readonly [string | undefined, number, number | null, string | null])[] = [];
	for (let row = 0; row < s.rows; row++) {
		const { file, place, judged } = await s.detail(row);
		out.push([file?.name, place.line, judged.rollout.step, judged.rollout.group]);
	}
	return out;
}

describe.each([
	["read in order", {}],
	["indexed first", { indexFrom: 1 }],
] as const)("a run of several files, %s", (_, options) => {
	test("rows keep their file, line and step; a group does not reach over steps", async () => {
		const s = await runOf(
			folderOf({
				"10.jsonl": sky("q", 1) + sky("q", 0),
				// no line feed at the end, and a blank line
				"2.jsonl": `\n${sky("q", 0.5)}${sky("p", 0.25).trimEnd()}`,
			}),
			options,
		);
		expect((await places(s)).map(([file, line, step]) => [file, line, step])).toEqual([
			["2.jsonl", 2, 2],
			["2.jsonl", 3, 2],
			["10.jsonl", 1, 10],
			["10.jsonl", 2, 10],
		]);
		expect(groupsOf(s.state.groups).members).toEqual([[0], [1], [2, 3]]);
		expect(groupsOf(s.state.groups).steps).toEqual([2, 2, 10]);
		expect([...s.state.ledger.recorded.view()]).toEqual([0.5, 0.25, 1, 0]);
		expect(s.file()).toMatchObject({ run: { files: 2 }, rollouts: 4, groups: 3, format: "skyrl" });
	});

	test("ranks of one step share its groups; the step in a record is stronger than the name's", async () => {
		const s = await runOf(folderOf({ "step_3_rank0.jsonl": verl("q", 1, 3) + verl("q", 1, 7), "step_3_rank1.jsonl": verl("q", 0, 3) }), options);
		expect(groupsOf(s.state.groups).members).toEqual([[0, 2], [1]]);
		expect(groupsOf(s.state.groups).steps).toEqual([3, 7]);
	});

	test("without any step, files that are not ranks of each other share no group", async () => {
		const s = await runOf(folderOf({ "a_rank0.jsonl": sky("q", 1), "a_rank1.jsonl": sky("q", 0), "b.jsonl": sky("q", 0) }), options);
		expect(groupsOf(s.state.groups).members).toEqual([[0, 1], [2]]);
		expect(groupsOf(s.state.groups).keys[1]).toMatch(/^b · /);
	});
});

test("files of one name in several folders share groups only where a benchmark's attempts lie so", async () => {
	const results = await runOf(folderOf({ "wordle/results.jsonl": sky("q", 1), "maths/results.jsonl": sky("q", 0) }));
	expect(groupsOf(results.state.groups).members).toEqual([[0], [1]]);
	const bfcl = (text: string): string => `${JSON.stringify({ id: "simple_python_0", result: text, latency: 0.5 })}\n`;
	const attempts = await runOf(folderOf({ "try1/BFCL_v4_simple_python_result.json": bfcl("[f(a=1)]"), "try2/BFCL_v4_simple_python_result.json": bfcl("[f(a=2)]") }));
	expect([attempts.importer.id, groupsOf(attempts.state.groups).members]).toEqual(["bfcl", [[0, 1]]]);
});

test("packed files and documents of several lines are part of a run, with their own lines", async () => {
	const document = JSON.stringify([JSON.parse(sky("q", 0.5)), JSON.parse(sky("q", 0))], null, 2);
	const s = await runOf(folderOf({ "1.jsonl.gz": gzipSync(sky("q", 1) + sky("q", 0)), "2.json": `${document}\n`, "3.jsonl": sky("q", 1) }));
	expect((await places(s)).map(([file, line, step]) => [file, line, step])).toEqual([
		["1.jsonl.gz", 1, 1],
		["1.jsonl.gz", 2, 1],
		["2.json", 1, 2],
		["2.json", 1, 2],
		["3.jsonl", 1, 3],
	]);
	const line = document.slice(0, document.lastIndexOf('"input_prompt"')).split("\n").length;
	expect(await s.place({ row: 3, offset: 0 })).toMatchObject({ file: "2.json", line });
});

test("what is no rollout file, or of another format, is left out and said", async () => {
	const s = await runOf(folderOf({ "1.jsonl": sky("q", 1), "2.jsonl": sky("q", 0), "chat.jsonl": chat("q", 1), "config.json": '{"lr": 1e-6}', "empty.jsonl": "" }));
	expect(s.rows).toBe(2);
	const said = s.file().problems.filter(p => p.code === "left-out");
	expect(said.map(p => /chat\.jsonl|config\.json|empty\.jsonl/.exec(p.message)?.[0]).sort()).toEqual(["chat.jsonl", "config.json", "empty.jsonl"]);
	await expect(RunSource.open(filesOfFolder(folderOf({ "a.json": "{}", "b.json": "[]" })), null)).rejects.toMatchObject({ kind: "empty-run" });
});

test("findings name the file and its line, in the order of the files", async () => {
	const s = await runOf(folderOf({ "1.jsonl": `${sky("q", 1)}{broken\n`, "2.jsonl": `{broken too\n${sky("q", 0)}` }));
	const found = [];
	for await (const f of allFindings(s)) if (f.code === "not-json") found.push([f.file, f.line, f.column]);
	expect(found).toEqual([
		["1.jsonl", 2, 2],
		["2.jsonl", 1, 2],
	]);
	const listed = (await s.findings({ from: 0, to: 100 })).items.filter(f => f.code === "not-json").map(f => [f.file, f.line]);
	expect(listed).toEqual([
		["1.jsonl", 2],
		["2.jsonl", 1],
	]);
});

test("the stream that scores row by row says the same places", async () => {
	const folder = folderOf({ "1.jsonl": `\n${sky("q", 1)}`, "2.jsonl": sky("q", 0) });
	const source = await RunSource.open(filesOfFolder(folder), null);
	const stream = await judgedStream(source, DEFAULT_RECIPE, undefined);
	const out = [];
	for await (const d of stream.rollouts) out.push([d.row, d.file?.path, d.place.line, d.judged.rollout.step]);
	await source.close();
	expect(out).toEqual([
		[0, join(folder, "1.jsonl"), 2, 1],
		[1, join(folder, "2.jsonl"), 1, 2],
	]);
});

test("named files stay these, in the order given", async () => {
	const folder = folderOf({ "1.jsonl": sky("q", 1), "2.jsonl": sky("q", 0), "3.jsonl": sky("q", 0.5) });
	const source = await RunSource.open(theseFiles(folder, [join(folder, "3.jsonl"), join(folder, "1.jsonl")]), null);
	expect(source.parts.map(p => p.name)).toEqual(["3.jsonl", "1.jsonl"]);
	await source.close();
});

/** The same numbers every time. */
function random(seed: number): () => number {
	let s = seed;
	return () => {
		s = (Math.imul(s, 1664525) + 1013904223) >>> 0;
		return s / 4294967296;
	};
}

test.each([
	["read in order", Number.POSITIVE_INFINITY, 3, sky],
	["indexed first", 100, 4, sky],
	["indexed first, groups with names", 100, 5, chat],
] as const)("files come, grow, are written anew, cut and removed 120 times in random order, %s: always what a fresh run says", async (_, indexFrom, seed, row) => {
	const next = random(seed);
	const whole = (n: number): number => Math.floor(next() * n);
	const folder = folderOf({ "1.jsonl": sky("q", 1), "2.jsonl": sky("q", 0) });
	let n = 0;
	const lines = (): string => Array.from({ length: 1 + whole(6) }, () => row(`q${n++ >> 1}`, (n % 7) / 7)).join("");
	const torn = (): string => (whole(3) === 0 ? lines().slice(0, -4) : lines());
	const s = await runOf(folder, { indexFrom });
	let last = 2;
	const there = [1, 2];
	const seen = new Set<string>();
	for (let i = 0; i < 120; i++) {
		const action = ["come", "come", "grow last", "grow last", "grow any", "anew", "remove", "empty"][whole(8)] as string;
		seen.add(action);
		const any = join(folder, `${there[whole(there.length)]}.jsonl`);
		if (action === "come") {
			there.push(++last);
			writeFileSync(join(folder, `${last}.jsonl`), torn());
		} else if (action === "empty") {
			there.push(++last);
			writeFileSync(join(folder, `${last}.jsonl`), "");
		} else if (action === "grow last") appendFileSync(join(folder, `${there.at(-1)}.jsonl`), torn());
		else if (action === "grow any") appendFileSync(any, torn());
		else if (action === "anew") {
			writeFileSync(`${any}.new`, lines());
			renameSync(`${any}.new`, any);
		} else if (there.length > 2) rmSync(join(folder, `${there.splice(whole(there.length), 1)[0]}.jsonl`));
		await s.refresh();
		await s.done();
		const fresh = await runOf(folder, { indexFrom });
		// a file that was empty when a later one came is read behind that one: the same rows in another order
		const order = (x: Session): string => JSON.stringify((x.source as RunSource).parts.map(p => [p.name, p.bytes]));
		if (order(s) === order(fresh)) expect([i, action, stateOf(s)]).toEqual([i, action, stateOf(fresh)]);
		else expect([i, s.rows, s.state.groups.count]).toEqual([i, fresh.rows, fresh.state.groups.count]);
		await open.pop()?.close();
	}
	expect(seen.size).toBe(6);
});

test("one file opened as a run says what the file alone says", async () => {
	const folder = folderOf({ "5.jsonl": sky("q", 1) + sky("q", 0) });
	const run = await runOf(folder);
	const alone = await Session.open(new PathSource(join(folder, "5.jsonl")), { locale: "en" });
	open.push(alone);
	await alone.done();
	// but for the step that only the run asks the name for
	const without = (state: unknown): unknown => ({ ...(state as object), step: [], groups: { ...(state as { groups: object }).groups, steps: [] } });
	expect(without(stateOf(run))).toEqual(without(stateOf(alone)));
	expect([groupsOf(run.state.groups).steps, groupsOf(alone.state.groups).steps]).toEqual([[5], [null]]);
});

test("a run of many files keeps few of them open", async () => {
	const s = await runOf(folderOf(Object.fromEntries(Array.from({ length: 200 }, (_, i) => [`${i}.jsonl`, sky("q", i / 200)]))));
	expect([s.rows, s.state.groups.count]).toEqual([200, 200]);
	const handles = (s.source as unknown as { members: { disk: { handle: unknown } }[] }).members.filter(m => m.disk.handle !== null).length;
	expect(handles).toBeLessThanOrEqual(32);
});
