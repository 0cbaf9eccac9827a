import { isArray, isObject } from "../base/units";
import type { Finding } from "../model/finding";
import type { Reference } from "../model/rollout";
import { chatItems, readChat } from "./chat";
import { asId, valueAt, without } from "./fields";
import { readReference } from "./references";
import { readComponents, readReward, rollout, rowImporter } from "./row";

/** τ-bench results: an array of `{task_id, reward, trial, info: {task, reward_info}, traj}`. Tools are not stored; trials of a task are its group. */
export const tau = rowImporter({
	id: "tau",
	title: "τ-bench",
	subtypes: ["tau"],
	detectRows: rows => (rows.every(r => "task_id" in r && "reward" in r && isArray(r.traj)) ? { subtype: "tau", confidence: 1 } : null),
	readRow(record) {
		const findings: Finding[] = [];
		const chat = readChat(chatItems(isArray(record.traj) ? record.traj : [], ["traj"]));
		const task = valueAt(record, "info.task");
		const info = valueAt(record, "info.reward_info.info");
		const read = isObject(task) ? readReference({ actions: task.actions ?? [], outputs: task.outputs ?? null }, "info.task.actions") : null;
		const reference: Reference | null = read && { ...read, answer: isArray(read.answer) && !read.answer.length ? null : read.answer };
		return {
			rollouts: [
				rollout(chat.transcript, {
					id: `${asId(record.task_id)}.${asId(record.trial) ?? 0}`,
					group: asId(record.task_id),
					reference,
					recorded: { reward: readReward(record.reward, ["reward"], findings), components: isObject(info) ? readComponents(info, [], findings) : {}, advantage: Number.NaN },
					extras: without(record, ["traj", "reward", "task_id"]),
					findings: [...chat.findings, ...findings],
				}),
			],
			findings: [],
		};
	},
	groupKey: () => "task-id",
	sample: {
		subtype: "tau",
		name: "results.json",
		record: {
			task_id: 4,
			reward: 1,
			trial: 0,
			info: { task: { actions: [{ name: "cancel_order", kwargs: { order_id: "#T1" } }], outputs: [] }, reward_info: { reward: 1, info: { r_actions: 1 } } },
			traj: [
				{ role: "user", content: "Cancel #T1." },
				{ role: "assistant", content: null, tool_calls: [{ id: "c", type: "function", function: { name: "cancel_order", arguments: '{"order_id": "#T1"}' } }] },
			],
		},
	},
});
