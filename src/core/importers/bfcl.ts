import { isArray, isObject, type JsonObject, type JsonPath, type JsonValue } from "../base/units";
import type { ImportedRollout, Reference } from "../model/rollout";
import { readCallObjects } from "./callObjects";
import { type ChatItem, chatItems, readChat, textItem } from "./chat";
import { asId, without } from "./fields";
import { readReference } from "./references";
import { NOT_RECORDED, NOTHING, rollout, rowImporter } from "./row";
import { readTools } from "./toolSchemas";

export const isScoreHeader = (r: JsonObject): boolean => "accuracy" in r && "correct_count" in r && "total_count" in r && !("id" in r);
const isFailure = (r: JsonObject): boolean => "id" in r && r.valid === false && ("error" in r || "error_type" in r);
const isResult = (r: JsonObject): boolean => ("id" in r || "idx" in r) && "result" in r;
const isData = (r: JsonObject): boolean => "id" in r && isArray(r.question) && (isArray(r.function) || "initial_config" in r || "involved_classes" in r);
const ANSWER_KEYS = ["id", "ground_truth", "source", "num_hops", "mile_stone", "execution_result_type"];
export const isAnswer = (r: JsonObject): boolean => "id" in r && "ground_truth" in r && Object.keys(r).every(k => ANSWER_KEYS.includes(k));

/**
 * What a model answered: a text, a list of `{name: JSON}` calls, or (multi-turn) lists of lists of both. An FC model's calls
 * are one message; every step of a multi-turn answer is one.
 */
export function resultItems(result: JsonValue | undefined, path: JsonPath): ChatItem[] {
	if (typeof result === "string") return [textItem("assistant", result, path)];
	if (!isArray(result) || !result.length) return [];
	if (result.every(isObject)) return [{ message: { role: "assistant" }, path, calls: readCallObjects(result, path, true) }];
	return result.flatMap((part, i) => resultItems(part, [...path, i]));
}

/** The questions of all turns; older unused sets have one flat list. */
export const questionItems = (question: JsonValue | undefined, path: JsonPath): ChatItem[] =>
	isArray(question)
		? question.flatMap((turn, i) => (isArray(turn) ? chatItems(turn, [...path, i]) : [{ message: turn, path: [...path, i] }]))
		: typeof question === "string"
			? [textItem("user", question, path)]
			: [];

/** Multi-turn logs tell the whole conversation: the query of each turn, then per step the answer and what the tools said. */
function logItems(log: JsonValue | undefined, path: JsonPath): ChatItem[] {
	if (!isArray(log)) return [];
	return log.flatMap((turn, i): ChatItem[] => {
		if (!isObject(turn) || !isArray(turn.begin_of_turn_query)) return [];
		const steps = Object.keys(turn).filter(k => k.startsWith("step_"));
		return [
			...chatItems(turn.begin_of_turn_query, [...path, i, "begin_of_turn_query"]),
			...steps.flatMap(key =>
				(isArray(turn[key]) ? (turn[key] as readonly JsonValue[]) : []).flatMap((m, j): ChatItem[] => {
					if (!isObject(m) || (m.role !== "assistant" && m.role !== "tool")) return [];
					const at = [...path, i, key, j];
					return m.role === "assistant" ? resultItems(m.content, [...at, "content"]) : [{ message: m, path: at }];
				}),
			),
		];
	});
}

const hasLog = (r: JsonObject): boolean => logItems(r.inference_log, []).length > 0;

/** A reasoning text beside the result belongs to the first answer. */
const withReasoning = ([first, ...rest]: readonly ChatItem[], r: JsonObject): readonly ChatItem[] => {
	if (!first) return [];
	return typeof r.reasoning_content === "string" ? [{ ...first, reasoning: { text: r.reasoning_content, path: ["reasoning_content"] } }, ...rest] : [first, ...rest];
};

function readResult(r: JsonObject): ImportedRollout {
	const logged = hasLog(r);
	const items = logged ? logItems(r.inference_log, ["inference_log"]) : withReasoning(resultItems(r.result, ["result"]), r);
	const chat = readChat(items);
	const id = asId(r.id) ?? asId(r.idx);
	return rollout(chat.transcript, { id, group: id, extras: without(r, ["result", "inference_log"]), findings: chat.findings });
}

/** A failed entry of a score file: question, answer and expectation together; its reward is 0. */
function readFailure(r: JsonObject): ImportedRollout {
	const prompt = isObject(r.prompt) ? r.prompt : {};
	const key = "model_result_raw" in r ? "model_result_raw" : "model_result";
	const before = questionItems(prompt.question, ["prompt", "question"]);
	const logged = hasLog(r);
	const chat = logged ? readChat(logItems(r.inference_log, ["inference_log"])) : readChat([...before, ...resultItems(r[key], [key])], { prompt: before.length });
	return rollout(chat.transcript, {
		id: asId(r.id),
		group: asId(r.id),
		tools: readTools(prompt.function),
		reference: answerOf(r.possible_answer, "possible_answer"),
		recorded: { ...NOT_RECORDED, reward: 0 },
		extras: without(r, ["prompt", key, "inference_log", "possible_answer"]),
		findings: chat.findings,
	});
}

/** A benchmark answer: calls where they are objects; turns of call texts stay an answer for the benchmark's own checker. */
export const answerOf = (value: JsonValue | undefined, source: string): Reference | null => readReference(value, source);

const task = (items: readonly ChatItem[], r: JsonObject, used: readonly string[]): ImportedRollout =>
	rollout(
		readChat(items, { prompt: items.length }).transcript,
		{ id: asId(r.id), tools: readTools(r.function), reference: answerOf(r.ground_truth, "ground_truth"), extras: without(r, used) },
		"task",
	);

export const readBenchRow = (r: JsonObject): readonly ImportedRollout[] => {
	if (isScoreHeader(r)) return [];
	if (isFailure(r)) return [readFailure(r)];
	if (isResult(r)) return [readResult(r)];
	return [task(questionItems(r.question, ["question"]), r, ["question", "function", "ground_truth"])];
};

/** Berkeley Function-Calling Leaderboard (gorilla): results, scores (a header line, then the failures), questions and possible answers. JSONL, whatever the name ends in. */
export const bfcl = rowImporter({
	id: "bfcl",
	title: "BFCL",
	subtypes: ["bfcl-score", "bfcl-result", "bfcl-data", "bench-answer"],
	detectRows(rows) {
		const first = rows[0];
		if (!first) return null;
		if (isScoreHeader(first) || rows.every(isFailure)) return { subtype: "bfcl-score", confidence: 1 };
		if (rows.every(isResult)) return { subtype: "bfcl-result", confidence: rows.some(r => "latency" in r || "input_token_count" in r || "inference_log" in r) ? 1 : 0.6 };
		if (rows.every(isData)) return { subtype: "bfcl-data", confidence: 1, doubts: ["data-set"] };
		return rows.every(isAnswer) ? { subtype: "bench-answer", confidence: 0.9, doubts: ["data-set"] } : null;
	},
	readRow: record => (isResult(record) || isFailure(record) || isData(record) || isAnswer(record) ? { rollouts: readBenchRow(record), findings: [] } : NOTHING),
	acrossFolders: true,
	groupKey: subtype => (subtype === "bfcl-result" || subtype === "bfcl-score" ? "id-over-files" : "none"),
	sample: {
		subtype: "bfcl-result",
		name: "BFCL_v4_simple_python_result.json",
		record: { id: "simple_python_0", result: [{ lookup_tide: '{"port": "Cuxhaven"}' }], input_token_count: 9, output_token_count: 4, latency: 0.5, reasoning_content: "One call." },
	},
});
