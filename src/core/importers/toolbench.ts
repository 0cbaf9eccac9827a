import { isObject, type JsonObject, type JsonPath, type JsonValue } from "../base/units";
import type { ImportedRollout } from "../model/rollout";
import { chatItems, readChat } from "./chat";
import { asId, asList, without } from "./fields";
import { rollout, rowImporter } from "./row";
import { readTexts } from "./textTranscript";
import { readTools } from "./toolSchemas";

const isAnswer = (r: JsonObject): boolean => isObject(r.answer_generation) && isObject(r.tree);
const isEval = (v: JsonValue | undefined): boolean => isObject(v) && typeof v.query === "string" && isObject(v.answer);

/** The longest chain of the search: its messages are the whole conversation. */
function readAnswer(r: JsonObject): ImportedRollout {
	const generation = isObject(r.answer_generation) ? r.answer_generation : {};
	const chains = asList(generation.train_messages) ?? [];
	const last = chains.length - 1;
	const list = asList(chains[last]);
	const tools = readTools(generation.function);
	const chat = list
		? readChat(chatItems(list, ["answer_generation", "train_messages", last]), { tools })
		: { transcript: readTexts(typeof generation.query === "string" ? { text: generation.query, path: ["answer_generation", "query"] } : null, null), findings: [] };
	return rollout(chat.transcript, { tools, extras: { win: r.win ?? null, ...without(generation, ["train_messages", "function"]) }, findings: chat.findings });
}

/** Converted for ToolEval: the query and the final answer; the steps between are a tree of texts and stay in the extras. */
function readEval(id: string, v: JsonObject, path: JsonPath): ImportedRollout {
	const answer = isObject(v.answer) ? v.answer : {};
	const text = typeof answer.final_answer === "string" ? { text: answer.final_answer, path: [...path, "answer", "final_answer"] } : null;
	const transcript = readTexts(typeof v.query === "string" ? { text: v.query, path: [...path, "query"] } : null, text);
	return rollout(transcript, { id, tools: readTools(v.available_tools), extras: answer });
}

/** ToolBench answers: one search per document, or many converted ones keyed by query id. */
export const toolbench = rowImporter({
	id: "toolbench",
	title: "ToolBench",
	subtypes: ["toolbench", "tooleval"],
	detectRows(rows) {
		if (rows.every(isAnswer)) return { subtype: "toolbench", confidence: 1 };
		const first = rows[0];
		const values = first ? Object.values(first) : [];
		return rows.length === 1 && values.length > 0 && values.every(isEval) ? { subtype: "tooleval", confidence: 0.9 } : null;
	},
	readRow: record => ({
		rollouts: isAnswer(record) ? [readAnswer(record)] : Object.entries(record).flatMap(([id, v]) => (isObject(v) && isEval(v) ? [readEval(asId(id) ?? id, v, [id])] : [])),
		findings: [],
	}),
	groupKey: () => "none",
	sample: {
		subtype: "toolbench",
		name: "1_DFS.json",
		record: {
			win: true,
			tree: { tree: {} },
			answer_generation: {
				final_answer: "At 14:20.",
				function: [{ name: "lookup_tide", parameters: { type: "object" } }],
				train_messages: [
					[
						{ role: "user", content: "High tide?" },
						{ role: "assistant", content: null, function_call: { name: "lookup_tide", arguments: "{}" } },
					],
				],
			},
		},
	},
});
