import { describe, expect, test } from "vitest";
import type { JsonValue } from "../../../src/core/base/units";
import { type AnsweredCall, redundancyOf, toolProductivity } from "../../../src/core/checks/redundancy";
import { golden } from "../../support/golden";

interface Input {
	readonly calls: readonly AnsweredCall[];
	readonly gold: readonly { readonly name: string; readonly arguments: JsonValue }[] | null;
	readonly writes: readonly string[];
	readonly answer: readonly string[] | null;
	readonly final: string;
	readonly cost: Readonly<Record<string, number>> | null;
	readonly identity?: Readonly<Record<string, readonly string[]>>;
	readonly correct?: readonly number[];
}
type Expected = Readonly<Record<string, readonly boolean[] | number | null>>;
const file = golden<Input, Expected>("24_redundancy_cost");

describe("redundancy and cost", () => {
	test.each(file.cases.filter(c => c.id !== "tool_productivity").map(c => [c.id, c] as const))("%s", (_, { input, expected }) => {
		const r = redundancyOf({ ...input, identity: input.identity ?? {}, cost: input.cost ?? {} });
		expect({
			duplicate: r.duplicate,
			consecutive_repeat: r.consecutiveRepeat,
			recovery_retry: r.recoveryRetry,
			recovered_failure: r.recoveredFailure,
			superseded: r.superseded,
			unused_result: r.unusedResult,
			after_answer: r.afterAnswer,
			unmatched: r.unmatched,
			redundant: r.redundant,
			redundancy_rate: Math.round(r.rate * 1e12) / 1e12,
			excess_calls: Number.isNaN(r.excess) ? null : r.excess,
			cost: r.cost,
			wasted_cost: r.wastedCost,
			failed_cost: r.failedCost,
		}).toEqual(expected);
	});

	test("right answers per call", () => {
		const found = file.cases.find(c => c.id === "tool_productivity") as unknown as { input: { correct: number[]; calls: number[] }; expected: { value: number } };
		expect(toolProductivity(found.input.correct, found.input.calls)).toBe(found.expected.value);
		expect(toolProductivity([1], [0])).toBeNaN();
	});

	test("without a configuration a tool that changes something is known by its name", () => {
		const call = (name: string, result: string) => ({ name, arguments: { id: 1 }, result, error: false });
		const given = { gold: null, answer: null, final: "", identity: {}, cost: {} };
		expect(redundancyOf({ ...given, writes: null, calls: [call("find", "a"), call("book_room", "b"), call("find", "c")] }).duplicate).toEqual([false, false, false]);
		expect(redundancyOf({ ...given, writes: [], calls: [call("find", "a"), call("book_room", "b"), call("find", "c")] }).duplicate).toEqual([false, false, true]);
	});

	test("a Chinese result counts as used when part of it is repeated", () => {
		const calls = [{ name: "query", arguments: {}, result: "杭州", error: false }];
		const of = (final: string) => redundancyOf({ calls, gold: null, answer: null, final, writes: [], identity: {}, cost: {} }).unusedResult;
		expect([of("明天杭州有雨"), of("明天有雨")]).toEqual([[false], [true]]);
	});
});
