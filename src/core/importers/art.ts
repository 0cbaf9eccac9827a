import { readJsonFast } from "../base/json";
import { isArray, isObject, type JsonObject, type JsonPath, type JsonValue } from "../base/units";
import type { Finding } from "../model/finding";
import type { ImportedRollout } from "../model/rollout";
import { chatItems, readChat } from "./chat";
import { asId, isObjectList, without } from "./fields";
import { referenceOf } from "./references";
import { readComponents, readReward, recordGroup, rollout, rowImporter } from "./row";
import { readTools } from "./toolSchemas";

const objectOf = (v: JsonValue | undefined): JsonObject => {
	if (typeof v === "string") {
		const r = readJsonFast(v);
		return r.ok && isObject(r.value) ? r.value : {};
	}
	return isObject(v) ? v : {};
};

function readTrajectory(t: JsonObject, path: JsonPath, group: string | null, step: number | null): ImportedRollout {
	const findings: Finding[] = [];
	const key = isArray(t.messages_and_choices) ? "messages_and_choices" : "messages";
	const list = isArray(t[key]) ? (t[key] as readonly JsonValue[]) : [];
	const tools = readTools(t.tools);
	// a choice is a trainable answer; in parquet each message says so itself
	const trained = (i: number): boolean => {
		const m = list[i];
		return isObject(m) && (key === "messages" ? m.trainable === true : isObject(m.message));
	};
	const chat = readChat(chatItems(list, [...path, key]), { tools, trained });
	const finish = list.findLast(m => isObject(m) && typeof m.finish_reason === "string");
	const metadata = objectOf(t.metadata);
	return rollout(chat.transcript, {
		id: asId(metadata.id),
		group,
		step,
		tools,
		reference: referenceOf(metadata),
		recorded: { reward: readReward(t.reward, ["reward"], findings), components: readComponents(objectOf(t.metrics), [], findings), advantage: Number.NaN },
		truncated: isObject(finish) ? finish.finish_reason === "length" : null,
		extras: { ...metadata, ...without(t, [key, "tools", "reward", "metrics", "metadata"]) },
		findings: [...chat.findings, ...findings.map(f => (f.path ? { ...f, path: [...path, ...f.path] } : f))],
	});
}

/** OpenPipe ART trajectories: JSONL with one group per line, newer parquet with a row per rollout and `group_index`. */
export const art = rowImporter({
	id: "art",
	title: "ART",
	subtypes: ["art-jsonl", "art-parquet"],
	detectRows(rows) {
		if (rows.every(r => isObjectList(r.trajectories) && r.trajectories.every(t => isArray(t.messages_and_choices)))) return { subtype: "art-jsonl", confidence: 1 };
		return rows.every(r => "group_index" in r && "reward" in r && "metrics" in r && isArray(r.messages) && !("sample_index" in r))
			? { subtype: "art-parquet", confidence: 0.95 }
			: null;
	},
	readRow(record, context) {
		const name = /^(\d+)\./.exec(context.name)?.[1];
		const step = name === undefined ? null : Number(name);
		if (!isObjectList(record.trajectories)) return { rollouts: [readTrajectory(record, [], asId(record.group_index), step)], findings: [] };
		const group = recordGroup(record);
		return { rollouts: record.trajectories.map((t, i) => readTrajectory(t, ["trajectories", i], group, step)), findings: [] };
	},
	groupKey: subtype => (subtype === "art-parquet" ? "group-index" : "record"),
	sample: {
		subtype: "art-jsonl",
		name: "0003.jsonl",
		record: {
			trajectories: [
				{
					reward: 1,
					metrics: { right: 1 },
					metadata: {},
					messages_and_choices: [
						{ role: "user", content: "High tide?" },
						{ finish_reason: "stop", index: 0, message: { role: "assistant", content: "14:20" } },
					],
					tools: null,
					logs: [],
				},
			],
		},
	},
});
