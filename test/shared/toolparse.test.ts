import { existsSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { isObject, type JsonObject, type JsonValue } from "../../src/core/base/units";
import type { Tool } from "../../src/core/model/tool";
import { readCalls } from "../../src/core/syntaxes/read";

/** What the tool parsers of vLLM, sglang and smg return for 408 texts. */
const file = resolve(import.meta.dirname, "../../../shared/data/oracle/toolparse.jsonl");
const examples = resolve(import.meta.dirname, "../../../shared/formats/examples/tool_call_syntaxes.jsonl");

type Calls = readonly { readonly name: string; readonly arguments: JsonValue }[];
interface Case {
	readonly id: string;
	readonly syntax: string;
	readonly model_output: string;
	readonly tools: readonly JsonValue[] | null;
	readonly expected_calls: Calls | null;
	readonly oracles: readonly { readonly calls: Calls | null }[];
	readonly implementations_now: Readonly<Record<string, { readonly calls?: Calls } | null>>;
	readonly consensus: string;
}

const lines = <T>(path: string): readonly T[] =>
	readFileSync(path, "utf8")
		.split("\n")
		.filter(Boolean)
		.map(l => JSON.parse(l) as T);

const toolOf = (t: JsonValue): readonly Tool[] => {
	const f = isObject(t) && isObject(t.function) ? t.function : t;
	return isObject(f) && typeof f.name === "string" ? [{ name: f.name, description: null, parameters: isObject(f.parameters) ? (f.parameters as JsonObject) : null }] : [];
};
const short = (calls: Calls): Calls => calls.map(c => ({ name: c.name, arguments: c.arguments }));

function same(a: JsonValue | Calls, b: JsonValue | Calls): boolean {
	try {
		expect(a).toEqual(b);
		return true;
	} catch {
		return false;
	}
}

describe.skipIf(!existsSync(file))("the serving parsers' own answers", () => {
	const cases = existsSync(file) ? lines<Case>(file).filter(c => Array.isArray(c.expected_calls)) : [];
	const answer = (c: Case, syntax: string): Calls => {
		const tools = c.tools?.length ? c.tools.flatMap(toolOf) : null;
		return short(readCalls(c.model_output, { syntax, tools }).reading.calls);
	};
	const fits = (c: Case, got: Calls): boolean =>
		[c.expected_calls, ...(c.consensus === "agree" ? [] : c.oracles.map(o => o.calls))].some(w => Array.isArray(w) && same(got, short(w)));

	test.each([
		["syntax given", (c: Case) => c.syntax, 0.99],
		["auto", () => "auto", 0.93],
	] as const)("%s", (name, hint, bar) => {
		for (const consensus of ["agree", "disagree"]) {
			const some = cases.filter(c => (consensus === "agree") === (c.consensus === "agree"));
			const misses = some.filter(c => !fits(c, answer(c, hint(c))));
			const rate = 1 - misses.length / some.length;
			if (process.env.SHOW) {
				console.log(`${name}, ${consensus}: ${some.length - misses.length}/${some.length}`);
				for (const c of misses)
					console.log(
						`${c.id} ${c.syntax}\n  text ${JSON.stringify(c.model_output).slice(0, 500)}\n  want ${JSON.stringify(c.expected_calls).slice(0, 400)}\n  got  ${JSON.stringify(answer(c, hint(c))).slice(0, 400)}`,
					);
			}
			if (consensus === "agree") expect(rate).toBeGreaterThanOrEqual(bar);
		}
	});

	test("a text of every syntax of the format survey", () => {
		const rows = lines<{
			readonly syntax: string;
			readonly raw: string;
			readonly expected_calls: Calls;
			readonly expected_text: string;
			readonly expected_reasoning: string | null;
		}>(examples);
		const schema = { type: "object", properties: { city: { type: "string" }, days: { type: "integer" } } };
		for (const r of rows) {
			const got = readCalls(r.raw, { syntax: "auto", tools: [{ name: "get_weather", description: null, parameters: schema }] });
			expect({ syntax: r.syntax, calls: short(got.reading.calls), text: got.content, reasoning: got.reasoning }).toEqual({
				syntax: r.syntax,
				calls: r.expected_calls,
				text: r.expected_text,
				reasoning: r.expected_reasoning,
			});
		}
	});
});
