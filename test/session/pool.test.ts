import { appendFileSync, mkdtempSync, rmSync, unlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { filesOfFolder } from "../../src/session/run/files";
import { RunSource } from "../../src/session/run/runSource";
import { Session } from "../../src/session/session";
import { type ByteSource, PathSource } from "../../src/session/source";
import { stateOf } from "./support/state";

const folder = mkdtempSync(join(tmpdir(), "pool-"));
const script = join(folder, "scorer.js");
let generate: (style: string, bytes: number) => Iterable<Buffer>;
beforeAll(async () => {
	const build = (await import("../../scripts/build.mjs" as string)) as { bundleTo(out: string, file: string): Promise<void> };
	await build.bundleTo("scorer.js", script);
	({ generate } = (await import("../../bench/generate.mjs" as string)) as { generate: typeof generate });
}, 120_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function read(source: ByteSource, threads: number): Promise<unknown> {
	const s = await Session.open(source, {
		locale: "en",
		indexFrom: threads ? 0 : Number.POSITIVE_INFINITY,
		threadsFrom: 0,
		...(threads ? { threads: { script, count: threads } } : {}),
	});
	await s.done();
	const state = stateOf(s);
	await s.close();
	return state;
}

const long = (n: number): string =>
	`${JSON.stringify({
		messages: [
			{ role: "user", content: `q ${n}` },
			{ role: "assistant", content: `${"word ".repeat(n % 7 === 0 ? 9000 : 900)}` },
		],
		id: n,
	})}\n`;

describe("threads that score", () => {
	test.each<[string, (n: number) => string]>([
		[
			"indexed",
			n =>
				`${JSON.stringify({ input_prompt: `q ${n >> 1}`, output_response: "word ".repeat(300), score: n, stop_reason: "stop", env_class: "x", env_extras: {}, data_source: "x" })}\n`,
		],
		["without an index, over several ranges", n => `{broken\n${JSON.stringify({ input: `q ${n >> 1}`, output: "word ".repeat(2000), score: n, step: n })}\n`],
	])(
		"a run of files, %s: two threads come to what one does, with each file's lines",
		async (_, row) => {
			const run = mkdtempSync(join(folder, "run-"));
			// files of many sizes, some that do not end their last line
			for (let f = 0, n = 0; f < 40; f++)
				writeFileSync(
					join(run, `${f}.jsonl`),
					Array.from({ length: 1 + ((f * 37) % 90) }, () => row(n++))
						.join("")
						.slice(0, f % 3 ? undefined : -1),
				);
			const [two, one] = [await read(await RunSource.open(filesOfFolder(run), null), 2), await read(await RunSource.open(filesOfFolder(run), null), 0)];
			expect(two).toEqual(one);
			const { line } = one as { line: number[] };
			expect(line.filter((l, i) => i === 0 || l <= (line[i - 1] as number)).length).toBe(40);
		},
		120_000,
	);

	test.each<[string, () => Buffer]>([
		["an indexed file", () => Buffer.concat([...generate("verl", 4e6)])],
		[
			"a file without an index, over several ranges, with broken lines, lines longer than a range, and a torn one",
			() =>
				Buffer.from(
					`${Array.from({ length: 900 }, (_, n) => (n % 90 === 5 ? "\n{broken\n" : long(n))).join("")}{"messages": [{"role": "user", "content": "${"y".repeat(9e6)}"}]}\n${long(1)}${long(2).slice(0, 500)}`,
				),
		],
	])(
		"%s: two threads come to what one does",
		async (_, make) => {
			const path = join(folder, "dump.jsonl");
			writeFileSync(path, make());
			expect(await read(new PathSource(path), 2)).toEqual(await read(new PathSource(path), 0));
		},
		120_000,
	);

	test("a file that goes away while threads read it is told as an error, and threads are gone", async () => {
		const path = join(folder, "gone.jsonl");
		writeFileSync(path, Buffer.concat([...generate("verl", 4e6)]));
		const s = await Session.open(new PathSource(path), { locale: "en", indexFrom: 0, threadsFrom: 0, threads: { script, count: 2 } });
		unlinkSync(path);
		await expect(s.done()).rejects.toMatchObject({ kind: "not-found" });
		expect(s.file().trouble).toContain("gone.jsonl");
		writeFileSync(path, long(1));
		appendFileSync(path, long(2));
		await s.refresh();
		await s.done();
		expect([s.rows, s.trouble]).toEqual([2, null]);
		await s.close();
	}, 60_000);
});
