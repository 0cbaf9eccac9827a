import { appendFileSync, mkdtempSync, rmSync, unlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Session } from "../../src/session/session";
import { PathSource } from "../../src/session/source";
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

async function read(path: string, threads: number): Promise<unknown> {
	const s = await Session.open(new PathSource(path), {
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
			expect(await read(path, 2)).toEqual(await read(path, 0));
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
