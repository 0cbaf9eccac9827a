import { isArray, isObject, type JsonObject } from "../../core/base/units";
import { checkAce } from "../../core/rewards/acebenchChecker";
import { aceState } from "../../core/rewards/stateful";
import type { Benchmark } from "./contract";
import { benchmarkIndex, benchmarkLines, categoryOfId } from "./lines";
import { missing, undecided, verdictOf } from "./verdict";

/** ACEBench: its normal categories. Special and agent categories are decided by phrases and by states of an environment. */
export const acebench: Benchmark = {
	id: "acebench",
	async *judge(io, { results, data, answers, options }) {
		const questions = await benchmarkIndex(io, data);
		const truths = await benchmarkIndex(io, answers);
		for await (const { id, record } of benchmarkLines(io, results)) {
			const question = id === null ? undefined : questions.get(id);
			if (id === null || !question) {
				yield missing(io, id, data);
				continue;
			}
			const truth = (truths.get(id) ?? question).record.ground_truth;
			const state = aceState(options.category ?? categoryOfId(id));
			if (state || typeof record.result !== "string" || truth === undefined) {
				yield undecided(io, id, state ?? "not-text");
				continue;
			}
			const functions = (isArray(question.record.function) ? question.record.function : []).filter((f): f is JsonObject => isObject(f));
			yield verdictOf(io, id, "acebench", checkAce(record.result, { functions, answers: truth, strict: false, agent: false }));
		}
	},
};
