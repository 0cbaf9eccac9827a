import { Buffer } from "node:buffer";
import { gzipSync } from "node:zlib";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { gather } from "../../../src/session/containers/bytes";
import { jsonText } from "../../../src/session/containers/jsonText";
import { readPickle } from "../../../src/session/containers/pickle";
import { CONTAINERS, openContainer } from "../../../src/session/containers/registry";
import { UnpackedSource } from "../../../src/session/containers/unpacked";
import { InspectorError } from "../../../src/session/errors";
import { type ByteSource, BytesSource } from "../../../src/session/source";
import { zipOf, zstdOf } from "./support/pack";
import { PARQUET } from "./support/parquetFixture";

const LINES = '{"a": 1}\n{"a": "é"}\n';

/** Container, inner name and text of packed bytes. */
async function unpack(name: string, bytes: Uint8Array): Promise<readonly [string, string, string] | null> {
	const source = new BytesSource(name, bytes);
	const opened = await openContainer(source);
	return opened && [opened.container, opened.name, (await gather(source, opened.bytes)).toString("utf8")];
}
const failure = async (name: string, bytes: Uint8Array): Promise<InspectorError> =>
	unpack(name, bytes).then(
		() => {
			throw new Error("opened");
		},
		e => {
			if (!(e instanceof InspectorError)) throw e;
			return e;
		},
	);

describe("what each container holds", () => {
	test("plain text is none", async () => {
		expect(await unpack("a.jsonl", Buffer.from(LINES))).toBeNull();
		expect(await unpack("a.jsonl", Buffer.alloc(0))).toBeNull();
	});

	test("gzip and Zstandard, whatever the name says", async () => {
		expect(await unpack("a.jsonl.gz", gzipSync(LINES))).toEqual(["gz", "a.jsonl", LINES]);
		expect(await unpack("a.jsonl", gzipSync(LINES))).toEqual(["gz", "a.jsonl", LINES]);
		expect(await unpack("a.jsonl.zst", zstdOf(Buffer.from(LINES)))).toEqual(["zst", "a.jsonl", LINES]);
	});

	test("a zip with one JSONL in it", async () => {
		const name = "train_trajectories.jsonl";
		expect(await unpack("t.zip", zipOf([{ name, bytes: Buffer.from(LINES) }], "a comment"))).toEqual(["zip", name, LINES]);
		expect(await unpack("t.zip", zipOf([{ name, bytes: Buffer.from(LINES), method: 0 }]))).toEqual(["zip", name, LINES]);
		expect(await unpack("t.zip", zipOf([{ name, bytes: zstdOf(Buffer.from(LINES)), method: 93, length: Buffer.byteLength(LINES) }]))).toEqual(["zip", name, LINES]);
	});

	test("Inspect's log: a line per sample in natural order, line breaks between tokens gone", async () => {
		const member = (name: string, text: string) => ({ name, bytes: Buffer.from(text) });
		const log = zipOf([
			member("header.json", "{}"),
			member("samples/10_epoch_1.json", '{"id":\n10}'),
			member("samples/2_epoch_1.json", '{"id": 2, "x": NaN}'),
			member("summaries.json", "[]"),
		]);
		expect((await unpack("log.eval", log))?.[2]).toBe('{"id": 2, "x": NaN}\n{"id": 10}\n');
	});

	test("Inspect's chunked samples are put together", async () => {
		const member = (name: string, value: unknown) => ({ name, bytes: Buffer.from(JSON.stringify(value)) });
		const folder = "samples/1_epoch_1";
		const log = zipOf([
			member("_journal/start.json", {}),
			member(`${folder}/sample.json`, { id: 1, epoch: 1 }),
			member(`${folder}/messages/10.json`, [{ role: "assistant" }]),
			member(`${folder}/messages/0.json`, [{ role: "user" }]),
			member(`${folder}/attachments/0.json`, ["long text"]),
		]);
		expect(JSON.parse((await unpack("log.eval", log))?.[2] ?? "")).toEqual({
			id: 1,
			epoch: 1,
			messages: [{ role: "user" }, { role: "assistant" }],
			attachments: { "0": "long text" },
		});
	});

	test("a torch file: the pickle in it", async () => {
		const dict = Buffer.concat([Buffer.from([0x80, 2, 0x7d]), text("rollout_id"), Buffer.from([0x4b, 7, 0x73, 0x2e])]);
		expect(await unpack("7.pt", zipOf([{ name: "7/data.pkl", bytes: dict, method: 0 }]))).toEqual(["pt", "7.pt", '{"rollout_id":7}\n']);
	});

	test("parquet: a line per row, NaN and 64-bit integers kept", async () => {
		const bytes = Buffer.from(PARQUET, "base64");
		const read = await unpack("completions_00010.parquet", bytes);
		expect(read?.[0]).toBe("parquet");
		expect(read?.[2].split("\n")).toEqual([
			'{"step":10,"prompt":"user\\nHigh tide?\\nassistant\\n","completion":"At 14:20.","match":1,"advantage":0.5}',
			'{"step":10,"prompt":"user\\nHigh tide?\\nassistant\\n","completion":"再见","match":NaN,"advantage":-0.5}',
			"",
		]);
	});
});

describe("what cannot be read is said, not thrown about", () => {
	test.each<[string, Uint8Array, string]>([
		["a cut gzip", gzipSync(LINES.repeat(99)).subarray(0, 30), "unreadable"],
		["a cut Zstandard frame", zstdOf(Buffer.from(LINES)).subarray(0, 14), "unreadable"],
		["a cut parquet file", Buffer.from(PARQUET, "base64").subarray(0, 300), "unreadable"],
		["a zip without its end", zipOf([{ name: "a.jsonl", bytes: Buffer.from(LINES) }]).subarray(0, 40), "unreadable"],
		["a zip of other things", zipOf([{ name: "a.png", bytes: Buffer.from("x") }]), "not-rollouts"],
		["a pickle that is cut off", zipOf([{ name: "x/data.pkl", bytes: Buffer.from([0x80, 2, 0x7d]) }]), "unreadable"],
	])("%s", async (_, bytes, kind) => {
		expect((await failure("x", bytes)).kind).toBe(kind);
	});

	test("random bytes behind a magic number end in an answer or an InspectorError", async () => {
		const magics = [
			[0x50, 0x41, 0x52, 0x31],
			[0x50, 0x4b, 3, 4],
			[0x1f, 0x8b, 8, 0],
			[0x28, 0xb5, 0x2f, 0xfd],
		];
		await fc.assert(
			fc.asyncProperty(fc.constantFrom(...magics), fc.uint8Array({ maxLength: 200 }), async (magic, rest) => {
				await unpack("x", Buffer.concat([Buffer.from(magic), Buffer.from(rest)])).catch(e => expect(e).toBeInstanceOf(InspectorError));
			}),
			{ numRuns: 150 },
		);
	});
});

/** Opcodes of a pickle. */
const text = (s: string): Buffer => Buffer.concat([Buffer.from([0x8c, Buffer.byteLength(s)]), Buffer.from(s)]);
const pickle = (...parts: readonly (Buffer | number | string)[]): unknown =>
	readPickle(Buffer.concat([...parts.map(p => (typeof p === "number" ? Buffer.from([p]) : typeof p === "string" ? Buffer.from(p, "latin1") : p)), Buffer.from(".")]));

describe("pickles, read and never run", () => {
	test.each<[string, unknown, unknown]>([
		["constants", pickle("(", "N", 0x88, 0x89, "K", 7, "M", 0, 1, "J", 0xff, 0xff, 0xff, 0xff, text("é"), "t"), [null, true, false, 7, 256, -1, "é"]],
		["long integers", pickle("(", 0x8a, 1, 0xff, 0x8a, 0, 0x8a, 9, 0, 0, 0, 0, 0, 0, 0, 0, 1, "t"), [-1, 0, 18446744073709551616n]],
		["floats", pickle("G", 0x3f, 0xf8, 0, 0, 0, 0, 0, 0), 1.5],
		["lists and dictionaries", pickle("}", "(", text("a"), "]", "(", "K", 1, "K", 2, "e", text("b"), "}", "u"), { a: [1, 2], b: {} }],
		["tuples", pickle("K", 1, "K", 2, 0x86), [1, 2]],
		["the memo", pickle("]", 0x94, "K", 1, "a", "h", 0, 0x86), [[1], [1]]],
		["a key named __proto__ is data", Object.entries(pickle("}", text("__proto__"), "K", 1, "s") as object), [["__proto__", 1]]],
		["an ordered dictionary", pickle("ccollections\nOrderedDict\n", ")", "R", text("a"), "K", 1, "s"), { a: 1 }],
	])("%s", (_, read, expected) => {
		expect(read).toEqual(expected);
	});

	test("what would need code becomes its name, and nothing is called", () => {
		const read = pickle("}", text("t"), "cos\nsystem\n", text("echo unsafe"), 0x85, "R", "s");
		expect(jsonText(read)).toBe('{"t":"<os.system>"}');
		const tensor = pickle("ctorch._utils\n_rebuild_tensor_v2\n", "(", text("storage"), "Q", "K", 0, "t", "R");
		expect(jsonText(tensor)).toBe('"<torch._utils._rebuild_tensor_v2>"');
	});

	test("unknown opcodes, missing operands and circles end in an error", () => {
		expect(() => pickle(0xff)).toThrow(/opcode/);
		expect(() => pickle("e")).toThrow(/mark/);
		expect(() => jsonText(pickle("]", 0x94, "h", 0, "a"))).toThrow(/nested/);
		fc.assert(
			fc.property(fc.uint8Array({ maxLength: 60 }), bytes => {
				try {
					jsonText(readPickle(Buffer.from(bytes)));
				} catch (e) {
					expect(e).toBeInstanceOf(Error);
				}
			}),
		);
	});
});

test("JSON text of values JSON does not know", () => {
	const value = { n: Number.NaN, i: Number.NEGATIVE_INFINITY, b: 2n ** 64n, d: new Date(0), u: new Uint8Array([104, 105]), f: new Float32Array([1, 0.5]), x: undefined };
	expect(jsonText(value)).toBe('{"n":NaN,"i":-Infinity,"b":18446744073709551616,"d":"1970-01-01T00:00:00.000Z","u":"hi","f":[1,0.5],"x":null}');
});

describe("an unpacked source", () => {
	test("reads by position, and unpacks again when the file was replaced", async () => {
		let bytes = gzipSync("first\n");
		let modified = 1;
		const packed: ByteSource = {
			path: "/x/a.gz",
			name: "a.gz",
			stat: async () => ({ size: bytes.length, identity: "i", modified }),
			read: async (target, at) => {
				const part = bytes.subarray(at, at + target.length);
				target.set(part);
				return part.length;
			},
			close: async () => {},
		};
		const source = await UnpackedSource.open(packed);
		if (!source) throw new Error("not packed");
		const read = async (at: number): Promise<string> => {
			const target = Buffer.alloc(4);
			return target.subarray(0, await source.read(target, at)).toString();
		};
		expect([source.container, source.name, (await source.stat()).size, await read(2)]).toEqual(["gz", "a", 6, "rst\n"]);
		const before = (await source.stat()).identity;
		bytes = gzipSync("second\n");
		modified = 2;
		const after = await source.stat();
		expect([after.size, after.identity !== before, await read(0)]).toEqual([7, true, "seco"]);
	});

	test("a plain file is not packed", async () => {
		expect(await UnpackedSource.open(new BytesSource("a.jsonl", Buffer.from(LINES)))).toBeNull();
	});
});

test("containers are told apart by their first bytes alone", () => {
	const heads = [Buffer.from("PAR1"), Buffer.from([0x50, 0x4b, 3, 4]), Buffer.from([0x1f, 0x8b]), Buffer.from([0x28, 0xb5, 0x2f, 0xfd])];
	expect(heads.map(h => CONTAINERS.filter(c => c.sniff(h)).map(c => c.id))).toEqual([["parquet"], ["zip"], ["gz"], ["zst"]]);
});
