import { describe, expect, test } from "vitest";
import type { JsonObject } from "../../../src/core/base/units";
import type { ReferenceCall } from "../../../src/core/model/call";
import type { Score } from "../../../src/core/model/reward";
import { resolveOptions } from "../../../src/core/rewards/options";
import { partialCredit } from "../../../src/core/rewards/partialCredit";
import { expectClose } from "../../support/close";
import { golden } from "../../support/golden";
import { given, hermesCall, type RolloutParts, rolloutOf } from "../../support/rollout";

const score = (parts: RolloutParts, options: JsonObject = {}): Score =>
	partialCredit.score(rolloutOf(parts), resolveOptions(partialCredit, options) as typeof partialCredit.defaults, given());
const parts = (s: Score): number[] => [...s.layers.map(l => l.score), s.total];

interface Input {
	readonly pairs: { readonly pred: ReferenceCall | null; readonly gold: ReferenceCall }[];
	readonly weights: number[];
	readonly rows: [name: number, key: number, value: number][];
}
interface Expected {
	readonly per_step: Record<string, number>[];
	readonly total: number;
	readonly score: number[];
}
const find = (id: string) => {
	const found = golden<Input, Expected>("12_seed_layers_and_partial_credit").cases.find(c => c.id === id);
	if (!found) throw new Error(id);
	return found;
};

describe("golden 12", () => {
	const { input, expected } = find("botpsy_five_steps");
	test.each(input.pairs.map((p, i) => ({ ...p, i })))("step $i", ({ pred, gold, i }) => {
		const s = score({ text: pred ? hermesCall(pred.name, pred.arguments) : "Done.", calls: [[gold]] });
		const { name, key, value, score: total } = expected.per_step[i] ?? {};
		expectClose(parts(s), [name, key, value, total]);
	});
	test.each(["hungarian", "aligned", "steps"])("five steps, %s", matching => {
		const text = input.pairs.map(p => (p.pred ? `${hermesCall(p.pred.name, p.pred.arguments)}<tool_response>1</tool_response>` : "")).join("");
		expectClose(score({ text, calls: input.pairs.map(p => [p.gold]) }, { matching }).total, expected.total);
	});
	test("value-gated", () => {
		const { input: gated, expected: want } = find("value_gated");
		// a step with the golden's shares: two reference keys, some given, some right
		const calls: Record<string, JsonObject> = { "1,1,1": { a: 1, b: 2 }, "1,1,0": { a: 8, b: 9 }, "1,0.5,0.5": { a: 1 } };
		for (const [i, row] of gated.rows.entries()) {
			const args = calls[row.join()];
			const text = args ? hermesCall("f", args) : hermesCall("other", {});
			expectClose(score({ text, calls: [[{ name: "f", arguments: { a: 1, b: 2 } }]] }, { valueGated: true }).total, want.score[i]);
		}
	});
});

describe("corners", () => {
	test.each<[string, RolloutParts, number[]]>([
		["no step: 1", { text: "Done.", calls: [] }, [1, 1, 1, 1]],
		["no parameters: keys and values count as right", { text: hermesCall("f", {}), calls: [[{ name: "f", arguments: {} }]] }, [1, 1, 1, 1]],
		["invented parameters cost keys, not values", { text: hermesCall("f", { x: 1 }), calls: [[{ name: "f", arguments: {} }]] }, [1, 0, 1, 2 / 3]],
		["extra calls cost nothing", { text: hermesCall("f", {}) + hermesCall("g", {}), calls: [[{ name: "f", arguments: {} }]] }, [1, 1, 1, 1]],
	])("%s", (_, p, want) => expectClose(parts(score(p)), want));
	test("no reference: unknown", () => {
		const s = score({ text: hermesCall("f", {}) });
		expect(s.layers.map(l => l.unknown)).toEqual(["no-reference", "no-reference", "no-reference"]);
		expect([s.total, s.lanes.tool]).toEqual([Number.NaN, Number.NaN]);
	});
	test("all of it pays the calls", () => {
		expect(score({ text: hermesCall("f", {}), calls: [[{ name: "f", arguments: {} }]] }).lanes).toEqual({ tool: expect.closeTo(1, 12), summary: Number.NaN });
	});
	test("order free or in order", () => {
		const f = (q: string) => ({ name: "f", arguments: { q } });
		const text = `${hermesCall("f", { q: "b" })}<tool_response>1</tool_response>${hermesCall("f", { q: "a" })}`;
		expect(score({ text, calls: [[f("a")], [f("b")]] }).total).toBeCloseTo(1, 12);
		expect(score({ text, calls: [[f("a")], [f("b")]] }, { matching: "aligned" }).total).toBeCloseTo(0.5, 12);
		expect(score({ text, calls: [[f("a")], [f("b")]] }, { matching: "steps" }).total).toBeCloseTo(0.5, 12);
		// two blocks of one turn are parallel: their order is free
		expect(score({ text: text.replace("<tool_response>1</tool_response>", ""), calls: [[f("a"), f("b")]] }, { matching: "steps" }).total).toBeCloseTo(1, 12);
	});
});
