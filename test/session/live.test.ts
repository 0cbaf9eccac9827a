import { appendFileSync, existsSync, mkdtempSync, readFileSync, renameSync, rmSync, truncateSync, unlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { InspectorError } from "../../src/session/errors";
import { Session } from "../../src/session/session";
import { PathSource } from "../../src/session/source";
import { stateOf } from "./support/state";

const folder = mkdtempSync(join(tmpdir(), "live-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The same numbers every time. */
function random(seed: number): () => number {
	let s = seed;
	return () => {
		s = (Math.imul(s, 1664525) + 1013904223) >>> 0;
		return s / 4294967296;
	};
}

const verl = (n: number): string =>
	JSON.stringify({ input: `user\nq ${n >> 2}\nassistant\n`, output: `a ${n} ${"z".repeat(n % 50)}`, score: (n % 7) / 7, step: n >> 4, acc: n % 2 });
const chat = (n: number): string =>
	JSON.stringify({
		messages: [
			{ role: "user", content: `q ${n >> 2}` },
			{ role: "assistant", content: `a ${n}` },
		],
		reward: n % 3,
		group_id: `g${n >> 2}`,
	});

/** What a session opened just now says of the file. */
async function fresh(path: string): Promise<unknown> {
	try {
		const s = await Session.open(new PathSource(path), { locale: "en" });
		await s.done();
		const state = { format: s.file().format, state: stateOf(s) };
		await s.close();
		return state;
	} catch (e) {
		return e instanceof InspectorError ? { kind: e.kind === "not-found" ? "vanished" : e.kind } : e;
	}
}

describe("a file that changes under an open session", () => {
	test.each([
		["read in order", Number.POSITIVE_INFINITY, 1],
		["indexed first", 200, 2],
	])("append, cut, replace, delete, 200 times in random order, %s: always what a fresh session says", async (_, indexFrom, seed) => {
		const next = random(seed);
		const whole = (n: number): number => Math.floor(next() * n);
		const path = join(folder, `${seed}.jsonl`);
		let n = 0;
		const lines = (count: number, kind = verl): string => Array.from({ length: count }, () => `${kind(n++)}\n`).join("");
		writeFileSync(path, lines(20));
		const s = await Session.open(new PathSource(path), { locale: "en", indexFrom });
		await s.done();
		const seen = new Set<string>();
		for (let i = 0; i < 200; i++) {
			const there = existsSync(path);
			const size = there ? readFileSync(path).length : 0;
			const steps: Record<string, () => void> = {
				append: () => appendFileSync(path, lines(1 + whole(6))),
				torn: () => appendFileSync(path, verl(n++).slice(0, 5 + whole(60))),
				"end of the line": () => appendFileSync(path, `${next() < 0.5 ? "" : "}"}\n${lines(1)}`),
				blank: () => appendFileSync(path, "\n \r\n"),
				truncate: () => there && truncateSync(path, whole(size + 1)),
				empty: () => writeFileSync(path, ""),
				overwrite: () => writeFileSync(path, lines(1 + whole(30), next() < 0.3 ? chat : verl)),
				"same size": () => there && writeFileSync(path, readFileSync(path, "latin1").replaceAll("z", "y"), "latin1"),
				replace: () => {
					writeFileSync(`${path}.new`, lines(1 + whole(30), next() < 0.3 ? chat : verl));
					renameSync(`${path}.new`, path);
				},
				delete: () => there && unlinkSync(path),
				"delete and write": () => {
					if (there) unlinkSync(path);
					writeFileSync(path, lines(1 + whole(20)));
				},
				nothing: () => {},
			};
			const names = [
				"append",
				"append",
				"append",
				"torn",
				"end of the line",
				"blank",
				"truncate",
				"overwrite",
				"replace",
				"delete",
				"delete and write",
				"nothing",
				"same size",
				"empty",
			];
			const step = names[whole(names.length)] as string;
			seen.add(step);
			steps[step]?.();
			await s.refresh();
			await s.done().catch(() => {});
			const is = s.trouble ? { kind: s.trouble.kind } : { format: s.file().format, state: stateOf(s) };
			const wanted = await fresh(path);
			if (JSON.stringify(is) !== JSON.stringify(wanted)) expect({ i, step, is }).toEqual({ i, step, is: wanted });
		}
		expect(seen.size).toBe(12);
		await s.close();
	});

	test("rows are shown while the last line is still being written, and a notice says when the file was read anew", async () => {
		const path = join(folder, "notice.jsonl");
		const line = verl(3);
		writeFileSync(path, `${verl(1)}\n${verl(2)}\n${line.slice(0, 30)}`);
		const s = await Session.open(new PathSource(path), { locale: "en" });
		await s.done();
		expect([s.rows, s.file().problems.map(p => p.code), s.file().notice]).toEqual([2, ["torn-line"], null]);
		appendFileSync(path, `${line.slice(30)}\n`);
		await s.refresh();
		await s.done();
		expect([s.rows, s.file().problems, s.file().notice]).toEqual([3, [], null]);
		truncateSync(path, verl(1).length + 1);
		await s.refresh();
		await s.done();
		expect([s.rows, s.file().notice]).toEqual([1, "The file became shorter and was read anew."]);
		unlinkSync(path);
		await s.refresh();
		expect([s.rows, s.trouble?.kind]).toEqual([1, "vanished"]);
		writeFileSync(path, `${chat(1)}\n${chat(2)}\n`);
		await s.refresh();
		await s.done();
		expect([s.rows, s.file().format, s.file().trouble, s.file().notice]).toEqual([2, "messages", null, "The file was replaced and was read anew."]);
		await s.close();
	});

	test("a file that grows while it is read is read to its new end", async () => {
		const path = join(folder, "growing.jsonl");
		let n = 0;
		const more = (): string => Array.from({ length: 400 }, () => `${verl(n++)}\n`).join("");
		writeFileSync(path, more());
		const s = await Session.open(new PathSource(path), { locale: "en", indexFrom: 1000 });
		for (let i = 0; i < 10; i++) {
			appendFileSync(path, more());
			await s.refresh();
		}
		await s.done();
		expect(JSON.stringify({ format: "verl", state: stateOf(s) })).toEqual(JSON.stringify(await fresh(path)));
		expect(s.rows).toBe(n);
		await s.close();
	});
});
