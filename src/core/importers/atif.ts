import { isArray, isObject, type JsonObject, type JsonPath } from "../base/units";
import { type ChatItem, readChat } from "./chat";
import { asId, without } from "./fields";
import { rollout, rowImporter } from "./row";
import { readTools } from "./toolSchemas";

const ROLES: Readonly<Record<string, string>> = { system: "system", user: "user", agent: "assistant" };

/** A step as messages: what was said with its calls, then what came back. */
function stepItems(step: JsonObject, path: JsonPath): ChatItem[] {
	const { source, message, observation, ...rest } = step;
	const said: ChatItem = {
		message: { role: ROLES[String(source)] ?? String(source), content: message ?? null, ...rest },
		path,
		textPath: [...path, "message"],
	};
	const results = isObject(observation) && isArray(observation.results) ? observation.results : [];
	return [
		said,
		...results.flatMap((r, i): ChatItem[] =>
			isObject(r)
				? [
						{
							message: { role: "tool", content: r.content ?? null, source_call_id: r.source_call_id ?? null },
							path: [...path, "observation", "results", i],
							textPath: [...path, "observation", "results", i, "content"],
						},
					]
				: [],
		),
	];
}

/** ATIF trajectories (Harbor, terminal-bench): one document per run, steps with calls and observations. The reward stands in a file beside it. */
export const atif = rowImporter({
	id: "atif",
	title: "ATIF",
	subtypes: ["atif"],
	detectRows: rows =>
		rows.every(r => typeof r.schema_version === "string" && r.schema_version.startsWith("ATIF") && isArray(r.steps)) ? { subtype: "atif", confidence: 1 } : null,
	readRow(record) {
		const steps = isArray(record.steps) ? record.steps : [];
		const items = steps.flatMap((s, i) => (isObject(s) ? stepItems(s, ["steps", i]) : []));
		const tools = isObject(record.agent) ? readTools(record.agent.tool_definitions) : null;
		// steps copied from an earlier run were not sampled here
		const trained = (i: number): boolean => !(isObject(items[i]?.message) && items[i].message.is_copied_context === true);
		const chat = readChat(items, { tools, trained });
		return { rollouts: [rollout(chat.transcript, { id: asId(record.session_id), tools, extras: without(record, ["steps"]), findings: chat.findings })], findings: [] };
	},
	groupKey: () => "none",
	sample: {
		subtype: "atif",
		name: "trajectory.json",
		record: {
			schema_version: "ATIF-v1.5",
			session_id: "s1",
			agent: { name: "a", version: "1" },
			steps: [
				{ step_id: 1, source: "user", message: "High tide?" },
				{
					step_id: 2,
					source: "agent",
					message: "",
					tool_calls: [{ tool_call_id: "c", function_name: "lookup_tide", arguments: {} }],
					observation: { results: [{ source_call_id: "c", content: "14:20" }] },
				},
			],
		},
	},
});
