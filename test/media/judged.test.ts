import { readFileSync } from "node:fs";
import { resolve as join } from "node:path";
import { describe, expect, test } from "vitest";
import { readJson } from "../../src/core/base/json";
import { importerById } from "../../src/core/importers/registry";
import { DEFAULT_RECIPE, type Recipe } from "../../src/core/model/recipe";
import { type Judged, judge } from "../../src/session/judge";
import { loadRecipe } from "../../src/session/recipeFile";
import { resolve } from "../../src/session/resolve";
import { sampleRows } from "./generator";

const folder = join(import.meta.dirname, "../../media/sample");
const lines = readFileSync(join(folder, "tool-agent-step-40.jsonl"), "utf8").trimEnd().split("\n");

function judged(recipe: Recipe): readonly Judged[] {
	const setup = resolve(recipe).judge;
	return lines.flatMap(line => {
		const read = readJson(line);
		if (!read.ok) throw new Error(`not JSON: ${line}`);
		const { rollouts } = importerById("verl")?.read(read.value, { subtype: "verl-gts", name: "tool-agent-step-40.jsonl", keys: {} }) ?? { rollouts: [] };
		return rollouts.map(r => judge(r, setup));
	});
}

/** Which planted failures leave which findings. */
const LEFT_BY: Readonly<Record<string, readonly string[]>> = {
	E01: ["hallucinated-tool"],
	E03: ["missing-call", "hallucinated-tool", "missing-tag", "broken-json", "unclosed-call"],
	E04: ["extra-call"],
	E05: ["wrong-order"],
	E06: ["missing-required"],
	E07: ["unknown-parameter"],
	E08: ["wrong-type"],
	E09: ["enum-violation"],
	E10: ["constraint-violation"],
	E11: ["made-up-value"],
	E12: ["value-mismatch", "reworded-value", "missing-optional"],
	E13: ["broken-json", "unclosed-call"],
	E14: ["missing-tag", "unclosed-call"],
	E15: ["duplicate-call"],
	E16: ["unneeded-call"],
	E17: ["omitted-call", "call-in-thought"],
	M08: ["unclosed-call"],
	"call-inside-reasoning": ["call-in-thought"],
};

describe("the sample, judged", async () => {
	const { recipe } = await loadRecipe(join(folder, "tool-agent-step-40.reward.json"));

	test.each<[string, Recipe]>([
		["its own recipe", recipe],
		["the defaults", DEFAULT_RECIPE],
	])("the layered reward is what the trainer recorded, under %s", (_, r) => {
		const rows = judged(r);
		expect(rows).toHaveLength(112);
		expect(rows.flatMap((j, i) => (Math.abs(j.score.total - j.rollout.recorded.reward) < 1e-9 ? [] : [[i, j.score.total, j.rollout.recorded.reward]]))).toEqual([]);
	});

	test("every planted mistake is found, and nothing else", () => {
		const rows = (has: (i: number) => boolean): number[] => lines.flatMap((_, i) => (has(i) ? [i] : []));
		const all = judged(recipe);
		const planted = sampleRows();
		expect(new Set(all.flatMap(j => j.findings.map(f => f.code)))).toEqual(new Set(Object.keys(LEFT_BY)));
		for (const [code, flaws] of Object.entries(LEFT_BY))
			expect([code, rows(i => all[i]?.findings.some(f => f.code === code) ?? false)]).toEqual([code, rows(i => planted[i]?.flaws.some(f => flaws.includes(f)) ?? false)]);
	});
});
