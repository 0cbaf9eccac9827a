import { isArray, isObject, type JsonObject, type JsonPath, type JsonValue } from "../base/units";
import { type Finding, finding } from "../model/finding";
import type { ImportedRollout, Reference } from "../model/rollout";
import { readCallObject } from "./callObjects";
import { type ChatItem, chatItems, readChat, textItem } from "./chat";
import { asId, isObjectList, truncatedOf, valueAt, without } from "./fields";
import { readComponents, readReward, rollout, rowImporter } from "./row";
import { readTexts } from "./textTranscript";
import { readTools } from "./toolSchemas";

const isSimulation = (r: JsonObject): boolean => "task_id" in r && "termination_reason" in r && (isArray(r.messages) || isArray(r.ticks));
const isResults = (r: JsonObject): boolean => isArray(r.simulations) && isArray(r.tasks);
const isMeta = (r: JsonObject): boolean => isObject(valueAt(r, "info.environment_info")) && isArray(r.tasks);
const isTask = (r: JsonObject): boolean => isObject(r.evaluation_criteria) && isObject(r.user_scenario);

/** A result's own id is the id of its call. */
const named = (item: ChatItem): ChatItem => {
	const { message: m } = item;
	return isObject(m) && m.role === "tool" && m.id !== undefined && m.tool_call_id === undefined ? { ...item, message: { ...m, tool_call_id: m.id } } : item;
};

/** Messages of a simulation; results of several calls may stand in one message. */
const itemsOf = (messages: readonly JsonValue[], path: JsonPath): ChatItem[] =>
	messages
		.flatMap((m, i): ChatItem[] => (isObject(m) && isArray(m.tool_messages) ? chatItems(m.tool_messages, [...path, i, "tool_messages"]) : [{ message: m, path: [...path, i] }]))
		.map(named);

/** The assistant's expected actions, one a step, and what has to be told. */
function referenceOf(task: JsonObject | undefined): Reference | null {
	const criteria = task && isObject(task.evaluation_criteria) ? task.evaluation_criteria : null;
	if (!criteria) return null;
	const actions = isArray(criteria.actions) ? criteria.actions : [];
	const steps = actions.flatMap(a => {
		const call = isObject(a) && a.requestor !== "user" ? readCallObject(a, []) : null;
		return call ? [[{ name: call.name, arguments: call.arguments }]] : [];
	});
	const told = isArray(criteria.communicate_info) && criteria.communicate_info.length ? criteria.communicate_info : null;
	return { calls: steps, answer: told, source: "evaluation_criteria.actions" };
}

function readSimulation(s: JsonObject, path: JsonPath, file: JsonObject | null): ImportedRollout {
	const findings: Finding[] = [];
	const policy = file ? valueAt(file, "info.environment_info.policy") : undefined;
	const system = typeof policy === "string" && policy ? [textItem("system", policy, ["info", "environment_info", "policy"])] : [];
	const tools = file ? readTools(valueAt(file, "info.environment_info.tool_defs")) : null;
	const task = file && isArray(file.tasks) ? file.tasks.filter(isObject).find(t => asId(t.id) === asId(s.task_id)) : undefined;
	const spoken = !isArray(s.messages) && isArray(s.ticks);
	const items = isArray(s.messages) ? itemsOf(s.messages, [...path, "messages"]) : isArray(s.ticks) ? tickItems(s.ticks, [...path, "ticks"]) : [];
	if (spoken && !items.length) findings.push(finding("voice-without-text", "warning", { count: (s.ticks as readonly JsonValue[]).length }, { path: [...path, "ticks"] }));
	const chat = items.length ? readChat([...system, ...items], { tools }) : { transcript: readTexts(null, null), findings: [] };
	const info = isObject(s.reward_info) ? s.reward_info : {};
	return rollout(
		chat.transcript,
		{
			id: asId(s.id),
			group: asId(s.task_id),
			tools,
			reference: referenceOf(task),
			recorded: {
				reward: readReward(info.reward, [...path, "reward_info", "reward"], findings),
				components: isObject(info.reward_breakdown) ? readComponents(info.reward_breakdown, [], findings) : {},
				advantage: Number.NaN,
			},
			truncated: s.termination_reason === "max_steps" ? true : truncatedOf(s),
			extras: without(s, ["messages", "ticks"]),
			findings: [...chat.findings, ...findings],
		},
		items.length ? "attempt" : "task",
	);
}

/** What was said in voice runs, where the ticks carry it. */
const tickItems = (ticks: readonly JsonValue[], path: JsonPath): ChatItem[] =>
	ticks.flatMap((tick, i) =>
		["agent_chunk", "user_chunk"].flatMap(key => {
			const chunk = isObject(tick) ? tick[key] : undefined;
			return isObject(chunk) && ((typeof chunk.content === "string" && chunk.content !== "") || isObjectList(chunk.tool_calls))
				? [{ message: chunk, path: [...path, i, key] }]
				: [];
		}),
	);

/** A task as a data-set row: its instruction and what is expected. */
function readTask(t: JsonObject, path: JsonPath): ImportedRollout {
	const text = valueAt(t, "user_scenario.instructions.task_instructions");
	const transcript = readTexts(typeof text === "string" ? { text, path: [...path, "user_scenario", "instructions", "task_instructions"] } : null, null);
	return rollout(transcript, { id: asId(t.id), reference: referenceOf(t), extras: without(t, ["user_scenario", "evaluation_criteria"]) }, "task");
}

/**
 * τ²-bench: results in one document, single simulations of the "dir" format (voice runs have ticks for messages), and
 * task lists. Users call tools too: their calls are text of the environment. The reward's parts are `reward_breakdown`.
 */
export const tau2 = rowImporter({
	id: "tau2",
	title: "τ²-bench",
	subtypes: ["tau2", "tau2-sim", "tau2-meta", "tau2-tasks"],
	detectRows(rows) {
		if (rows.every(isResults)) return { subtype: "tau2", confidence: 1 };
		if (rows.every(isSimulation)) return { subtype: "tau2-sim", confidence: 1 };
		if (rows.every(isMeta)) return { subtype: "tau2-meta", confidence: 0.9, doubts: ["data-set"] };
		return rows.every(isTask) ? { subtype: "tau2-tasks", confidence: 0.9, doubts: ["data-set"] } : null;
	},
	readRow(record) {
		if (isSimulation(record)) return { rollouts: [readSimulation(record, [], null)], findings: [] };
		if (isTask(record)) return { rollouts: [readTask(record, [])], findings: [] };
		if (isArray(record.simulations)) return { rollouts: record.simulations.flatMap((s, i) => (isObject(s) ? [readSimulation(s, ["simulations", i], record)] : [])), findings: [] };
		return { rollouts: (isArray(record.tasks) ? record.tasks : []).flatMap((t, i) => (isObject(t) ? [readTask(t, ["tasks", i])] : [])), findings: [] };
	},
	groupKey: () => "task-id",
	sample: {
		subtype: "tau2",
		name: "results.json",
		record: {
			info: { environment_info: { domain_name: "shop", policy: "Be brief.", tool_defs: null } },
			tasks: [
				{
					id: "4",
					user_scenario: {},
					evaluation_criteria: { actions: [{ requestor: "assistant", name: "cancel_order", arguments: { order_id: "#T1" } }], communicate_info: ["12.50"] },
				},
			],
			simulations: [
				{
					id: "s0",
					task_id: "4",
					termination_reason: "user_stop",
					trial: 0,
					reward_info: { reward: 1, reward_breakdown: { DB: 1 } },
					messages: [
						{ role: "assistant", content: "Hello." },
						{ role: "user", content: "Cancel #T1." },
						{ role: "assistant", content: null, tool_calls: [{ id: "c", name: "cancel_order", arguments: { order_id: "#T1" }, requestor: "assistant" }] },
					],
				},
			],
		},
	},
});
