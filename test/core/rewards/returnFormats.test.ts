import { describe, expect, test } from "vitest";
import { checkBfcl } from "../../../src/core/rewards/bfclChecker";
import { fromJson, show } from "../../../src/core/rewards/pyValues";
import { decodeFormat, type ReturnFormat } from "../../../src/core/rewards/returnFormats";

const decoded = (text: string, format: ReturnFormat, tagged = false): string => {
	const d = decodeFormat(text, format, tagged);
	return d.ok ? d.calls.map(c => `${c.name}${show(c.arguments)}`).join(" ") : d.reason;
};
const verbose = (params: string): string => `<functions><function name="a.f"><params>${params}</params></function></functions>`;
const concise = (params: string): string => `<functions><function name="f">${params}</function></functions>`;

describe("return formats", () => {
	test.each<[string, ReturnFormat, string]>([
		['[{"function": "f", "parameters": {"x": 1.0}}]', "json", "f{'x': 1.0}"],
		['Here: [{"function": "f", "parameters": {}}, {"function": "g", "parameters": {"l": [1]}}] Done.', "json", "f{} g{'l': [1]}"],
		['[{"function": "f", "param', "json", ""],
		['[{"name": "f", "parameters": {}}]', "json", "failed"],
		[verbose('<param name="n" value="3" type="integer" /><param name="r" value="16.0" type="float"/>'), "verbose_xml", "a.f{'n': 3, 'r': 16.0}"],
		[
			verbose('<param name="s" value="McDonald&#x27;s &amp; Co" type="string"/><param name="on" value="True" type="boolean"/>'),
			"verbose_xml",
			"a.f{'s': 'McDonald's & Co', 'on': True}",
		],
		[verbose('<param name="l" value="[1, 2.5, None]" type="array"/><param name="z" type="null"/>'), "verbose_xml", "a.f{'l': [1, 2.5, None], 'z': None}"],
		[`Sure!\n${concise('<param name="x" type="string"> hi </param><param name="d" type="dict">{"a": 1}</param>')}\nDone.`, "concise_xml", "f{'x': 'hi', 'd': {'a': 1}}"],
		[concise('<param name="n" type="integer">three</param>'), "concise_xml", "failed"],
		[concise('<param name="s" type="string">a < b</param>'), "concise_xml", "failed"],
		[concise('<param name="s" type="string">a & b</param>'), "concise_xml", "failed"],
		[concise('<param name="s" type="string">a</parm>'), "concise_xml", "failed"],
		["<functions><function name='f'>", "concise_xml", "failed"],
		["f(x=1)", "python", "f{'x': 1}"],
	])("%s as %s", (text, format, want) => expect(decoded(text, format)).toBe(want));

	test("the call tag, where it is asked for", () => {
		expect(decoded("Sure. <TOOLCALL>[f(x=1)]</TOOLCALL>", "python", true)).toBe("f{'x': 1}");
		expect(decoded("[f(x=1)]", "python", true)).toBe("failed");
	});

	test("checked like any other result", () => {
		const question = {
			category: "simple_python",
			functions: [{ name: "f", parameters: { properties: { n: { type: "integer" } }, required: ["n"] } }],
			answers: fromJson([{ f: { n: [3] } }]),
			underscoreToDot: false,
		};
		const check = (text: string) => checkBfcl(text, question, "prompt", { format: "concise_xml", tagged: false }).errorType;
		expect(check(concise('<param name="n" type="integer">3</param>'))).toBeNull();
		expect(check(concise('<param name="n" type="string">3</param>'))).toBe("type_error:simple");
	});
});
