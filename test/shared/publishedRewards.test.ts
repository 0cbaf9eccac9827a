import { existsSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, test } from "vitest";
import type { JsonObject } from "../../src/core/base/units";
import { readReference } from "../../src/core/importers/references";
import { resolveOptions } from "../../src/core/rewards/options";
import { rewardById } from "../../src/core/rewards/registry";
import { given, rolloutOf } from "../support/rollout";

const oracle = resolve(import.meta.dirname, "../../../shared/data/oracle");
const readLines = <T>(file: string): T[] =>
	readFileSync(resolve(oracle, file), "utf8")
		.split("\n")
		.filter(Boolean)
		.map(l => JSON.parse(l) as T);
const score = (id: string, text: string, target: string, options: JsonObject = {}): number => {
	const reward = rewardById(id);
	if (!reward) throw new Error(id);
	return reward.score(rolloutOf({ text, syntax: "auto", rest: { reference: readReference(target, "gts") } }), resolveOptions(reward, options), given()).total;
};

describe.skipIf(!existsSync(oracle))("published reward functions on the same inputs", () => {
	interface ToolrlRow {
		readonly id: string;
		readonly response: string;
		readonly ground_truth: string;
		readonly rewards: Record<string, { readonly score: number }>;
	}
	test.each<[string, JsonObject]>([
		["default", {}],
		["REFINEDREWARD", { variant: "refined" }],
		["INTERMEDIATEREWARD", { variant: "intermediate" }],
		["COARSEREWARD", { variant: "coarse" }],
		["CORRECTMAX1", { bound: 1 }],
		["WITHLENGTH", { length: true }],
	])("ToolRL, %s", (name, options) => {
		// one reference makes the published code itself fail: no figure to compare with
		const rows = readLines<ToolrlRow>("toolrl_rewards.jsonl").filter(r => typeof r.rewards[name]?.score === "number");
		const misses = rows.flatMap(r => {
			const got = score("toolrl", r.response, r.ground_truth, options);
			return Math.abs(got - (r.rewards[name]?.score ?? Number.NaN)) < 1e-6 ? [] : `${r.id}: ${r.rewards[name]?.score}, got ${got}`;
		});
		expect(rows.length).toBeGreaterThan(400);
		expect(misses).toEqual([]);
	});

	test("SDPO tool use", () => {
		const rows = readLines<{ id: string; response: string; ground_truth: string; result: { score: number } }>("sdpo_tooluse_rewards.jsonl");
		const misses = rows.flatMap(r => {
			const got = score("sdpo", r.response, r.ground_truth);
			return got === r.result.score ? [] : `${r.id}: ${r.result.score}, got ${got}`;
		});
		expect(rows.length).toBeGreaterThan(300);
		expect(misses).toEqual([]);
	});
});
