import { Buffer } from "node:buffer";
import { mkdtempSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { MAX_RECORD_BYTES } from "../../src/session/records";
import { Session } from "../../src/session/session";
import { type ByteSource, BytesSource, PathSource } from "../../src/session/source";

const folder = mkdtempSync(join(tmpdir(), "bad-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const verl = (n: number): string => `${JSON.stringify({ input: `user\nq ${n >> 2}\nassistant\n`, output: `a ${n}`, score: 1, step: 1 })}\n`;
const codes = (s: Session): string[] => s.state.findings.map(f => f.finding.code);
const peak = (): number => process.memoryUsage().rss;

/** A file made of parts that are not held: [bytes, how often]. */
class Endless implements ByteSource {
	readonly path = "endless.jsonl";
	readonly name = "endless.jsonl";
	readonly size: number;
	constructor(private readonly pieces: readonly (readonly [Buffer, number])[]) {
		this.size = pieces.reduce((n, [b, times]) => n + b.length * times, 0);
	}
	async stat(): Promise<{ size: number; identity: string; modified: number }> {
		return { size: this.size, identity: "1", modified: 0 };
	}
	async read(target: Uint8Array, position: number): Promise<number> {
		let at = position;
		let done = 0;
		let start = 0;
		for (const [bytes, times] of this.pieces) {
			const end = start + bytes.length * times;
			while (at < end && done < target.length) {
				const from = (at - start) % bytes.length;
				const n = Math.min(bytes.length - from, target.length - done, end - at);
				target.set(bytes.subarray(from, from + n), done);
				done += n;
				at += n;
			}
			start = end;
		}
		return done;
	}
	async close(): Promise<void> {}
}

describe.each([
	["read in order", Number.POSITIVE_INFINITY],
	["indexed first", 0],
])("bad input, %s", (_, indexFrom) => {
	test("a line of a gigabyte is one finding, memory stays bounded, and the rows round it are there", async () => {
		const before = peak();
		const source = new Endless([
			[Buffer.from(`${verl(1)}${verl(2)}{"input":"`), 1],
			[Buffer.alloc(1 << 20, "x"), 1024],
			[Buffer.from(`"}\n${verl(3)}`), 1],
		]);
		const s = await Session.open(source, { locale: "en", indexFrom });
		await s.done();
		expect([s.rows, codes(s), s.state.ledger.line.get(2)]).toEqual([3, ["line-too-long"], 4]);
		expect(s.file().problems[0]?.message).toContain(String(MAX_RECORD_BYTES));
		expect(peak() - before).toBeLessThan(MAX_RECORD_BYTES * 2.2);
		await s.close();
	}, 120_000);

	test("200 000 lines of one byte: counted, the first ones named, memory bounded", async () => {
		const before = peak();
		const s = await Session.open(
			new Endless([
				[Buffer.from(verl(1)), 3],
				[Buffer.from("x\n".repeat(1000)), 200],
				[Buffer.from(verl(4)), 1],
			]),
			{ locale: "en", indexFrom },
		);
		await s.done();
		expect([s.rows, s.state.records, s.state.findingCounts.get("not-json"), s.state.findings.length]).toEqual([4, 200_004, 200_000, 5000]);
		expect(peak() - before).toBeLessThan(300e6);
		await s.close();
	}, 180_000);

	test("NUL bytes in lines are findings; the lines round them are read", async () => {
		const bytes = Buffer.concat([Buffer.from(verl(1).repeat(100)), Buffer.alloc(3000), Buffer.from(`\n${verl(2)}`), Buffer.from(verl(3).replace("a 3", "a \u0000 3"))]);
		const s = await Session.open(new BytesSource("1.jsonl", bytes), { locale: "en", indexFrom });
		await s.done();
		expect(s.rows).toBe(102);
		expect(codes(s)).toEqual(["not-json", "control-character"]);
		await s.close();
	});

	test("a file that is cut while it is read ends in a state that a look at it puts right", async () => {
		const path = join(folder, `${indexFrom}.jsonl`);
		writeFileSync(path, Array.from({ length: 6000 }, (_, n) => verl(n)).join(""));
		const s = await Session.open(new PathSource(path), { locale: "en", indexFrom });
		while (s.rows === 0) await new Promise(resolve => setTimeout(resolve, 1));
		truncateSync(path, verl(0).length * 10);
		await s.done().catch(() => {});
		await s.refresh();
		await s.done();
		expect([s.rows, s.trouble, s.file().notice]).toEqual([10, null, expect.stringContaining("read anew")]);
		await s.close();
	});

	test("a mount that is gone is a sentence, and what was read stays", async () => {
		let gone = false;
		const inner = new BytesSource("1.jsonl", Buffer.from(Array.from({ length: 50 }, (_, n) => verl(n)).join("")));
		const fail = (): never => {
			throw Object.assign(new Error("EIO: i/o error, read"), { code: "EIO" });
		};
		const source: ByteSource = {
			path: "/mnt/1.jsonl",
			name: "1.jsonl",
			stat: async () => (gone ? fail() : inner.stat()),
			read: async (target, position) => (gone ? fail() : inner.read(target, position)),
			close: async () => {},
		};
		const s = await Session.open(source, { locale: "en", indexFrom });
		await s.done();
		gone = true;
		await s.refresh();
		expect([s.rows, s.file().trouble]).toEqual([50, expect.stringContaining("EIO")]);
		await expect(s.detail(3)).rejects.toThrow("EIO");
		gone = false;
		await s.refresh();
		expect([s.rows, s.file().trouble]).toEqual([50, null]);
		await s.close();
	});
});
