import { writeJson } from "../../core/base/json";
import { isArray, isObject, type JsonObject, type JsonValue } from "../../core/base/units";
import { referenceOf } from "../../core/importers/references";
import { readTools } from "../../core/importers/toolSchemas";
import type { ImportedRollout, Reference } from "../../core/model/rollout";
import type { Tool } from "../../core/model/tool";
import { InspectorError } from "../errors";
import { readObjects } from "./objects";

/** What a row of a data set knows of a rollout. */
export interface Answer {
	readonly reference: Reference | null;
	readonly tools: readonly Tool[] | null;
}

/** Rows of a data set: a JSON list, or an object a line; each joined by its id or by its prompt. */
export interface Answers {
	readonly byId: ReadonlyMap<string, Answer>;
	readonly byPrompt: ReadonlyMap<string, Answer>;
	/** Ids, and prompts of rows without one, that have several different right answers, in file order; the last answer counts. */
	readonly torn: readonly string[];
}

const ID_KEYS = ["id", "uid", "task_id", "sample_id", "question_id"] as const;
const PROMPT_KEYS = ["prompt", "question", "query", "input", "messages"] as const;
const TOOL_KEYS = ["tools", "function", "functions", "available_tools"] as const;

/** Reads right answers, and the tools of each question where its row names them. */
export async function readAnswers(path: string): Promise<Answers> {
	const byId = new Map<string, Answer>();
	const byPrompt = new Map<string, Answer>();
	const torn = new Set<string>();
	const put = (map: Map<string, Answer>, key: string, answer: Answer, told: boolean): void => {
		const before = map.get(key);
		if (told && before?.reference && answer.reference && saidBy(before.reference) !== saidBy(answer.reference)) torn.add(key);
		map.set(key, joined(before, answer));
	};
	for (const record of await readObjects(path)) {
		const answer: Answer = { reference: referenceOf(record), tools: toolsOf(record) };
		if (!answer.reference && !answer.tools) continue;
		let named = false;
		for (const key of ID_KEYS) {
			const id = record[key];
			if (typeof id !== "string" && typeof id !== "number" && typeof id !== "bigint") continue;
			named = true;
			put(byId, String(id), answer, true);
		}
		for (const key of PROMPT_KEYS) {
			const prompt = lastUserText(record[key]);
			if (prompt) put(byPrompt, prompt, answer, !named);
		}
	}
	if (!byId.size && !byPrompt.size) throw new InspectorError("no-reference", path, { path });
	return { byId, byPrompt, torn: [...torn] };
}

/** What a reference says is right, whatever key it came from. */
const saidBy = ({ calls, answer }: Reference): string => writeJson([(calls ?? null) as JsonValue, answer], { sortKeys: true });

/** A benchmark keeps questions and answers under one id in two files, which people put together. */
const joined = (before: Answer | undefined, now: Answer): Answer => ({ reference: now.reference ?? before?.reference ?? null, tools: now.tools ?? before?.tools ?? null });

function toolsOf(record: JsonObject): readonly Tool[] | null {
	for (const key of TOOL_KEYS) {
		const tools = readTools(record[key]);
		if (tools) return tools;
	}
	const model = record.reward_model;
	const truth = isObject(model) ? model.ground_truth : undefined;
	return isObject(truth) ? readTools(truth.tool_schemas) : null;
}

/** The question a data set's prompt asks: the text, or the last user message of a conversation. */
function lastUserText(prompt: JsonValue | undefined): string | null {
	if (typeof prompt === "string") return prompt.trim();
	if (!isArray(prompt)) return null;
	// BFCL nests the turns of a question in one more list
	const [first] = prompt;
	const messages = prompt.length === 1 && isArray(first) ? first : prompt;
	const last = messages.filter(isObject).findLast(m => m.role === "user");
	return typeof last?.content === "string" ? last.content.trim() : null;
}

/** The answer of a rollout: by its id, else by its question, which is its last user turn before the response, else the whole prompt. */
export function answerOf(answers: Answers, r: ImportedRollout): Answer | undefined {
	const byId = r.id === null ? undefined : answers.byId.get(r.id);
	if (byId) return byId;
	const turn = r.turns.findLast(t => t.role === "user" && t.body.to <= r.promptEnd);
	return answers.byPrompt.get((turn ? r.text.slice(turn.body.from, turn.body.to) : r.text.slice(0, r.promptEnd)).trim());
}
