import { spawnSync } from "node:child_process";
import { appendFileSync, copyFileSync, readdirSync, statSync, truncateSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import { build } from "esbuild";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Embedder } from "../../src/session/embedder";
import { shippedEncoder, temporary, userEncoder } from "./support/encoder";

const dot = (a: Float32Array | null | undefined, b: Float32Array | null | undefined): number => (a && b ? a.reduce((sum, v, i) => sum + v * (b[i] as number), 0) : Number.NaN);

let shipped = "";
let embedder: Embedder;
beforeAll(async () => {
	shipped = await shippedEncoder({ int8: true });
	embedder = await Embedder.open({ encoder: shipped, cacheDir: null });
	expect(embedder.state).toEqual({ kind: "embedding" });
}, 60_000);
afterAll(() => embedder.close());

const similarity = async (a: string, b: string): Promise<number> => {
	const vectors = await embedder.embed([a, b]);
	return dot(vectors.get(a), vectors.get(b));
};

describe("the encoder that ships", () => {
	test.each([
		["a window seat please", "I would like to sit by the window", "The invoice has been paid"],
		["Cancel my reservation", "I want to call off my booking", "The weather is nice today"],
		["cheap hotel near the station", "low-cost accommodation close to the train station", "Play some jazz music"],
	])("%s: a paraphrase is nearer than another matter", async (text, paraphrase, other) => {
		const [near, far] = [await similarity(text, paraphrase), await similarity(text, other)];
		expect(near).toBeGreaterThan(0.4);
		expect(far).toBeLessThan(0.25);
	});

	test("its int8 weights hardly move a vector", async () => {
		const exact = await Embedder.open({ encoder: await shippedEncoder({ int8: false }), cacheDir: null });
		const texts = ["Book a table for two tonight", "12", "Please do not cancel my order.", "the quick brown fox jumps over the lazy dog"];
		const [small, large] = [await embedder.embed(texts), await exact.embed(texts)];
		for (const t of texts) expect(dot(small.get(t), large.get(t)), t).toBeGreaterThan(0.998);
		await exact.close();
	});

	test("has no vector for Chinese, nor for what it cannot read to its end", async () => {
		const long = "a word and another one ".repeat(100);
		expect([...(await embedder.embed(["北京今天天气", long, "", "x".repeat(50_000)])).values()]).toEqual([null, null, null, null]);
	});

	test("reads each text once", async () => {
		const before = embedder.runs;
		await embedder.embed(["one thing", "another thing", "one thing"]);
		await embedder.embed(["another thing", "北京今天天气"]);
		expect(embedder.runs - before).toBe(2);
	});
});

describe("vectors on disk", () => {
	const texts = ["a quiet room", "a room without noise", "a sea view"];
	const open = (cacheDir: string, encoder = shipped) => Embedder.open({ encoder, cacheDir });
	const fileIn = (folder: string): string => join(folder, readdirSync(folder)[0] as string);

	test("are found again, and are the same", async () => {
		const folder = join(temporary(), "cache");
		const first = await open(folder);
		const made = await first.embed(texts);
		const second = await open(folder);
		expect(await second.embed(texts)).toEqual(made);
		expect([first.runs, second.runs]).toEqual([3, 0]);
		await Promise.all([first.close(), second.close()]);
	});

	test("belong to one model", async () => {
		const folder = temporary();
		const first = await open(folder);
		await first.embed(["hello world"]);
		const other = await open(folder, await userEncoder());
		expect((await other.embed(["hello world"])).get("hello world")).toHaveLength(7);
		expect(other.runs).toBe(1);
		await Promise.all([first.close(), other.close()]);
	});

	test.each<[string, (file: string) => void, number]>([
		["torn at its end", file => truncateSync(file, statSync(file).size - 100), 1],
		["something else", file => writeFileSync(file, "no vectors at all, but long enough to be taken for some"), 3],
		["with nonsense behind", file => appendFileSync(file, Buffer.alloc(5000, 7)), 0],
	])("a file that is %s costs what is lost", async (_, harm, runs) => {
		const folder = temporary();
		const first = await open(folder);
		await first.embed(texts);
		harm(fileIn(folder));
		const second = await open(folder);
		expect([...(await second.embed(texts)).values()].every(v => v?.length === 512)).toBe(true);
		expect(second.runs).toBe(runs);
		await Promise.all([first.close(), second.close()]);
	});

	test("a folder that cannot be made loses nothing but time", async () => {
		const file = join(temporary(), "file");
		writeFileSync(file, "");
		const e = await open(join(file, "cache"));
		expect((await e.embed(texts)).get("a sea view")).toHaveLength(512);
		await e.close();
	});
});

describe("a user's encoder", () => {
	test("in the layout of sentence-transformers: the mean over its tokens, unknown ones counted", async () => {
		const own = await Embedder.open({ encoder: await userEncoder(), cacheDir: null });
		const vectors = await own.embed(["hello world", "你好", "hello stranger"]);
		const [half, none] = [0.5, 0];
		expect([...(vectors.get("hello world") ?? [])]).toEqual([none, half, half, half, half, none, none]);
		expect(vectors.get("你好")).toHaveLength(7);
		expect(vectors.get("hello stranger")).toBeNull();
		await own.close();
	});

	test("with the first token's vector when its configuration says so", async () => {
		const folder = await userEncoder();
		const { mkdirSync } = await import("node:fs");
		mkdirSync(join(folder, "1_Pooling"));
		writeFileSync(join(folder, "1_Pooling/config.json"), '{"pooling_mode_cls_token": true}');
		const own = await Embedder.open({ encoder: folder, cacheDir: null });
		expect([...((await own.embed(["hello"])).get("hello") ?? [])]).toEqual([0, 1, 0, 0, 0, 0, 0]);
		await own.close();
	});
});

describe("without embeddings", () => {
	const lexical = (why: string) => expect.objectContaining({ kind: "lexical", why });
	test("no folder", async () => expect((await Embedder.open({ encoder: "/nowhere", cacheDir: null })).state).toEqual(lexical("no-encoder")));
	test("no runtime", async () => {
		const e = await Embedder.open({ encoder: shipped, cacheDir: null, runtime: "/nowhere/onnxruntime-node" });
		expect(e.state).toEqual(lexical("no-runtime"));
		expect((await e.embed(["a text"])).size).toBe(0);
	});
	test("no model in the file", async () => {
		const folder = temporary();
		copyFileSync(join(shipped, "pieces.json"), join(folder, "pieces.json"));
		writeFileSync(join(folder, "model.onnx"), "version https://git-lfs.github.com/spec/v1");
		expect((await Embedder.open({ encoder: folder, cacheDir: null })).state).toEqual(lexical("unusable-encoder"));
	});
	test("a model that asks for what a text has not", async () =>
		expect((await Embedder.open({ encoder: await userEncoder("pixel_values"), cacheDir: null })).state).toMatchObject({ kind: "lexical", detail: "input pixel_values" }));
});

test("runs in a thread, and leaves no mark of its maker's telemetry", async () => {
	const folder = temporary();
	const file = join(folder, "embedder.cjs");
	const root = resolve(import.meta.dirname, "../..");
	await build({
		absWorkingDir: root,
		entryPoints: ["src/session/embedder.ts"],
		bundle: true,
		platform: "node",
		format: "cjs",
		target: "node20",
		external: ["onnxruntime-node"],
		outfile: file,
	});
	const runtime = createRequire(import.meta.url).resolve("onnxruntime-node");
	// a process of its own: the environment is read once in each
	const inner = `const { Embedder } = require(${JSON.stringify(file)});
		Embedder.open({ encoder: ${JSON.stringify(shipped)}, cacheDir: null, runtime: ${JSON.stringify(runtime)} })
			.then(async e => require("node:worker_threads").parentPort.postMessage((await e.embed(["a sea view"])).get("a sea view")));`;
	const outer = `const { Worker, SHARE_ENV } = require("node:worker_threads");
		new Worker(${JSON.stringify(inner)}, { eval: true, env: SHARE_ENV }).on("message", v => { console.log(JSON.stringify([...v])); process.exit(); });`;
	const { CI: _, ORT_DISABLE_TELEMETRY: __, ...env } = process.env;
	const { stdout, stderr } = spawnSync(process.execPath, ["-e", outer], { encoding: "utf8", env: { ...env, HOME: folder, XDG_CACHE_HOME: join(folder, "caches") } });
	const vector = Float32Array.from(JSON.parse(stdout || stderr) as number[]);
	expect(dot(vector, (await embedder.embed(["a sea view"])).get("a sea view"))).toBeCloseTo(1, 4);
	expect(readdirSync(folder)).toEqual(["embedder.cjs"]);
});
