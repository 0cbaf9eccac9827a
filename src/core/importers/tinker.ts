import { isArray, isObject, type JsonObject, type JsonPath, type JsonValue } from "../base/units";
import { type Finding, finding } from "../model/finding";
import type { ImportedRollout } from "../model/rollout";
import { chatItems, readChat } from "./chat";
import { asId, readStep, without } from "./fields";
import { readReference } from "./references";
import { readComponents, readReward, rollout, rowImporter } from "./row";
import { readTexts } from "./textTranscript";

const isSummary = (r: JsonObject): boolean => "group_idx" in r && "traj_idx" in r && "total_reward" in r && isArray(r.steps);
const isTrajectory = (r: JsonObject): boolean => isArray(r.turns) && "example_id" in r && "benchmark" in r;
const isTree = (r: JsonObject): boolean => isObject(r.root) && typeof r.root.tag === "string";

/** A summary holds rewards and lengths; its text stands in the log tree beside it. */
function readSummary(r: JsonObject): ImportedRollout {
	const findings: Finding[] = [finding("text-elsewhere", "info")];
	return rollout(
		readTexts(null, null),
		{
			id: `${asId(r.group_idx)}.${asId(r.traj_idx)}`,
			group: asId(r.group_idx),
			step: readStep(r, ["iteration"], findings),
			recorded: {
				reward: readReward(r.total_reward, ["total_reward"], findings),
				components: isObject(r.trajectory_metrics) ? readComponents(r.trajectory_metrics, [], findings) : {},
				advantage: Number.NaN,
			},
			extras: without(r, ["total_reward", "group_idx", "traj_idx", "iteration"]),
			findings,
		},
		"task",
	);
}

function readTrajectory(r: JsonObject): ImportedRollout {
	const findings: Finding[] = [];
	const chat = readChat(chatItems(isArray(r.turns) ? r.turns : [], ["turns"]));
	return rollout(chat.transcript, {
		id: asId(r.idx),
		group: asId(r.example_id),
		reference: isObject(r.logs) ? readReference(r.logs.expected, "logs.expected") : null,
		recorded: { reward: readReward(r.reward, ["reward"], findings), components: isObject(r.metrics) ? readComponents(r.metrics, [], findings) : {}, advantage: Number.NaN },
		extras: without(r, ["turns", "reward", "metrics"]),
		findings: [...chat.findings, ...findings],
	});
}

/** Conversations anywhere in a log tree; iterative, so that depth costs no stack. No reward stands beside them. */
function readTree(root: JsonObject): ImportedRollout[] {
	const out: ImportedRollout[] = [];
	const open: { node: JsonValue | undefined; path: JsonPath }[] = [{ node: root, path: ["root"] }];
	for (let next = open.pop(); next; next = open.pop()) {
		const { node, path } = next;
		if (!isObject(node)) continue;
		const { data, children } = node;
		if (isObject(data) && data.type === "conversation" && isArray(data.messages)) {
			const chat = readChat(chatItems(data.messages, [...path, "data", "messages"]));
			out.push(rollout(chat.transcript, { findings: chat.findings }));
		}
		if (isArray(children)) for (let i = children.length - 1; i >= 0; i--) open.push({ node: children[i], path: [...path, "children", i] });
	}
	return out;
}

/** tinker-cookbook: rollout summaries (group index, no text), eval trajectories, and the log tree that holds the texts. */
export const tinker = rowImporter({
	id: "tinker",
	title: "tinker-cookbook",
	subtypes: ["tinker-summary", "tinker-traj", "tinker-logtree"],
	detectRows(rows) {
		if (rows.every(isSummary)) return { subtype: "tinker-summary", confidence: 1, doubts: ["text-elsewhere"] };
		if (rows.every(isTrajectory)) return { subtype: "tinker-traj", confidence: 1 };
		return rows.every(isTree) ? { subtype: "tinker-logtree", confidence: 0.9 } : null;
	},
	readRow: record => ({
		rollouts: isSummary(record) ? [readSummary(record)] : isTrajectory(record) ? [readTrajectory(record)] : isObject(record.root) ? readTree(record.root) : [],
		findings: [],
	}),
	groupKey: subtype => (subtype === "tinker-summary" ? "group-index" : subtype === "tinker-traj" ? "task-id" : "none"),
	sample: {
		subtype: "tinker-traj",
		name: "trajectories.jsonl",
		record: {
			idx: 0,
			benchmark: "tides",
			example_id: "t1",
			turns: [
				{ role: "user", content: "High tide?" },
				{ role: "assistant", content: "14:20" },
			],
			reward: 1,
			metrics: { correct: 1 },
			logs: { expected: "14:20" },
		},
	},
});
