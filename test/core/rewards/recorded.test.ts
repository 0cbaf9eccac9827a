import { expect, test } from "vitest";
import { resolveOptions } from "../../../src/core/rewards/options";
import { recorded } from "../../../src/core/rewards/recorded";
import { given, rolloutOf } from "../../support/rollout";

const rollout = rolloutOf({ text: "Hi.", recorded: { reward: 1.5, components: { format: 1, answer: 0.25, style: Number.NaN } } });
const score = (options = {}) => recorded.score(rollout, resolveOptions(recorded, options) as typeof recorded.defaults, given());

test("the file's reward and components as they are; no weight is invented", () => {
	const s = score();
	expect([s.total, s.known, s.lanes]).toEqual([1.5, 1.5, { tool: Number.NaN, summary: Number.NaN }]);
	expect(s.layers.map(l => [l.id, l.score, l.weight, l.contribution, l.unknown])).toEqual([
		["format", 1, Number.NaN, Number.NaN, null],
		["answer", 0.25, Number.NaN, Number.NaN, null],
		["style", Number.NaN, Number.NaN, Number.NaN, "not-recorded"],
	]);
});

test("a recipe may name the components that pay the lanes", () => {
	const s = score({ lanes: { tool: "format", summary: "style" } });
	expect(s.lanes).toEqual({ tool: 1, summary: Number.NaN });
	expect(s.layers.map(l => l.pays)).toEqual([["tool"], [], ["summary"]]);
});

test("no reward in the file: none", () => {
	expect(recorded.score(rolloutOf({ text: "Hi." }), recorded.defaults, given())).toMatchObject({ total: Number.NaN, known: 0, layers: [] });
});
