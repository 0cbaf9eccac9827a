import { expect, test } from "vitest";
import { pathWithoutRank, stepOfPath } from "../../../src/core/importers/fileName";

test.each<[string, number | null]>([
	["/runs/a/rollout_data/40.jsonl", 40],
	["train_data_step1.jsonl", 1],
	["rollout_dump_data.step_3.jsonl", 3],
	["rollout_0.pt", 0],
	["tool-agent-step-40.jsonl.gz", 40],
	["/x/dumped_evals/global_step_10_evals/math.jsonl", 10],
	["/x/iteration_000012/train_rollout_summaries.jsonl", 12],
	["/x/rollouts/step_7/train/all/traces.jsonl", 7],
	["C:\\runs\\step_9\\rank_3.jsonl", 9],
	["step_5_rank2.jsonl", 5],
	["12_rank0.jsonl", 12],
	["/runs/step_3/8.jsonl", 8],
	["rank_3.jsonl", null],
	["completions.jsonl", null],
	["qwen3_8b.jsonl", null],
	["data_20260102_101010_123.jsonl", null],
	["footstep9.jsonl", null],
	["rollouts_2024.jsonl", null],
	["", null],
])("%s is of step %s", (path, step) => {
	expect(stepOfPath(path)).toBe(step);
});

test("where files are named by their task, the folder's number is the step", () => {
	expect(["/x/rollout/3/42.jsonl", "/x/rollout/42.jsonl"].map(p => stepOfPath(p, "folder"))).toEqual([3, null]);
});

test("files of several writers have one name without their ranks", () => {
	expect(["a_rank0.jsonl", "a_rank1.jsonl", "a.rank-2.jsonl.gz", "a_shard_1_of_4.jsonl", "rank_0/a.jsonl"].map(pathWithoutRank)).toEqual(["a", "a", "a", "a", "a"]);
	expect(pathWithoutRank("train.jsonl")).not.toBe(pathWithoutRank("val.jsonl"));
	expect(pathWithoutRank("wordle/results.jsonl")).not.toBe(pathWithoutRank("maths/results.jsonl"));
});
