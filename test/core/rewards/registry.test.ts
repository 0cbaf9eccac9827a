import { readdirSync } from "node:fs";
import { resolve } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isObject, type JsonObject, type JsonValue } from "../../../src/core/base/units";
import type { Score } from "../../../src/core/model/reward";
import type { Reward } from "../../../src/core/rewards/contract";
import { resolveOptions } from "../../../src/core/rewards/options";
import { REWARDS, rewardById } from "../../../src/core/rewards/registry";
import { describedSchema, OPTION_WORDS } from "../../../src/words/rewardOptions";
import { CHECK_WORDS, checkSentence, LAYER_WORDS, REWARD_LINES, REWARD_TITLES, UNKNOWN_WORDS } from "../../../src/words/rewards";
import { LOCALES, type Table } from "../../../src/words/words";
import { given, hermesCall, type RolloutParts, rolloutOf } from "../../support/rollout";

const bothLanguages = (table: Table, code: string): boolean => Boolean(table[code]?.en && table[code]?.zh);

/** Rollouts of many kinds: right, wrong, broken, empty, without reference, without tools. */
const city = (name: string) => ({ name: "weather", arguments: { city: name, days: 2 } });
const tools = [{ name: "weather", parameters: { type: "object", properties: { city: { type: "string" }, days: { type: "integer" } }, required: ["city"] } }, "clock"];
const observed = "<tool_response>20</tool_response>";
const TEXTS = [
	"",
	"It is 20 degrees in Oslo today.",
	"<think>I wonder.</think>It is 20.",
	`${hermesCall("weather", { city: "Oslo", days: 2 })}${observed}It is 20 degrees in Oslo.`,
	`<think>go</think>${hermesCall("weather", { city: "Rome", town: [1] })}${hermesCall("clock", {})}${observed}20`,
	`${hermesCall("wether", { city: 3 })}<tool_call>{oops</tool_call>`,
	`<think><tool_call>{}</tool_call></think>{"name": "weather", "arguments": {}}`,
	`${hermesCall("weather", { city: "Oslo" })}<tool_call>`,
	`${hermesCall("weather", { city: "in Oslo", days: 2 })}${observed}${hermesCall("weather", { city: "Oslo", days: "2" })}${observed}Done, it was warm.`,
];
const REFERENCES: Pick<RolloutParts, "calls" | "answer">[] = [
	{},
	{ calls: [] },
	{ calls: [[city("Oslo")]], answer: "20 degrees" },
	{ calls: [[city("Oslo"), { name: "clock", arguments: {} }], [city("Rome")]] },
	{ answer: ["20", "twenty"] },
];
const CORPUS: RolloutParts[] = TEXTS.flatMap(text =>
	REFERENCES.flatMap(r => [
		{ text, ...r },
		{ text, tools, ...r, recorded: { reward: 1, components: { format: 1, odd: Number.NaN } } },
	]),
);
const scoreAll = (reward: Reward, options: JsonObject = {}): Score[] =>
	CORPUS.flatMap(parts =>
		[Number.NaN, 4].map(grade => reward.score(rolloutOf(parts), resolveOptions(reward, options), given({ judge: grade, outcome: grade === 4 ? 1 : Number.NaN }))),
	);

const descriptions = (schema: JsonValue): string[] =>
	isObject(schema) ? Object.entries(schema).flatMap(([k, v]) => (k === "description" && typeof v === "string" ? [v] : descriptions(v))) : [];
/** Every property of an option schema, with the defaults beside it. */
const properties = (schema: JsonObject, defaults: JsonObject): [string, JsonValue, JsonValue | undefined][] =>
	Object.entries(isObject(schema.properties) ? schema.properties : {}).flatMap(([k, v]) => [
		[k, v, defaults[k]] as [string, JsonValue, JsonValue | undefined],
		...(isObject(v) && isObject(defaults[k]) ? properties(v, defaults[k]) : []),
	]);

test("ids are unique, every id is found, an unknown one is not", () => {
	expect(new Set(REWARDS.map(r => r.id)).size).toBe(REWARDS.length);
	for (const r of REWARDS) expect(rewardById(r.id)).toBe(r);
	expect(rewardById("nonsense")).toBeUndefined();
});

test("no title or line without a reward, no reward without a twin test", () => {
	expect(Object.keys(REWARD_TITLES).sort()).toEqual(REWARDS.map(r => r.id).sort());
	expect(Object.keys(REWARD_LINES).sort()).toEqual(REWARDS.map(r => r.id).sort());
	const camel = (id: string): string => id.replace(/-(\w)/g, (_, c: string) => c.toUpperCase());
	const tests = readdirSync(resolve(import.meta.dirname));
	expect(REWARDS.map(r => `${camel(r.id)}.test.ts`).filter(f => !tests.includes(f))).toEqual([]);
});

describe.each(REWARDS.map(r => ({ id: r.id, reward: r })))("$id", ({ id, reward }) => {
	test("has a title, a line and words for every option, in both languages", () => {
		expect(bothLanguages(REWARD_TITLES, id) && bothLanguages(REWARD_LINES, id)).toBe(true);
		expect(descriptions(reward.optionsSchema).filter(code => !bothLanguages(OPTION_WORDS, code))).toEqual([]);
		for (const locale of LOCALES) expect(JSON.stringify(describedSchema(reward.optionsSchema, locale))).not.toContain(`"${id}.`);
	});

	test("every option has a default, a schema and a description, and nothing else is taken", () => {
		const listed = properties(reward.optionsSchema, reward.defaults);
		expect(listed.filter(([, schema, usual]) => usual === undefined || !isObject(schema) || typeof schema.description !== "string").map(([k]) => k)).toEqual([]);
		expect(Object.keys(reward.defaults).sort()).toEqual(Object.keys(isObject(reward.optionsSchema.properties) ? reward.optionsSchema.properties : {}).sort());
		expect(resolveOptions(reward, { nonsense: 1 })).toEqual(reward.defaults);
		expect(resolveOptions(reward, reward.defaults)).toEqual(reward.defaults);
	});

	test("every layer, check and unknown score of a mixed corpus has words; spans lie in the text", () => {
		const scores = scoreAll(reward);
		const wordless = new Set<string>();
		for (const [i, s] of scores.entries()) {
			const length = CORPUS[Math.floor(i / 2)]?.text.length ?? 0;
			for (const l of s.layers) {
				if (id !== "recorded" && !bothLanguages(LAYER_WORDS, l.id)) wordless.add(`layer ${l.id}`);
				if (l.unknown !== null && !bothLanguages(UNKNOWN_WORDS, l.unknown)) wordless.add(`unknown ${l.unknown}`);
				expect(Number.isNaN(l.score) && l.open && !Number.isNaN(l.contribution) && l.weight !== 0, `${id} ${l.id}: unknown but paid`).toBe(false);
				for (const c of l.checks) {
					if (!bothLanguages(CHECK_WORDS, c.id) && !bothLanguages(CHECK_WORDS, `${c.id}:${c.verdict}`)) wordless.add(`check ${c.id}`);
					for (const locale of LOCALES) expect(checkSentence(c, locale)).not.toMatch(/\{\w+\}/);
					if (c.span) expect([c.span.from >= 0, c.span.to <= length, c.span.from <= c.span.to]).toEqual([true, true, true]);
				}
			}
		}
		expect([...wordless]).toEqual([]);
	});

	test("totals lie in the stated range; known is the total where the total is known", () => {
		const [low, high] = reward.range;
		for (const s of scoreAll(reward)) {
			if (Number.isNaN(s.total)) continue;
			expect(s.total).toBeGreaterThanOrEqual(low - 1e-9);
			expect(s.total).toBeLessThanOrEqual(high + 1e-9);
			expect(s.known).toBeCloseTo(s.total, 9);
		}
	});

	test("never throws, whatever the text", () => {
		const piece = fc.constantFrom(
			"<tool_call>",
			"</tool_call>",
			"<think>",
			"</think>",
			'{"name": "weather", "arguments": ',
			'{"city": "Oslo"}',
			"}",
			"[",
			"]",
			"<tool_response>",
			"</tool_response>",
			"20",
			"\n",
			"北京",
		);
		const options = resolveOptions(reward, {});
		fc.assert(
			fc.property(fc.array(piece, { maxLength: 14 }), fc.constantFrom(...REFERENCES), (pieces, reference) => {
				expect(reward.score(rolloutOf({ text: pieces.join(""), tools, ...reference }), options, given()).layers).toBeInstanceOf(Array);
			}),
			{ numRuns: 60 },
		);
	});
});

test("tens of thousands of broken or repeated calls take seconds, not hours", () => {
	const calls = Array.from({ length: 100 }, (_, n) => [{ name: "clock", arguments: { n } }]);
	for (const text of ["<tool_call>{</tool_call>".repeat(30_000), `<think>t</think>${hermesCall("clock", { n: 1 }).repeat(20_000)}`]) {
		const rollout = rolloutOf({ text, tools, calls });
		for (const reward of REWARDS) {
			const start = performance.now();
			reward.score(rollout, resolveOptions(reward, {}), given());
			const took = performance.now() - start;
			expect(took, `${reward.id}: ${took.toFixed()} ms`).toBeLessThan(5000);
		}
	}
}, 60_000);

test("options are filled in depth; values of another kind are left out", () => {
	const layered = rewardById("layered");
	if (!layered) throw new Error("layered");
	expect(resolveOptions(layered, { weights: { content: 2 }, gate: "no", pays: { format: ["summary"] } })).toEqual({
		...layered.defaults,
		weights: { format: 0.4, content: 2, result: 1 },
		pays: { format: ["summary"], content: ["tool"], result: ["summary"] },
	});
});
