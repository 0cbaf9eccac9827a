import { chmodSync, existsSync, linkSync, lstatSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { beforeEach, describe, expect, test } from "vitest";
import { ROLLOUTS } from "./rollouts";
import { lines, ndjson, toNdjson, useCli } from "./support";

const cli = useCli();
const row = (reward: number, step = 1) => ({ prompt: "When is high tide?", response: `At 14:2${reward}.`, reward, group: "tide", step });
const ROWS = toNdjson([row(1), row(0)]);
const OLD = "an older result\n";
const text = (name: string): string => readFileSync(cli.path(name), "utf8");
const drafts = (folder = "."): readonly string[] => readdirSync(cli.path(folder)).filter(f => f.endsWith(".part"));

beforeEach(() => {
	cli.write("rows.jsonl", ROWS);
	cli.write("old.txt", OLD);
});

describe("a result never replaces what is read", () => {
	const refused = (args: readonly string[], kept = "rows.jsonl"): void => {
		const ran = cli.run(["export", ...args]);
		expect(ran.status).toBe(2);
		expect(ran.stderr).toContain("is read by this command");
		expect(text(kept)).toBe(ROWS);
		expect(drafts()).toEqual([]);
	};

	test.each(["jsonl", "csv", "parquet", "html", "markdown", "sft"])("as %s", to => refused(["rows.jsonl", "--to", to, "--out", "rows.jsonl"]));

	test("by another way to the same file", () => {
		refused(["rows.jsonl", "--out", cli.path("rows.jsonl")]);
		mkdirSync(cli.path("links"), { recursive: true });
		symlinkSync(cli.path("rows.jsonl"), cli.path("links/soft.jsonl"));
		linkSync(cli.path("rows.jsonl"), cli.path("links/hard.jsonl"));
		refused(["rows.jsonl", "--out", "links/soft.jsonl"]);
		refused(["links/soft.jsonl", "--out", "rows.jsonl"]);
		refused(["rows.jsonl", "--out", "links/hard.jsonl"]);
	});

	test("one of several, a glob's, and what is left out", () => {
		cli.write("other.jsonl", ROWS);
		refused(["other.jsonl", "rows.jsonl", "--out", "rows.jsonl"]);
		refused(["r*.jsonl", "--out", "rows.jsonl"]);
		refused(["rows.jsonl", "--to", "sft", "--excluded", "rows.jsonl"]);
	});

	test("a member of a run, by the folder's name", () => {
		mkdirSync(cli.path("run"), { recursive: true });
		for (const n of [1, 2]) cli.write(`run/${n}.jsonl`, toNdjson([row(1, n), row(0, n)]));
		const before = text("run/2.jsonl");
		expect(cli.run(["export", "--run", "run", "--out", "run/2.jsonl"]).status).toBe(2);
		expect(text("run/2.jsonl")).toBe(before);
		expect(drafts("run")).toEqual([]);
	});

	test("recipe, reference and tools, named or beside the file", () => {
		cli.write("named.reward.json", '{"reward":{"id":"recorded"}}');
		cli.write("rows.reward.json", '{"reward":{"id":"recorded"}}');
		for (const args of [
			["rows.jsonl", "--recipe", "named.reward.json", "--out", "named.reward.json"],
			["rows.jsonl", "--out", "rows.reward.json"],
		]) {
			expect(cli.run(["export", ...args]).stderr).toContain("is read by this command");
			expect(text(args.at(-1) as string)).toBe('{"reward":{"id":"recorded"}}');
		}
	});

	test("a cache of grades", () => {
		cli.write("grades.jsonl", ROWS);
		const ran = cli.run(["judge", "grades.jsonl", "--grade-cache", "."]);
		expect([ran.status, text("grades.jsonl")]).toEqual([2, ROWS]);
		expect(ran.stderr).toContain("is read by this command");
	});

	test("one file for two results", () => {
		for (const same of ["old.txt", "fresh.txt"]) expect(cli.run(["export", "rows.jsonl", "--to", "sft", "--out", same, "--excluded", `./${same}`]).stderr).toContain("same file");
		expect([text("old.txt"), existsSync(cli.path("fresh.txt")), drafts()]).toEqual([OLD, false, []]);
	});
});

describe("work that fails leaves what was there", () => {
	test.each([["nofile"], ["old.txt"], ["rows.jsonl", "--to", "parquet", "rows.jsonl", "other.jsonl"]])("%s", (...args) => {
		cli.write("other.jsonl", ROWS);
		cli.write("kept.txt", OLD);
		const ran = cli.run(["export", ...args, "--out", "kept.txt"]);
		expect([ran.status, text("kept.txt"), drafts()]).toEqual([2, OLD, []]);
	});

	test("it says so, and a file that was not there is not there afterwards", () => {
		expect(cli.run(["export", "nofile", "--out", "new.txt"]).stderr).toContain("new.txt was not written.");
		expect(existsSync(cli.path("new.txt"))).toBe(false);
	});

	test("files that can be read are written although another cannot", () => {
		const ran = cli.run(["export", "nofile", "rows.jsonl", "--out", "some.jsonl"]);
		expect([ran.status, ndjson(text("some.jsonl")).length]).toEqual([2, 2]);
	});
});

describe("what is written", () => {
	test("is what standard output would be; rights and links stay", () => {
		chmodSync(cli.path("old.txt"), 0o640);
		symlinkSync(cli.path("old.txt"), cli.path("way.txt"));
		expect(cli.run(["export", "rows.jsonl", "--out", "way.txt"]).status).toBe(0);
		expect(text("old.txt")).toBe(cli.run(["export", "rows.jsonl"]).stdout);
		expect(lstatSync(cli.path("way.txt")).isSymbolicLink()).toBe(true);
		expect(statSync(cli.path("old.txt")).mode & 0o777).toBe(0o640);
		expect(drafts()).toEqual([]);
	});

	test("rows that are left out, of all files", () => {
		for (const name of ["a", "b"]) cli.write(`${name}.jsonl`, ROLLOUTS);
		expect(cli.run(["export", "--reward", "layered", "a.jsonl", "b.jsonl", "--to", "sft", "--out", "sft.jsonl", "--excluded", "left.jsonl"]).status).toBe(0);
		const left = ndjson<{ file: string; row: number }>(text("left.jsonl"));
		expect(left.length + lines(text("sft.jsonl")).length).toBe(2 * lines(ROLLOUTS).length);
		expect(new Set(left.map(l => l.file))).toEqual(new Set(["a.jsonl", "b.jsonl"]));
	});

	test("goes to devices as it comes; a full one is told", () => {
		expect(cli.run(["export", "rows.jsonl", "--out", "/dev/null"]).status).toBe(0);
		const full = cli.run(["export", "rows.jsonl", "--out", "/dev/full"]);
		expect(full.status).toBe(2);
		expect(full.stderr).toContain("/dev/full cannot be written: no space is left");
	});

	test("a place that cannot be is told as one of writing", () => {
		expect(cli.run(["export", "rows.jsonl", "--out", "no/such/folder.jsonl"]).stderr).toContain("The folder of no/such/folder.jsonl does not exist");
		writeFileSync(cli.path("plain"), "");
		expect(cli.run(["export", "rows.jsonl", "--out", "plain/x.jsonl"]).stderr).toContain("The folder of plain/x.jsonl does not exist");
		mkdirSync(cli.path("folder"), { recursive: true });
		expect(cli.run(["export", "rows.jsonl", "--out", "folder"]).stderr).toContain("This is a folder");
	});

	test.skipIf(process.getuid?.() === 0)("what may not be written is told so", () => {
		chmodSync(cli.path("old.txt"), 0o444);
		expect(cli.run(["export", "rows.jsonl", "--out", "old.txt"]).stderr).toContain("No permission to write old.txt");
		expect(text("old.txt")).toBe(OLD);
		chmodSync(cli.path("old.txt"), 0o644);
	});
});
