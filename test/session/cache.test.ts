import { appendFileSync, chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, truncateSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { DEFAULT_RECIPE } from "../../src/core/model/recipe";
import { Session } from "../../src/session/session";
import { PathSource } from "../../src/session/source";
import { stateOf } from "./support/state";

const folder = mkdtempSync(join(tmpdir(), "cache-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const path = join(folder, "dump.jsonl");
let cacheDir = "";
let run = 0;
const line = (n: number): string => `${JSON.stringify({ input: `user\nq ${n >> 2}\nassistant\n`, output: `a ${n}`, score: n / 7, step: n >> 4, acc: n % 2 ? 1 : null })}\n`;
beforeEach(() => {
	cacheDir = join(folder, `cache-${run++}`);
	writeFileSync(path, `{broken\n${Array.from({ length: 50 }, (_, i) => line(i)).join("")}${line(51).replace(/"score":[\d.]+/, '"score":Infinity')}`);
});

/** Counts the bytes a session reads. */
class Counted extends PathSource {
	bytes = 0;
	override async read(target: Uint8Array, position: number): Promise<number> {
		const n = await super.read(target, position);
		this.bytes += n;
		return n;
	}
}
async function open(more: { cacheDir?: string; reward?: string } = {}): Promise<{ state: unknown; read: number; rows: number }> {
	const source = new Counted(path);
	const recipe = more.reward ? { ...DEFAULT_RECIPE, reward: { id: more.reward, options: {} } } : null;
	const s = await Session.open(source, { locale: "en", recipe, cacheDir: more.cacheDir ?? cacheDir, cacheFrom: 0 });
	const opened = source.bytes;
	await s.done();
	const found = { state: stateOf(s), read: source.bytes - opened, rows: s.rows };
	await s.close();
	return found;
}
const kept = (): string => join(cacheDir, readdirSync(cacheDir)[0] as string);

describe("what a file came to is kept", () => {
	test("the second time nothing is read but the fingerprint, and all is the same", async () => {
		const first = await open();
		const second = await open();
		expect(second.state).toEqual(first.state);
		// once to hold what was kept against the file, once to know it when it changes
		expect(second.read).toBe(2 * statSync(path).size);
		expect(first.read).toBeGreaterThan(second.read - statSync(path).size);
	});

	test("a file that grew is read on from where it was", async () => {
		await open();
		appendFileSync(path, line(60) + line(61) + line(3));
		const warm = await open();
		rmSync(cacheDir, { recursive: true });
		expect(warm.state).toEqual((await open()).state);
	});

	test.each<[string, () => void]>([
		["the file was written again at the same size", () => writeFileSync(path, readFileSync(path, "utf8").replace("a 3", "b 3"))],
		["the file was touched", () => utimesSync(path, 1, 1)],
		["the file is shorter", () => truncateSync(path, statSync(path).size - line(51).length)],
		["what was kept is cut short", () => truncateSync(kept(), 200)],
		["what was kept is garbage", () => writeFileSync(kept(), Buffer.alloc(5000, 7))],
		["what was kept has broken columns", () => truncateSync(kept(), statSync(kept()).size - 100)],
	])("%s: read anew", async (_, change) => {
		await open();
		change();
		const again = await open();
		rmSync(cacheDir, { recursive: true });
		expect(again.state).toEqual((await open()).state);
	});

	test("another recipe has its own", async () => {
		await open();
		const other = await open({ reward: "toolrl" });
		rmSync(cacheDir, { recursive: true });
		expect(other.state).toEqual((await open({ reward: "toolrl" })).state);
	});

	test("a folder that cannot be written, or is a file, does no harm", async () => {
		const plain = await open({ cacheDir: join(path, "below-a-file") });
		expect(plain.rows).toBe(51);
		const locked = join(folder, `locked-${run}`);
		mkdirSync(locked);
		chmodSync(locked, 0o500);
		expect((await open({ cacheDir: locked })).state).toEqual(plain.state);
	});

	test.skipIf(process.platform !== "linux")("a full disk does no harm, and nothing half written stays", async () => {
		const plain = await open();
		const name = kept();
		rmSync(name);
		// answers every write with "no space left on device"
		symlinkSync("/dev/full", `${name}.${process.pid}.new`);
		expect((await open()).state).toEqual(plain.state);
		expect(readdirSync(cacheDir)).toEqual([]);
	});
});
