import { Buffer } from "node:buffer";
import { beforeAll, describe, expect, test } from "vitest";
import { IMPORTERS } from "../../src/core/importers/registry";
import { INDEX_CHUNK } from "../../src/session/indexer";
import { Session } from "../../src/session/session";
import { BytesSource } from "../../src/session/source";
import { stateOf } from "./support/state";

let generate: (style: string, bytes: number, seed?: number) => Iterable<Buffer>;
beforeAll(async () => {
	({ generate } = (await import("../../bench/generate.mjs" as string)) as { generate: typeof generate });
});

/** The state of a file read in order, and of the same file indexed first. */
async function both(bytes: Buffer, format: string | null = null): Promise<[unknown, unknown]> {
	const { DEFAULT_RECIPE } = await import("../../src/core/model/recipe");
	const read = async (indexFrom: number): Promise<unknown> => {
		const s = await Session.open(new BytesSource("1.jsonl", bytes), { locale: "en", indexFrom, recipe: { ...DEFAULT_RECIPE, format: format as never } });
		await s.done();
		const state = stateOf(s);
		expect(s.file().scan).toMatchObject({ state: "done", scored: s.rows });
		await s.close();
		return state;
	};
	return [await read(Number.POSITIVE_INFINITY), await read(0)];
}
const jsonl = (rows: readonly unknown[]): Buffer => Buffer.from(rows.map(r => `${typeof r === "string" ? r : JSON.stringify(r)}\n`).join(""));
const verl = (n: number, more: object = {}): object => ({
	input: `user\nquestion ${n >> 1}\nassistant\n`,
	output: `answer ${n}`,
	gts: "1",
	score: n / 8,
	step: n >> 3,
	acc: n % 2 === 0,
	...more,
});

describe("an index first, or every record in order: the same in the end", () => {
	test.each([
		["verl", 1.4 * INDEX_CHUNK],
		["std", 1.6 * INDEX_CHUNK],
		["tok", 1.5 * INDEX_CHUNK],
		["weird", 1.2 * INDEX_CHUNK],
	])(
		"%s files",
		async (style, size) => {
			const [ordered, indexed] = await both(Buffer.concat([...generate(style, size)]), style === "verl" ? "verl" : style === "weird" ? "verl" : "messages");
			expect(indexed).toEqual(ordered);
		},
		180_000,
	);

	test("records that turn out to be none, lists of records, broken insides, other spellings of one prompt, a group that comes back", async () => {
		const [ordered, indexed] = await both(
			jsonl([
				verl(0),
				verl(1),
				verl(2),
				{ ...verl(2), output: null },
				[verl(3), verl(4)],
				JSON.stringify(verl(5)).replace('"gts":"1"', '"gts":{"a" 1}'),
				"",
				JSON.stringify(verl(6)).replace("question", "\\u0071uestion"),
				verl(7),
				JSON.stringify(verl(8)).replace('"score":1', '"score":"0.25"'),
				JSON.stringify(verl(9)).replace(/"score":[\d.]+/, '"score":NaN'),
				{ ...verl(10), late_reward: 3 },
				verl(0, { step: 0 }),
				"[1, 2",
				{ input: "q", output: "a", score: true, step: "12", acc: null },
			]),
		);
		expect(indexed).toEqual(ordered);
		expect(ordered).toMatchObject({ rows: 12, counts: { "not-json": 2 } });
	});

	test.each(IMPORTERS.filter(i => i.columns).map(i => [i.id, i] as const))("%s: its sample, many times over", async (_, importer) => {
		const { subtype, record } = importer.sample;
		const rows = Array.from({ length: 12 }, (_, i) => ({
			...record,
			...(importer.columns?.(record, subtype)?.reward ? { [importer.columns(record, subtype)?.reward?.key as string]: i / 4 } : {}),
		}));
		const [ordered, indexed] = await both(jsonl(rows), importer.id);
		expect(indexed).toEqual(ordered);
	});
});

describe("while a file is read", () => {
	test("the first rollout is scored before the rest of the file is indexed", async () => {
		const bytes = Buffer.concat([...generate("verl", 4 * INDEX_CHUNK)]);
		let indexedThen = Number.NaN;
		let s: Session | null = null;
		s = await Session.open(new BytesSource("1.jsonl", bytes), {
			locale: "en",
			indexFrom: 0,
			onChange: () => {
				if (s && Number.isNaN(indexedThen) && s.state.scored > 0) indexedThen = s.state.offset;
			},
		});
		while (Number.isNaN(indexedThen)) await new Promise(resolve => setTimeout(resolve, 1));
		expect(indexedThen).toBeLessThan(2 * INDEX_CHUNK);
		expect(Number.isNaN(s.state.ledger.known.get(0))).toBe(false);
		await s.close();
	});

	test("the table is there first, with recorded rewards and groups; scoring waits when it is held up, and looked-at rows come first", async () => {
		const bytes = Buffer.concat([...generate("verl", 1e6)]);
		let s: Session | null = null;
		s = await Session.open(new BytesSource("1.jsonl", bytes), { locale: "en", indexFrom: 0 });
		s.pause({ paused: true });
		const lines = bytes.toString("latin1").split("\n").length - 1;
		while (s.rows < lines) await new Promise(resolve => setTimeout(resolve, 5));
		const before = s.file();
		expect(before.scan).toMatchObject({ state: "scanning", paused: true });
		expect(before.scan.scored).toBeLessThan(lines / 2);
		expect(before.groups).toBe(Math.ceil(lines / 8));
		const shown = { from: 440, to: 460 };
		expect(s.rowsOf(shown).items.some(i => i.kind === "rollout" && i.waiting && !Number.isNaN(i.recorded) && Number.isNaN(i.total))).toBe(true);
		// each look has a time limit: a slow machine takes several
		for (let i = 0; i < 100 && s.rowsOf(shown).items.some(x => x.kind === "rollout" && x.waiting); i++) await s.ahead(shown);
		const items = s.rowsOf(shown).items.filter(i => i.kind === "rollout");
		expect(items.every(i => !i.waiting && i.group !== "" && !Number.isNaN(i.known))).toBe(true);
		expect(s.file().scan.scored).toBeLessThan(lines / 2);
		s.pause({ paused: false });
		await s.done();
		expect(s.file().scan).toMatchObject({ state: "done", paused: false, scored: lines, rows: lines });
		await s.close();
	}, 120_000);

	test("closing while scoring is held up ends it", async () => {
		const s = await Session.open(new BytesSource("1.jsonl", Buffer.concat([...generate("verl", 3e6)])), { locale: "en", indexFrom: 0 });
		s.pause({ paused: true });
		await s.close();
		expect(s.state.state).not.toBe("done");
	});
});
