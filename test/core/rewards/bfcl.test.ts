import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { JsonObject, JsonValue } from "../../../src/core/base/units";
import type { Score } from "../../../src/core/model/reward";
import { decodeFunctionCalls, decodePrompted, readTypedJson } from "../../../src/core/rewards/benchmarkDecode";
import { bfcl } from "../../../src/core/rewards/bfcl";
import { bfclOverall, checkBfcl, checkCalls, containsResponses } from "../../../src/core/rewards/bfclChecker";
import { resolveOptions } from "../../../src/core/rewards/options";
import { readOutcome } from "../../../src/core/rewards/outcome";
import { fromJson, show } from "../../../src/core/rewards/pyValues";
import { decodeFormat } from "../../../src/core/rewards/returnFormats";
import { UNKNOWN_WORDS } from "../../../src/words/rewards";
import { expectClose } from "../../support/close";
import { golden } from "../../support/golden";
import { given, hermesCall, type RolloutParts, rolloutOf } from "../../support/rollout";

interface Input {
	readonly functions: JsonObject[];
	readonly output: JsonObject[];
	readonly answer: JsonObject[];
	readonly gold_responses: string[];
	readonly model_responses: string[];
	readonly non_live: number;
	readonly live: number;
	readonly irrelevance: number;
	readonly multi_turn: number;
	readonly agentic: number;
}
type Expected = { readonly valid: boolean; readonly error_type?: string | null; readonly contained: boolean; readonly overall: number };
const score = (parts: RolloutParts, options: JsonObject = {}): Score => bfcl.score(rolloutOf(parts), resolveOptions(bfcl, options) as typeof bfcl.defaults, given());

describe("categories that only the environment decides", () => {
	test.each([
		["multi_turn_base_0", "bfcl-multi-turn", "bfcl-multi-turn"],
		["memory_kv_3-customer-0", "bfcl-agentic", "bfcl-agentic"],
		["web_search_base_7", "bfcl-agentic", "bfcl-agentic"],
		["memory_of_mine", "bfcl-agentic", "no-outcome"],
		["simple_python_0", "no-reference", "no-outcome"],
	])("%s: what is missing is said, by this reward and by the result layer", (id, unknown, outcome) => {
		const rollout = rolloutOf({ text: "[cd(folder='a')]", rest: { id } });
		expect(bfcl.score(rollout, bfcl.defaults, given()).layers[0]).toMatchObject({ score: Number.NaN, unknown });
		expect(readOutcome(rollout, given()).unknown).toBe(outcome);
		for (const code of [unknown, outcome]) expect(UNKNOWN_WORDS).toHaveProperty(code);
	});
});

describe("golden 16", () => {
	const file = golden<Input, Expected>("16_bfcl");
	test.each(file.cases)("$id", ({ id, input, expected }) => {
		if (id.startsWith("resp_")) return expect(containsResponses(input.gold_responses, input.model_responses)).toBe(expected.contained);
		if (id === "overall_v4") return expectClose(bfclOverall({ ...input, nonLive: input.non_live, multiTurn: input.multi_turn }), expected.overall);
		const calls = input.output.map(o => ({ name: Object.keys(o)[0] ?? "", arguments: fromJson(Object.values(o)[0] ?? null) }));
		const verdict = checkCalls(calls, {
			category: id.startsWith("parallel") ? "parallel" : "simple",
			functions: input.functions,
			answers: fromJson(input.answer),
			underscoreToDot: false,
		});
		expect(verdict.valid).toBe(expected.valid);
		if (expected.error_type !== undefined) expect(verdict.errorType).toBe(expected.error_type);
		// and through a rollout, whose reference keeps the allowed values as its answer
		const text = input.output.map(o => hermesCall(Object.keys(o)[0] ?? "", Object.values(o)[0] ?? null)).join("");
		const tools = input.functions.map(f => ({ name: String(f.name), parameters: f.parameters as JsonObject }));
		expect(score({ text, tools, calls: [[]], answer: input.answer }).total).toBe(Number(expected.valid));
	});
});

const names = (d: ReturnType<typeof decodePrompted>): string => (d.ok ? d.calls.map(c => `${c.name}${show(c.arguments)}`).join(" ") : d.reason);

describe("decoding what a prompted model wrote", () => {
	test.each<[string, string]>([
		["[f(x=1, y='a')]", "f{'x': 1, 'y': 'a'}"],
		["```\na.b.c(x=2020.0)\n```", "a.b.c{'x': 2020.0}"],
		["f(x=-1, y=(1, 2), z={'k': [True, None]})", "f{'x': -1, 'y': (1, 2), 'z': {'k': [True, None]}}"],
		["[f(x=1), g(),]", "f{'x': 1} g{}"],
		["[f(x=g(1), y=h(z=2), w=name, v=a[0])]", "f{'x': 'g(1)', 'y': {'h': {'z': 2}}, 'w': 'name', 'v': 'a[0]'}"],
		["f(x=2 * 3 + 4 / 2, y='a' + 'b', z=2 ** 3)", "f{'x': 8.0, 'y': 'ab', 'z': 8}"],
		["f('positional', x=1)", "f{'x': 1}"],
		["f(x=g((1+2)*3, a - (b - c), [*d]))", "failed"],
		["f(x=g((1+2)*3, a - (b - c)))", "f{'x': 'g((1 + 2) * 3, a - (b - c))'}"],
		["f(x='it\\'s', y=\"北京\", z='a' 'b')", "f{'x': 'it's', 'y': '北京', 'z': 'ab'}"],
		["[]", ""],
		["Sure: [f(x=1)]", "failed"],
		["[f(x=1)] Done.", "failed"],
		["[lambda x: x]", "failed"],
		["[a.b]", "failed"],
		["f(from=1)", "failed"],
		["f(x=1, 2)", "failed"],
		["f(x=012)", "failed"],
		["f(x=a.b)", "failed"],
		["f(x='a)", "failed"],
	])("%s", (text, want) => expect(names(decodePrompted(text, "python"))).toBe(want));

	test.each<["java" | "javascript", string, string]>([
		["java", '[A.b(x="s", n=5L, on=true, q=name)]', "A.b{'x': 's', 'n': '5L', 'on': 'true', 'q': 'name'}"],
		["java", "[f(m=new HashMap<String, Object>(), a=new int[]{1, 2})]", "f{'m': 'new HashMap<String,Object>()', 'a': 'new int[]{1,2}'}"],
		["java", '[f(l=new ArrayList<>(Arrays.asList("a", "b")))]', "f{'l': 'new ArrayList<>(Arrays.asList(\"a\", \"b\"))'}"],
		["java", "[f(x=1), f(x=1)]", "failed"],
		["java", "[f(x=LED TV)]", "failed"],
		["javascript", "[f(x=[1, 2], o={\"a\": 1}, s='t')]", "f{'x': '[1, 2]', 'o': '{\"a\": 1}', 's': 't'}"],
		["javascript", "[f(x=1), f(x=1)]", "format"],
		["javascript", "[f(x=1),]", "failed"],
		["javascript", "[]", "format"],
	])("%s %s", (language, text, want) => expect(names(decodePrompted(text, language))).toBe(want));

	test.each<[JsonValue, string]>([
		[[{ f: '{"x": 1.0, "y": [1, 2.50], "s": "a\\/b\\u00e9\\n"}' }], "f{'x': 1.0, 'y': [1, 2.5], 's': 'a/bé\n'}"],
		[[], ""],
		["I cannot.", "failed"],
		[[{}], "failed"],
		[[{ f: { x: 1 } }], "failed"],
		[[{ f: '{"x": 1' }], "failed"],
		[[{ f: '"{}"' }], "format"],
	])("function calls %j", (result, want) => expect(names(decodeFunctionCalls(result))).toBe(want));
});

test("no text makes the decoders throw or run for long", () => {
	const piece = fc.constantFrom(
		"[",
		"]",
		"(",
		")",
		"{",
		"}",
		"f",
		"a.b",
		"=",
		"'",
		'"',
		",",
		"1",
		"2.0",
		"-",
		"**",
		"new ",
		"<",
		">",
		"\\",
		"\n",
		"#",
		"`",
		":",
		" ",
		"True",
		"北",
		"<functions>",
		"<param ",
		"</functions>",
	);
	const formats = ["python", "json", "verbose_xml", "concise_xml"] as const;
	fc.assert(
		fc.property(fc.array(piece, { maxLength: 25 }), pieces => {
			const text = pieces.join("");
			for (const language of ["python", "java", "javascript"] as const) expect(typeof decodePrompted(text, language).ok).toBe("boolean");
			for (const format of formats) expect(typeof decodeFormat(text, format, false).ok).toBe("boolean");
			expect(typeof decodeFunctionCalls([{ f: text }]).ok).toBe("boolean");
		}),
		{ numRuns: 500 },
	);
	const start = performance.now();
	for (const text of ["[", "f(", "f(x=", "a.", "a<", "-", "1+", "'", "{'a':", "[[1],", "<functions>", "&"].map(p => p.repeat(100_000))) {
		for (const language of ["python", "java", "javascript"] as const) decodePrompted(text, language);
		for (const format of formats) decodeFormat(text, format, false);
	}
	expect(performance.now() - start).toBeLessThan(10_000);
});

describe("types of Python", () => {
	const functions = [
		{
			name: "f",
			parameters: {
				type: "dict",
				properties: {
					n: { type: "integer" },
					r: { type: "float" },
					on: { type: "boolean" },
					l: { type: "array", items: { type: "float" } },
					t: { type: "tuple", items: { type: "integer" } },
				},
				required: [],
			},
		},
	];
	const answers = fromJson([{ f: { n: [2020, ""], r: [1, ""], on: [true, ""], l: [[1.5, 2], ""], t: [[1, 2], ""] } }]);
	test.each([
		["f(n=2020)", null],
		["f(n=2020.0)", "type_error:simple"],
		["f(n=True)", "type_error:simple"],
		["f(r=1)", null],
		["f(r=1.0)", null],
		["f(on=1)", "type_error:simple"],
		["f(l=[1.5, 2])", null],
		["f(t=(1, 2))", null],
		["f(t=[2, 1])", "value_error:list/tuple"],
		["f(n=2021)", "value_error:others"],
		["f(n=None)", "type_error:simple"],
		["f()", null],
		["f(z=1)", "simple_function_checker:unexpected_param"],
	])("%s", (result, want) => {
		expect(checkBfcl(result, { category: "simple_python", functions, answers, underscoreToDot: false }, "prompt").errorType).toBe(want);
	});
	test("elements are typed one level deep, unless leaving the parameter out is allowed", () => {
		const strict = { category: "simple_python", functions, answers: readTypedJson('[{"f": {"l": [[1.5, 2.0]]}}]') ?? null, underscoreToDot: false };
		expect(checkBfcl("f(l=[1.5, 2])", strict, "prompt").errorType).toBe("type_error:nested");
		expect(checkBfcl("f(l=[1.5, 2.0])", strict, "prompt").errorType).toBeNull();
	});
	test("dots become underscores where the model's API wants it", () => {
		const dotted = { category: "simple_python", functions: [{ name: "a.f", parameters: { properties: {}, required: [] } }], answers: fromJson([{ "a.f": {} }]) };
		expect(checkBfcl([{ a_f: "{}" }], { ...dotted, underscoreToDot: true }, "fc").valid).toBe(true);
		expect(checkBfcl([{ a_f: "{}" }], { ...dotted, underscoreToDot: false }, "fc").errorType).toBe("simple_function_checker:wrong_func_name");
	});
	test.each([
		["irrelevance", "None of them fits.", null],
		["irrelevance", "[f()]", "irrelevance_error:decoder_success"],
		["live_relevance", "[f()]", null],
		["live_relevance", "[]", "relevance_error:decoder_failed"],
	])("%s: %s", (category, result, want) => {
		expect(checkBfcl(result, { category, functions: [], answers: null, underscoreToDot: false }, "prompt").errorType).toBe(want);
	});
});

describe("java and javascript values", () => {
	const check = (language: string, type: string, result: string, allowed: JsonValue, items?: string): string | null => {
		const functions = [{ name: "f", parameters: { properties: { v: { type, ...(items ? { items: { type: items } } : {}) } }, required: ["v"] } }];
		return checkBfcl(`f(v=${result})`, { category: `simple_${language}`, functions, answers: fromJson([{ f: { v: [allowed] } }]), underscoreToDot: false }, "prompt").errorType;
	};
	test.each<[string, string, string, JsonValue, string | undefined, string | null]>([
		["java", "long", "5L", 5, undefined, null],
		["java", "integer", "5L", 5, undefined, "type_error:simple"],
		["java", "double", "1.5", 1.5, undefined, null],
		["java", "float", "1.5f", 1.5, undefined, null],
		["java", "boolean", "true", true, undefined, null],
		["java", "String", '"a b"', "a b", undefined, null],
		["java", "ArrayList", 'new ArrayList<>(Arrays.asList("a", "b"))', ["a", "b"], "String", null],
		["java", "Array", "new int[]{1, 2}", [1, 2], "integer", null],
		["java", "HashMap", "new HashMap<String, String>()", {}, undefined, null],
		["javascript", "integer", "5", 5, undefined, null],
		["javascript", "Bigint", "5n", 5, undefined, null],
		["javascript", "array", "[1, 2]", [1, 2], "integer", null],
		["javascript", "array", "[[1, 2], [3]]", [[1, 2], [3]], "array", null],
		["javascript", "dict", '{"a": 1, "b": [true]}', { a: [1], b: [[true]] }, undefined, null],
		["javascript", "Boolean", "maybe", true, undefined, "type_error:simple"],
	])("%s %s %s", (language, type, result, allowed, items, want) => expect(check(language, type, result, allowed, items)).toBe(want));
	test("a long value is not taken apart, and takes no time", () => {
		const start = performance.now();
		expect(check("javascript", "array", `[[1],${"[1],".repeat(200_000)}`, [], "array")).not.toBeNull();
		expect(check("javascript", "array", `[[1],${"[1],".repeat(2_000)}`, [], "array")).not.toBeNull();
		expect(performance.now() - start).toBeLessThan(3000);
	});
});

describe("as a reward", () => {
	const tools = [{ name: "f", parameters: { type: "object", properties: { q: { type: "string" } }, required: ["q"] } }];
	test("plain reference calls are the only allowed values", () => {
		expect(score({ text: hermesCall("f", { q: "A.B" }), tools, calls: [[{ name: "f", arguments: { q: "ab" } }]] }).total).toBe(1);
		const text = hermesCall("f", { q: "ac" });
		const s = score({ text, tools, calls: [[{ name: "f", arguments: { q: "ab" } }]] });
		expect(s.layers[0]?.checks[0]).toMatchObject({ id: "bfcl:value_error:string", verdict: "fail" });
		const span = s.layers[0]?.checks[0]?.span;
		expect(text.slice(span?.from, span?.to)).toBe('"ac"');
	});
	test("no call was right", () => {
		expect(score({ text: "No.", tools, calls: [] }).total).toBe(1);
		expect(score({ text: hermesCall("f", { q: "a" }), tools, calls: [] }).total).toBe(0);
	});
	test("no tools, no reference: unknown", () => {
		expect(score({ text: "No.", calls: [] }).layers[0]?.unknown).toBe("no-tools");
		expect(score({ text: "No.", tools }).layers[0]?.unknown).toBe("no-reference");
	});
});
