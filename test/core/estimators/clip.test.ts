import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { boundInForce, CLIPS, clipOf, GSPO_CLIP, PPO_CLIP, policyLoss, policyRatio, ratiosOf } from "../../../src/core/estimators/losses";

test("what a recipe leaves out is the preset's, and PPO's where none is named", () => {
	expect(clipOf(undefined)).toEqual({ id: "ppo", ...PPO_CLIP, per: "token" });
	expect(clipOf({ preset: "dapo" })).toEqual({ id: "dapo", low: 0.2, high: 0.28, dual: 3, per: "token" });
	expect(clipOf({ preset: "gspo", high: 0.01 })).toEqual({ id: "gspo", ...GSPO_CLIP, high: 0.01, per: "sequence" });
	expect(clipOf({ preset: "dapo", dual: null }).dual).toBeNull();
});

describe("which bound is in force", () => {
	test.each([
		[1, 1.25, "ppo", "high"],
		[1, 1.25, "dapo", null],
		[1, 1.29, "dapo", "high"],
		[1, 0.1, "dapo", null],
		[-1, 0.75, "dapo", "low"],
		[-1, 1.29, "dapo", null],
		[-1.1, 4.055, "ppo", "dual"],
		[1, 1.00039, "gspo", null],
		[1, 1.00041, "gspo", "high"],
		[-1, 0.9996, "gspo", "low"],
		[-1, 4.055, "gspo", null],
		[0, 9, "ppo", null],
	] as const)("advantage %d at ratio %d under %s: %s", (advantage, ratio, id, bound) => expect(boundInForce(advantage, ratio, CLIPS[id])).toBe(bound));

	test("off the bounds, ratio · A is how fast the loss falls along the log-probability; where one is in force it does not move", () => {
		const number = (min: number, max: number) => fc.double({ min, max, noNaN: true });
		fc.assert(
			fc.property(number(-3, 3), number(-2, 2), fc.constantFrom(...Object.values(CLIPS)), (advantage, distance, clip) => {
				const step = 1e-6;
				const at = (d: number): number => policyLoss(advantage, policyRatio(d, 0), clip).loss;
				const ratio = policyRatio(distance, 0);
				// a corner of the loss has two slopes
				const corners = [1 - clip.low, 1 + clip.high, ...(clip.dual === null ? [] : [clip.dual])];
				fc.pre(corners.every(c => Math.abs(Math.log(c) - distance) > 2 * step));
				const slope = (at(distance + step) - at(distance - step)) / (2 * step);
				const want = boundInForce(advantage, ratio, clip) === null ? -ratio * advantage : 0;
				expect(Math.abs(slope - want)).toBeLessThan(1e-6 * Math.max(1, ratio * Math.abs(advantage)));
			}),
		);
	});
});

test("ratios: per token or of the rollout, none where masked or missing", () => {
	const mask = Uint8Array.of(1, 0, 1);
	const [old, now] = [
		[-1, -1, -2],
		[-0.5, -9, -1.9],
	];
	expect([...ratiosOf(now, old, mask, "token")].map(r => Number(r.toFixed(9)))).toEqual([1.648721271, Number.NaN, 1.105170918]);
	expect([...ratiosOf(now, old, mask, "sequence")].map(r => Number(r.toFixed(9)))).toEqual([1.349858808, Number.NaN, 1.349858808]);
	expect([...ratiosOf([-0.5, 0, Number.NaN], old, mask, "token")].slice(1)).toEqual([Number.NaN, Number.NaN]);
	expect([...ratiosOf([-0.5, 0, Number.NaN], old, mask, "sequence")]).toEqual([Number.NaN, Number.NaN, Number.NaN]);
});
