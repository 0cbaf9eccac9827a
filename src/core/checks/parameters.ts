import { valueAt } from "../base/path";
import type { Call } from "../model/call";
import { type Finding, finding } from "../model/finding";
import type { Check } from "./contract";
import type { SchemaProblem } from "./parameterSchema";
import { argumentSpan, keySpan, pathText, shown, shownList } from "./place";

/** Keywords of E10 with a sentence of their own. */
const RULES = new Set(["pattern", "minimum", "maximum", "minLength", "maxLength", "minItems", "maxItems", "multipleOf", "uniqueItems"]);

/** E06–E10: what a call's arguments break of their tool's schema. Without a schema nothing is found. */
export const parameters: Check = {
	id: "parameters",
	mistakes: [
		{ code: "E06", name: "MISSING_REQUIRED", cause: "key" },
		{ code: "E07", name: "UNKNOWN_PARAM", cause: "key" },
		{ code: "E08", name: "WRONG_TYPE", cause: "value" },
		{ code: "E09", name: "ENUM_VIOLATION", cause: "value" },
		{ code: "E10", name: "CONSTRAINT_VIOLATION", cause: "value" },
	],
	run: ({ rollout, calls, schema }) => calls.flatMap((c, i) => (schema[i] ?? []).map(p => report(rollout.text, c, i, p))),
};

function report(text: string, call: Call, index: number, { code, path, keyword, wanted }: SchemaProblem): Finding {
	const data = { call: index, tool: call.name, parameter: pathText(path) };
	const actual = shown(valueAt(call.arguments, path));
	const span = argumentSpan(text, call, path);
	switch (code) {
		case "E06":
			return finding(code, "error", data, { span: argumentSpan(text, call, path.slice(0, -1)) });
		case "E07":
			return finding(code, "error", { ...data, actual, ...(path.length === 1 ? { expected: shownList(wanted) } : {}) }, { span: keySpan(text, call, path) });
		case "E08":
			return finding(code, "error", { ...data, expected: shownList(wanted), actual }, { span });
		case "E09":
			return finding(code, "error", { ...data, expected: shownList(wanted), actual }, { span });
		case "E10":
			return finding(code, "error", { ...data, keyword, expected: shownList(wanted), actual, ...(RULES.has(keyword) ? { variant: keyword } : {}) }, { span });
	}
}
