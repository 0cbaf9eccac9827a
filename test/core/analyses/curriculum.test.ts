import { describe, expect, test } from "vitest";
import {
	CLASS_WEIGHTS,
	DEFAULT_CURRICULUM,
	GREY_WEIGHT,
	hardDrop,
	inPhase,
	isGrey,
	PHASES,
	phaseSettled,
	type SampleClass,
	sampleClass,
	sampleOf,
	weightedLoss,
} from "../../../src/core/analyses/curriculum";
import { expectClose } from "../../support/close";
import { golden } from "../../support/golden";

interface Input {
	readonly scores: [number, number, number][];
	readonly classes: SampleClass[];
	readonly weights: number[];
	readonly losses: number[];
	readonly accuracy: (number | null)[];
	readonly new_features: boolean;
	readonly rows: { readonly format: number; readonly feature: number; readonly label: number }[];
	readonly tau: number;
}

function answer(id: string, i: Input): unknown {
	if (id === "classes") {
		const classes = i.scores.map(s => sampleClass(...s));
		return { classes, weights: classes.map(c => (c ? CLASS_WEIGHTS[c] : null)) };
	}
	if (id === "phases") return Object.fromEntries(PHASES.map(p => [p, i.classes.flatMap((c, n) => (inPhase(c, p) ? [n] : []))]));
	if (id === "weighted_loss") return { loss: weightedLoss(i.weights, i.losses) };
	if (id === "grey_mining") return { is_grey: i.rows.map(r => isGrey(r.format, r.feature, r.label, i.tau)), weight: GREY_WEIGHT };
	const { streak, drop, firstEligible } = hardDrop(
		i.accuracy.map(a => a ?? Number.NaN),
		i.new_features,
	);
	return { streak, drop, first_eligible_epoch: firstEligible };
}

describe("curriculum by the published figures", () => {
	const card = golden<Input, unknown>("23_curriculum_grey_hard");
	test.each(card.cases)("$id", ({ id, input, expected }) => expectClose(answer(id, input), expected, card.tolerance_abs));
});

test("phase 2 that adds keeps the format-only samples", () => {
	expect(inPhase("format_only", 2, "add")).toBe(true);
	expect(inPhase("format_only", 3, "add")).toBe(false);
	expect(inPhase("all_wrong", 1, "add")).toBe(false);
});

test.each([
	["all right", { format: 1, content: 1, result: 1, feature: 1, dropped: false }, { of: "all_correct", weight: 1, reason: "all_correct" }],
	["matched but not hit: the smaller weight", { format: 1, content: 1, result: 0, feature: 0.9, dropped: false }, { of: "grey", grey: true, weight: 0.3, reason: "grey-mined" }],
	[
		"the class's weight when that is smaller",
		{ format: 1, content: 0.5, result: 0, feature: 0.9, dropped: false },
		{ of: "format_only", grey: true, weight: 0.2, reason: "grey-mined" },
	],
	["not known is not grey", { format: 1, content: 1, result: 0, feature: Number.NaN, dropped: false }, { of: "grey", grey: false, weight: 0.5, reason: "grey" }],
	["too hard", { format: 1, content: 1, result: 1, feature: 1, dropped: true }, { weight: 0, reason: "dropped" }],
	["no content score", { format: 1, content: Number.NaN, result: 1, feature: 1, dropped: false }, { of: null, weight: 0, reason: "unscored" }],
	["bad format", { format: 0.5, content: Number.NaN, result: 1, feature: 1, dropped: false }, { of: "all_wrong", weight: 0, reason: "all_wrong" }],
])("%s", (_, scores, expected) => expect(sampleOf(scores)).toMatchObject(expected));

test("a sample outside the phase is left out and says so", () => {
	const scores = { format: 1, content: 0.5, result: 0, feature: 0, dropped: false };
	expect(sampleOf(scores, { ...DEFAULT_CURRICULUM, phase: 2 })).toMatchObject({ weight: 0, reason: "not-in-phase" });
});

test("no weight left is a loss of 0", () => expect(weightedLoss([0, 0], [1, 2])).toBe(0));

test("a phase has settled when two evaluations gained less than .01", () => {
	expect(phaseSettled([0.5, 0.9, 0.904, 0.908])).toBe(true);
	expect(phaseSettled([0.5, 0.9, 0.904, 0.912])).toBe(false);
	expect(phaseSettled([0.9, 0.9])).toBe(false);
});
