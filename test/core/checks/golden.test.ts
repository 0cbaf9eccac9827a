import { describe, expect, test } from "vitest";
import type { JsonObject, JsonValue } from "../../../src/core/base/units";
import { checkRollout, MISTAKES } from "../../../src/core/checks/registry";
import type { Finding } from "../../../src/core/model/finding";
import { golden } from "../../support/golden";
import { call, turns, verlRollout } from "./record";

interface Input {
	readonly calls: readonly { readonly name: string; readonly arguments: JsonValue; readonly raw_error?: "E13" | "E14" }[];
	readonly gold: readonly { readonly name: string; readonly arguments: JsonValue }[];
	readonly tools: Readonly<Record<string, JsonObject>>;
	readonly context: string;
}
type Expected = { readonly errors: readonly JsonValue[] } | Readonly<Record<string, string>>;

const RAW = { E13: "<tool_call>\n{oops\n</tool_call>", E14: '{"name": "book", "arguments": {"city": "Rome"}}' };

/** A finding the way the golden file lists errors: code, which call, what of it. */
function listed(f: Finding, starts: readonly number[]): JsonValue {
	const n = (key: string): number => f.data[key] as number;
	switch (f.code) {
		case "E01":
			return [f.code, n("call"), f.data.tool as string];
		case "E02":
			return [f.code, n("call"), f.data.expected as string];
		case "E03":
			return [f.code, null, n("reference")];
		case "E05":
			return [
				f.code,
				null,
				String(f.data.order)
					.split(" ")
					.map(x => Number(x) - 1),
			];
		case "E13":
		case "E14":
			return [f.code, starts.findLastIndex(s => s <= (f.span?.from ?? -1)), null];
		case "E17":
			return [f.code, null, null];
		default:
			return [f.code, n("call"), (f.data.parameter as string | undefined) ?? null];
	}
}

const file = golden<Input, Expected>("25_error_taxonomy");

describe("error taxonomy", () => {
	test.each(file.cases.filter(c => "errors" in c.expected).map(c => [c.id, c] as const))("%s", (_, { input, expected }) => {
		const bodies = input.calls.map(c => (c.raw_error ? RAW[c.raw_error] : call(c.name, c.arguments)));
		const rollout = verlRollout(turns(...bodies), { user: input.context, tools: input.tools, gold: input.gold.map(c => [c]) });
		let from = rollout.promptEnd;
		const starts = bodies.map(b => (from = rollout.text.indexOf(b, from)));
		expect(checkRollout(rollout).map(f => listed(f, starts))).toEqual(expected.errors);
	});

	test("every code has the golden file's name", () => {
		expect(Object.fromEntries(MISTAKES.map(m => [m.code, m.name]))).toEqual(file.cases.find(c => c.id === "codes")?.expected);
	});
});
