import { isArray, isObject, type JsonObject } from "../base/units";
import type { Reference } from "../model/rollout";
import { answerOf, isAnswer, isScoreHeader, resultItems } from "./bfcl";
import { readChat, textItem } from "./chat";
import { asId, without } from "./fields";
import { NOT_RECORDED, rollout, rowImporter } from "./row";
import { readTools } from "./toolSchemas";

const ownId = (r: JsonObject): boolean => typeof r.id === "string" && /^(?:normal|special|agent)_/.test(r.id);
const isResult = (r: JsonObject): boolean => "result" in r && (ownId(r) || "process" in r);
const isFailure = (r: JsonObject): boolean => ownId(r) && r.valid === false;
const isData = (r: JsonObject): boolean => "id" in r && typeof r.question === "string" && isArray(r.function);

/** `{fname: {param: value}}`; a repeated call's name carries a number (`f_1`). */
function referenceOf(value: JsonObject[string] | undefined, source: string): Reference | null {
	if (!isObject(value)) return answerOf(value, source);
	const names = Object.keys(value);
	if (!names.length || !names.every(n => isObject(value[n]))) return answerOf(value, source);
	return { calls: [names.map(n => ({ name: names.includes(n.replace(/_\d+$/, "")) ? n.replace(/_\d+$/, "") : n, arguments: value[n] ?? {} }))], answer: value, source };
}

/** ACEBench: results, scores, questions and possible answers. Agent results hold the calls made (`process`) and the end state (`result`). */
export const acebench = rowImporter({
	id: "acebench",
	title: "ACEBench",
	subtypes: ["acebench-score", "acebench-result", "acebench-data", "bench-answer"],
	detectRows(rows) {
		const first = rows[0];
		const second = rows[1];
		if (!first) return null;
		if (isScoreHeader(first)) return second && ownId(second) ? { subtype: "acebench-score", confidence: 1 } : null;
		if (rows.every(isFailure)) return { subtype: "acebench-score", confidence: 0.9 };
		if (rows.every(isResult)) return { subtype: "acebench-result", confidence: 0.95 };
		if (rows.every(isData)) return { subtype: "acebench-data", confidence: 1, doubts: ["data-set"] };
		return rows.every(r => isAnswer(r) && (ownId(r) || isObject(r.ground_truth))) ? { subtype: "bench-answer", confidence: 0.9, doubts: ["data-set"] } : null;
	},
	readRow(record) {
		if (isScoreHeader(record)) return { rollouts: [], findings: [] };
		const id = asId(record.id);
		const extras = without(record, ["question", "function", "ground_truth", "model_result", "possible_answer", "process"]);
		if (isResult(record) || isFailure(record)) {
			const key = "process" in record ? "process" : "result" in record ? "result" : "model_result";
			const chat = readChat(resultItems(record[key], [key]), { prompt: 0 });
			const recorded = isFailure(record) ? { ...NOT_RECORDED, reward: 0 } : NOT_RECORDED;
			return {
				rollouts: [rollout(chat.transcript, { id, group: id, recorded, reference: referenceOf(record.possible_answer, "possible_answer"), extras, findings: chat.findings })],
				findings: [],
			};
		}
		const asked = typeof record.question === "string" ? [textItem("user", record.question, ["question"])] : [];
		const { transcript } = readChat(asked);
		return {
			rollouts: [rollout(transcript, { id, tools: readTools(record.function), reference: referenceOf(record.ground_truth, "ground_truth"), extras }, "task")],
			findings: [],
		};
	},
	acrossFolders: true,
	groupKey: subtype => (subtype === "acebench-result" || subtype === "acebench-score" ? "id-over-files" : "none"),
	sample: { subtype: "acebench-result", name: "data_normal_atom_bool_result.json", record: { id: "normal_atom_bool_0", result: "[lookup_tide(port='Cuxhaven')]" } },
});
