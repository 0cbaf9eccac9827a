import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { DEFAULT_RECIPE, type Recipe } from "../../src/core/model/recipe";
import { judge } from "../../src/session/judge";
import { readRecord } from "../../src/session/records";
import { resolve } from "../../src/session/resolve";
import { embedderOf, judgeWith } from "../../src/session/semantics";
import { Session } from "../../src/session/session";
import { BytesSource } from "../../src/session/source";
import { shippedEncoder, temporary } from "./support/encoder";

const SEAT = { type: "string", enum: ["window", "aisle"] };
const tools = [{ type: "function", function: { name: "book", parameters: { type: "object", properties: { seat: SEAT }, required: ["request"] } } }];
type Arguments = Readonly<Record<string, string>>;
const call = (args: Arguments) => ({ name: "book", arguments: args });
/** One line: what was called and what should have been. */
const line = (actual: Arguments, expected: Arguments): string =>
	JSON.stringify({
		messages: [
			{ role: "user", content: "Book it." },
			{ role: "assistant", content: `<tool_call>\n${JSON.stringify(call(actual))}\n</tool_call>` },
		],
		tools,
		reward: 1,
		ground_truth: [call(expected)],
	});

let recipe: Recipe;
beforeAll(async () => {
	recipe = { ...DEFAULT_RECIPE, similarity: "embedding", encoder: await shippedEncoder({ int8: true }) };
}, 60_000);

async function paramsOf(actual: Arguments, expected: Arguments, by: Recipe = recipe) {
	const session = await Session.open(new BytesSource("a.jsonl", Buffer.from(`${line(actual, expected)}\n`)), { locale: "en", recipe: by });
	await session.done();
	const { score } = (await session.detail(0)).judged;
	await session.close();
	return score.matches[0]?.params ?? [];
}
const one = async (actual: string, expected: string, by?: Recipe) => (await paramsOf({ request: actual }, { request: expected }, by))[0];

describe("the file says when texts are compared by their characters after all", () => {
	const noticed = async (by: Recipe, trusted?: boolean, locale: "en" | "zh-cn" = "en"): Promise<string | null> => {
		let told: () => void = () => {};
		const change = new Promise<void>(done => (told = done));
		const file = Buffer.from(`${line({ request: "a" }, { request: "b" })}\n`);
		const session = await Session.open(new BytesSource("a.jsonl", file), {
			locale,
			recipe: by,
			onChange: () => session?.embedder && told(),
			...(trusted === undefined ? {} : { trusted }),
		});
		await session.done();
		if (by.similarity === "embedding" && trusted !== false) await Promise.race([change, embedderOf({ encoder: by.encoder ?? null, cacheDir: null })]);
		const { notice } = session.file();
		await session.close();
		return notice ?? null;
	};
	test("not where the encoder works, nor where nobody asks for one", async () => {
		expect(await noticed(recipe)).toBeNull();
		expect(await noticed(DEFAULT_RECIPE)).toBeNull();
	});
	test("no encoder", async () => {
		expect(await noticed({ ...recipe, encoder: "/nowhere" })).toMatch(/^Texts are compared by their characters: the sentence encoder is not there \(ENOENT/);
	});
	test("an encoder of the recipe in a workspace that is not trusted is not loaded", async () => {
		const encoder = recipe.encoder ?? "";
		expect(await noticed(recipe, false)).toBe(
			`Texts are compared by their characters: a sentence encoder of the recipe is not run in a workspace that is not trusted (${encoder})`,
		);
		expect(await noticed(recipe, false, "zh-cn")).toBe(`按字符比较文本：工作区不受信任，不运行配方指定的句子编码器（${encoder}）`);
		const session = await Session.open(
			new BytesSource("a.jsonl", Buffer.from(`${line({ request: "I would like to sit by the window" }, { request: "a window seat please" })}\n`)),
			{
				locale: "en",
				recipe,
				trusted: false,
			},
		);
		await session.done();
		expect((await session.detail(0)).judged.score.matches[0]?.params[0]).toMatchObject({ name: "request" });
		expect((await session.detail(0)).judged.score.matches[0]?.params[0]?.by).toBeUndefined();
		await session.close();
	});
});

describe("texts compared by meaning", () => {
	test("a paraphrase is similar, another matter is not, whatever the letters say", async () => {
		const near = await one("I would like to sit by the window", "a window seat please");
		const far = await one("a winter coat please", "a window seat please");
		expect(near).toMatchObject({ verdict: "similar", by: "embedding" });
		expect(far?.similarity).toBeLessThan(near?.similarity ?? 0);
		// by their characters it is the other way round
		const [nearLetters, farLetters] = [
			await one("I would like to sit by the window", "a window seat please", DEFAULT_RECIPE),
			await one("a winter coat please", "a window seat please", DEFAULT_RECIPE),
		];
		expect(farLetters?.similarity).toBeGreaterThan(nearLetters?.similarity ?? 0);
		expect(nearLetters?.by).toBeUndefined();
	});

	test.each([
		["numbers", "12", "21"],
		["dates", "2026-05-03", "2026-05-04"],
		["ids", "order-1234", "order-1235"],
		["truth values", "true", "false"],
		["numbers in a sentence", "two nights for 2 people", "two nights for 3 people"],
	])("%s are equal or not", async (_, actual, expected) => expect(await one(actual, expected)).toMatchObject({ verdict: "different", similarity: 0, by: "equality" }));

	test("so are choices of the schema", async () => {
		const [seat] = await paramsOf({ seat: "aisle" }, { seat: "window" });
		expect(seat).toMatchObject({ similarity: 0, by: "equality" });
	});

	test("Chinese is beyond the encoder that ships: by its characters, and named so", async () => {
		const [chinese, letters] = [await one("北京今天天气", "北京天气"), await one("北京今天天气", "北京天气", DEFAULT_RECIPE)];
		expect(chinese).toMatchObject({ by: "lexical", similarity: letters?.similarity });
		expect(letters?.similarity).toBeCloseTo(0.6999, 4);
	});

	test("the check says what compared them", async () => {
		const session = await Session.open(new BytesSource("a.jsonl", Buffer.from(line({ request: "I would like to sit by the window" }, { request: "a window seat please" }))), {
			locale: "en",
			recipe,
		});
		await session.done();
		const checks = (await session.detail(0)).judged.score.layers.flatMap(l => l.checks);
		expect(checks.find(c => c.id === "param-similar")?.data).toMatchObject({ by: "embedding" });
		await session.close();
	});
});

test("the model reads each different text once in a file, equal ones never", async () => {
	const lines = [
		line({ request: "a quiet room" }, { request: "a room without noise" }),
		line({ request: "a quiet room" }, { request: "a room without noise" }),
		line({ request: "A quiet room " }, { request: "a quiet room" }),
		line({ request: "a calm room" }, { request: "a room without noise" }),
		line({ request: "12" }, { request: "21" }),
		line({ request: "安静的房间" }, { request: "没有噪音的房间" }),
	];
	const own = { ...recipe, encoder: await shippedEncoder({ int8: true }) };
	const session = await Session.open(new BytesSource("a.jsonl", Buffer.from(lines.join("\n"))), { locale: "en", recipe: own });
	await session.done();
	for (let row = 0; row < lines.length; row++) await session.detail(row);
	expect((await embedderOf({ encoder: own.encoder, cacheDir: null })).runs).toBe(3);
	await session.close();
});

test("scan and detail score alike", async () => {
	const text = line({ request: "I would like to sit by the window" }, { request: "a window seat please" });
	const options = { ...recipe, reward: { id: "layered", options: { equal: 0.6 } } };
	const totals = await Promise.all(
		[options, { ...options, similarity: "lexical" as const }].map(async r => {
			const session = await Session.open(new BytesSource("a.jsonl", Buffer.from(text)), { locale: "en", recipe: r });
			await session.done();
			const detail = await session.detail(0);
			expect(session.state.ledger.known.get(0)).toBe(detail.judged.score.known);
			await session.close();
			return detail.judged.score.known;
		}),
	);
	expect(totals[0]).toBeGreaterThan(totals[1] as number);
});

test("without an encoder every number is that of the comparison by characters", async () => {
	const broken = temporary();
	writeFileSync(join(broken, "pieces.json"), "[]");
	for (const encoder of [broken, "/nowhere"])
		expect(await one("I would like to sit by the window", "a window seat please", { ...recipe, encoder })).toEqual(
			await one("I would like to sit by the window", "a window seat please", DEFAULT_RECIPE),
		);
});

test("where nothing is to be embedded, nothing is awaited for and nothing differs", async () => {
	const bytes = Buffer.from(line({ request: "12" }, { request: "12" }));
	const session = await Session.open(new BytesSource("a.jsonl", bytes), { locale: "en" });
	const record = readRecord(bytes, { importer: session.importer, subtype: session.opened.detection.subtype, name: "a.jsonl", keys: {} }, { careful: true, ended: true });
	const [imported] = record.rollouts;
	await session.close();
	if (!imported) throw new Error("no rollout");
	const nowhere = resolve({ ...recipe, encoder: "/nowhere/else" }).judge;
	expect((await judgeWith(imported, nowhere)).score).toEqual(judge(imported, resolve(DEFAULT_RECIPE).judge).score);
});
