import { Buffer } from "node:buffer";
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { checkRollout } from "../../src/core/checks/registry";
import { importerById } from "../../src/core/importers/registry";
import type { Finding } from "../../src/core/model/finding";
import type { Rollout } from "../../src/core/model/rollout";
import { findingMessage } from "../../src/session/problems";
import { readRecord } from "../../src/session/records";
import { SCREEN_WORDS } from "../../src/words/screenHelp";
import type { Locale } from "../../src/words/words";
import { call, rolloutOfRecord, turns, verlRollout } from "../core/checks/record";
import { carets } from "../support/carets";

type Example = (locale: Locale) => readonly string[];

const SAMPLE = resolve(import.meta.dirname, "../../media/sample/tool-agent-step-40.jsonl");
let rows: readonly Rollout[] | null = null;
const sample = (): readonly Rollout[] =>
	(rows ??= readFileSync(SAMPLE, "utf8")
		.split("\n")
		.filter(Boolean)
		.map(l => rolloutOfRecord(JSON.parse(l))));

const draw = (text: string, f: Finding, locale: Locale): readonly string[] => [
	...(f.span ? carets(text, f.span.from, f.span.to) : []),
	`${f.severity} ${f.code}: ${findingMessage(f, locale)}`,
];

/** The first finding of a code in the bundled sample. */
const ofSample =
	(code: string): Example =>
	locale => {
		for (const r of sample()) {
			const f = checkRollout(r).find(x => x.code === code);
			if (f) return draw(r.text, f, locale);
		}
		throw new Error(`the sample has no ${code}`);
	};
const ofRollout =
	(code: string, rollout: () => Rollout): Example =>
	locale => {
		const r = rollout();
		const f = checkRollout(r).find(x => x.code === code);
		if (!f) throw new Error(`no ${code}`);
		return draw(r.text, f, locale);
	};

const importer = importerById("verl");
/** A line of a file as it is read. */
const ofLine =
	(code: string, line: string | Uint8Array, ended = true): Example =>
	locale => {
		if (!importer) throw new Error("no importer");
		const record = readRecord(Buffer.from(line as string), { importer, subtype: "verl", name: "1.jsonl", keys: {} }, { careful: true, ended });
		const f = [...record.findings, ...record.rollouts.flatMap(r => r.findings)].find(x => x.code === code);
		if (!f) throw new Error(`no ${code}`);
		const at = f.at ?? null;
		return [...(at === null ? [record.text] : carets(record.text, at, at + 1)), `${f.severity} ${f.code}: ${findingMessage(f, locale)}`];
	};
const said =
	(code: string, data: Readonly<Record<string, string | number>> = {}): Example =>
	locale => [findingMessage({ code, data }, locale)];

const TOOLS = { find: { properties: { city: { type: "string" } } }, book: { properties: { city: { type: "string" } } } };
const step = (name: string, city: string) => [{ name, arguments: { city } }];
const verl = (output: string): string => `{"input": "user\\nGo\\nassistant\\n", "output": ${output}, "score": 1, "step": 1}`;

/** What each code looks like, found by the product itself; codes that need other files beside the record show their sentence. */
export const EXAMPLES: Readonly<Record<string, Example>> = {
	...Object.fromEntries(
		["E01", "E03", "E04", "E05", "E06", "E07", "E08", "E09", "E10", "E11", "E12", "E13", "E14", "E15", "E16", "E17", "call-inside-reasoning"].map(c => [c, ofSample(c)]),
	),
	E02: ofRollout("E02", () => verlRollout(call("find", { city: "Rome" }), { user: "Book Rome", tools: TOOLS, gold: [step("book", "Rome")] })),
	"unclosed-reasoning": ofRollout("unclosed-reasoning", () => verlRollout("<think>\nRome, then.", { user: "Rome?", tools: TOOLS })),
	"call-duplicate-key": said("call-duplicate-key", { problem: "duplicate-key", key: "city" }),
	"not-compared": ofRollout("not-compared", () => {
		const many = Array.from({ length: 501 }, (_, i) => String(i));
		return verlRollout(turns(...many.map(n => call("find", { city: n }))), { user: many.join(" "), tools: TOOLS, gold: many.map(n => step("find", n)) });
	}),
	"not-json": ofLine("not-json", '{"input": "a", "output": "b",}'),
	"torn-line": ofLine("torn-line", '{"input": "a", "outp', false),
	"not-an-object": ofLine("not-an-object", "[1, 2]"),
	"placeholder-row": ofLine("placeholder-row", "<PLACEHOLDER ROW>"),
	nan: ofLine("nan", verl('"b", "kl": NaN')),
	"duplicate-key": ofLine("duplicate-key", verl('"b", "step": 2')),
	"big-integer": ofLine("big-integer", verl('"b", "seed": 12345678901234567890')),
	"lone-surrogate": ofLine("lone-surrogate", verl('"cut \\ud83d here"')),
	"control-character": ofLine("control-character", verl('"a\tb"')),
	"bad-utf8": ofLine("bad-utf8", Buffer.concat([Buffer.from(verl('"caf').slice(0, -24)), Buffer.from([0xe9]), Buffer.from('", "score": 1, "step": 1}')])),
	bom: ofLine("bom", Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), Buffer.from(verl('"b"'))])),
	"line-too-long": said("line-too-long", { bytes: 600_000_000, limit: 524_288_000 }),
	"no-text": said("no-text", { keys: "output, response" }),
	"no-messages": said("no-messages"),
	"no-response": said("no-response"),
	"message-not-object": said("message-not-object", { number: 3 }),
	"call-not-read": said("call-not-read"),
	"unknown-role": said("unknown-role", { role: "critic" }),
	"calls-twice": said("calls-twice", { count: 2 }),
	"reward-not-finite": said("reward-not-finite", { value: "NaN" }),
	"reward-not-number": said("reward-not-number", { value: '"high"' }),
	"step-not-number": said("step-not-number", { key: "step", value: '"abc"' }),
	"number-as-text": said("number-as-text", { key: "score" }),
	"later-sequence": said("later-sequence", { number: 2 }),
	"penalty-beside-score": said("penalty-beside-score", { key: "overlong_reward" }),
	"column-length": said("column-length", { key: "rewards", count: 7, expected: 8 }),
	"array-length": said("array-length", { key: "response_mask", count: 815, expected: 812 }),
	"context-changed": said("context-changed"),
	"tokens-not-text": said("tokens-not-text", { count: 812 }),
	"ids-only": said("ids-only"),
	"text-elsewhere": said("text-elsewhere"),
	"split-moved": said("split-moved"),
	"other-branches": said("other-branches", { count: 2 }),
	"voice-without-text": said("voice-without-text", { count: 40 }),
	snapshot: said("snapshot", { number: 3 }),
	M01: said("M01", { count: 12, first: 40, value: 0.5 }),
	M02: said("M02", { count: 95, first: 61 }),
	M03: said("M03", { count: 812 }),
	M04: said("M04", { count: 3, first: 17, key: "logprobs" }),
	M05: said("M05", { mark: "<|im_end|>" }),
	M06: said("M06"),
	M07: said("M07", { turns: 5 }),
	M08: said("M08"),
	M09: said("M09", { first: 17, recorded: "“ing”", again: "“in”" }),
	M10: said("M10"),
	"tokens-not-placed": said("tokens-not-placed", { tokenizer: "qwen3", count: 812 }),
	...Object.fromEntries(
		Object.keys(SCREEN_WORDS).map(code => [
			code,
			said(code, {
				group: "weather-7",
				size: 8,
				layer: "content",
				value: 0,
				gate: 1,
				groups: 14,
				count: 13,
				of: 112,
				share: 11.6,
				rows: "4, 39, 55",
				limit: code === "H04" ? 10 : code === "H03" ? 0.8 : 0.3,
				correlation: code === "H06" ? 0.62 : 0.12,
				row: 60,
				reward: 1,
				other: 63,
				otherReward: 0.4,
				steps: 4,
				level: 0.97,
				slope: 0.002,
				growth: 2.6,
				gain: 0.02,
				last: 0.31,
			}),
		]),
	),
};
