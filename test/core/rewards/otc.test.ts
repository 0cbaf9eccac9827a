import { describe, expect, test } from "vitest";
import type { JsonObject } from "../../../src/core/base/units";
import { resolveOptions } from "../../../src/core/rewards/options";
import { otc, otcToolReward } from "../../../src/core/rewards/otc";
import { expectClose } from "../../support/close";
import { golden } from "../../support/golden";
import { given, hermesCall, rolloutOf } from "../../support/rollout";

describe("golden 20, OTC", () => {
	const file = golden<{ calls: number; optimal: number | null; c: number }, { r_tool: number }>("20_toolstar_otc");
	const cases = file.cases.filter(c => c.id.startsWith("otc_"));
	expect(cases).toHaveLength(8);
	test.each(cases)("$id", ({ input, expected }) => {
		expectClose(otcToolReward(input.calls, input.optimal ?? Number.NaN, input.c), expected.r_tool);
		const extras: JsonObject = input.optimal === null ? {} : { optimal_calls: input.optimal };
		const rollout = rolloutOf({ text: hermesCall("f", {}).repeat(input.calls), rest: { extras } });
		const s = otc.score(rollout, resolveOptions(otc, { turns: input.c }) as typeof otc.defaults, given({ outcome: 1 }));
		expectClose([s.layers[1]?.score, s.total, s.lanes.tool], [expected.r_tool, expected.r_tool, expected.r_tool]);
	});
});

test("a wrong answer earns nothing, an unknown one is unknown", () => {
	const rollout = rolloutOf({ text: hermesCall("f", {}) });
	expect(otc.score(rollout, otc.defaults, given({ outcome: 0 })).total).toBe(0);
	const s = otc.score(rollout, otc.defaults, given());
	expect([s.total, s.layers[2]?.unknown]).toEqual([Number.NaN, "no-outcome"]);
});
