import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { copiedShare, farming, formatPlateau, LIMITS, lengthGrowth, proxyGap, repetition, slope, summaryLength, wordsOf } from "../../../src/core/checks/hacking";
import { golden } from "../../support/golden";

type Numbers = readonly number[];
type Words = readonly string[];
const file = golden<Record<string, unknown>, Record<string, number | boolean>>("26_hacking_signals");
const STATISTICS: Readonly<Record<string, (i: Record<string, unknown>) => Record<string, number | boolean>>> = {
	partial_credit_farming: i => {
		const { index, flag } = farming(i.name as number, i.key as number, i.value as number);
		return { farming_index: index, flag };
	},
	format_plateau: i => {
		const p = formatPlateau(i.format as Numbers, i.content as Numbers, i.window as number);
		return { format_level: p.level, format_slope: p.formatSlope, content_slope: p.contentSlope, flag: p.flag };
	},
	length_hacking: i => {
		const l = lengthGrowth(i.lengths as Numbers, i.rewards as Numbers);
		return { corr_len_reward: l.correlation, growth: l.growth, reward_gain: l.gain, flag: l.flag };
	},
	repetition: i => {
		const rep4 = repetition(i.tokens as Words, i.n as number);
		return { rep4, flag: rep4 > LIMITS.repetition };
	},
	copying: i => {
		const rate = copiedShare(i.summary as Words, i.observation as Words, i.n as number);
		return { copy_rate: rate, flag: rate > LIMITS.copied };
	},
	empty: i => {
		const { empty, tooShort } = summaryLength(i.summary as string);
		return { empty, too_short: tooShort };
	},
	proxy_gap: i => {
		const { correlation, flag } = proxyGap(i.proxy as Numbers, i.success as Numbers);
		return { corr: correlation, flag };
	},
};

describe("screens for reward hacking", () => {
	test.each(file.cases.map(c => [c.id, c] as const))("%s", (id, { input, expected }) => {
		const of = Object.keys(STATISTICS).find(k => id.startsWith(k)) ?? "";
		const got = STATISTICS[of]?.(input) ?? {};
		expect(Object.keys(got).sort()).toEqual(Object.keys(expected).sort());
		for (const [key, value] of Object.entries(expected)) {
			if (typeof value === "boolean") expect([key, got[key]]).toEqual([key, value]);
			else expect(got[key] as number).toBeCloseTo(value, 9);
		}
	});

	test("words; CJK character by character", () => {
		expect(wordsOf("Order 4711, 明天到")).toEqual(["order", "4711", "明", "天", "到"]);
	});

	test("shares stay in [0,1], a line's slope is its slope", () => {
		const words = fc.array(fc.constantFrom("a", "b", "c"), { maxLength: 40 });
		fc.assert(
			fc.property(words, words, (a, b) => {
				for (const share of [repetition(a), copiedShare(a, b)]) expect(share >= 0 && share <= 1).toBe(true);
				if (a.length >= 5) expect(copiedShare(a, a)).toBe(1);
			}),
		);
		fc.assert(
			fc.property(fc.integer({ min: -9, max: 9 }), fc.integer({ min: 2, max: 20 }), (m, n) => {
				expect(slope(Array.from({ length: n }, (_, i) => 3 + m * i))).toBeCloseTo(m, 9);
			}),
		);
	});
});
