import { isArray, isObject, type JsonObject } from "../../core/base/units";
import { readTypedJson } from "../../core/rewards/benchmarkDecode";
import { checkBfcl } from "../../core/rewards/bfclChecker";
import { isDict } from "../../core/rewards/pyValues";
import { bfclState } from "../../core/rewards/stateful";
import type { Benchmark } from "./contract";
import { benchmarkIndex, benchmarkLines, categoryOfId } from "./lines";
import { missing, undecided, verdictOf } from "./verdict";

/** BFCL: single-turn categories, live or not, in Python, Java and JavaScript; (ir)relevance needs no answers. */
export const bfcl: Benchmark = {
	id: "bfcl",
	async *judge(io, { results, data, answers, options }) {
		const questions = await benchmarkIndex(io, data);
		const truths = await benchmarkIndex(io, answers);
		for await (const { id, record } of benchmarkLines(io, results)) {
			const question = id === null ? undefined : questions.get(id);
			if (id === null || !question) {
				yield missing(io, id, data);
				continue;
			}
			const category = options.category ?? categoryOfId(id);
			const state = bfclState(category);
			if (state) {
				yield undecided(io, id, state);
				continue;
			}
			// some releases keep the answer beside the question
			const answer = readTypedJson((truths.get(id) ?? question).text);
			const truth = isDict(answer) ? (answer.get("ground_truth") ?? null) : null;
			const functions = (isArray(question.record.function) ? question.record.function : [question.record.function ?? null]).filter((f): f is JsonObject => isObject(f));
			const verdict = checkBfcl(record.result ?? null, { category, functions, answers: truth, underscoreToDot: options.underscoreToDot ?? false }, options.mode ?? "prompt");
			yield verdictOf(io, id, "bfcl", verdict);
		}
	},
};
