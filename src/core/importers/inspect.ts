import { isArray, isObject, type JsonObject, type JsonPath, type JsonValue } from "../base/units";
import type { Finding } from "../model/finding";
import type { ImportedRollout } from "../model/rollout";
import { chatItems, readChat, type TextAt } from "./chat";
import { asId, asNumber, numberText, valueAt, without } from "./fields";
import { readReference } from "./references";
import { rollout, rowImporter } from "./row";
import { readTools } from "./toolSchemas";

const isLog = (r: JsonObject): boolean => isObject(r.eval) && "status" in r && "version" in r && (isArray(r.samples) || "plan" in r);
const isSample = (r: JsonObject): boolean => "epoch" in r && "input" in r && "target" in r && isArray(r.messages) && isObject(r.output);

/** Grades inspect writes as letters. */
const GRADES: Readonly<Record<string, number>> = { C: 1, P: 0.5, I: 0, N: 0 };

const gradeOf = (v: JsonValue | undefined): number => (typeof v === "string" ? (GRADES[v] ?? numberText(v) ?? Number.NaN) : isArray(v) ? Number.NaN : asNumber(v));

/** One number per scorer; a scorer with several values gives one per value. */
function componentsOf(scores: JsonObject): Record<string, number> {
	const out: Record<string, number> = {};
	for (const [scorer, score] of Object.entries(scores)) {
		const value = isObject(score) && "value" in score ? score.value : score;
		if (isObject(value)) for (const [key, v] of Object.entries(value)) out[`${scorer}.${key}`] = gradeOf(v);
		else out[scorer] = gradeOf(value);
	}
	return out;
}

const ATTACHMENT = "attachment://";

/** Texts that were moved to `attachments` come back with the place they have there. */
const resolver =
	(sample: JsonObject, path: JsonPath) =>
	(at: TextAt): TextAt => {
		if (!at.text.startsWith(ATTACHMENT)) return at;
		const key = at.text.slice(ATTACHMENT.length);
		const text = isObject(sample.attachments) ? sample.attachments[key] : undefined;
		return typeof text === "string" ? { text, path: [...path, "attachments", key] } : at;
	};

/** Tools as the first model event that lists some gives them. */
function toolsOf(sample: JsonObject): ReturnType<typeof readTools> {
	for (const e of isArray(sample.events) ? sample.events : []) {
		const tools = isObject(e) && e.event === "model" ? readTools(e.tools) : null;
		if (tools) return tools;
	}
	return null;
}

function readSample(s: JsonObject, path: JsonPath): ImportedRollout {
	const findings: Finding[] = [];
	const tools = toolsOf(s);
	const chat = readChat(chatItems(isArray(s.messages) ? s.messages : [], [...path, "messages"]), {
		tools,
		resolve: resolver(s, path),
		// messages that came with the task are not the model's
		trained: i => !(isArray(s.messages) && isObject(s.messages[i]) && s.messages[i].source === "input"),
	});
	const components = isObject(s.scores) ? componentsOf(s.scores) : {};
	const stop = valueAt(s, "output.choices.0.stop_reason");
	return rollout(chat.transcript, {
		id: `${asId(s.id)}.${asId(s.epoch)}`,
		group: asId(s.id),
		tools,
		reference: readReference(s.target, "target"),
		recorded: { reward: Object.values(components)[0] ?? Number.NaN, components, advantage: Number.NaN },
		truncated: typeof stop === "string" ? stop === "max_tokens" || stop === "model_length" : null,
		extras: without(s, ["messages", "events", "attachments", "input", "store", "output"]),
		findings: [...chat.findings, ...findings],
	});
}

/** inspect_ai logs: `.json` (EvalLog), `.eval` (zip of samples). The reward is the first scorer's value, letters as C = 1, P = 0.5, I and N = 0; epochs of a sample are its group. */
export const inspect = rowImporter({
	id: "inspect",
	title: "Inspect",
	subtypes: ["inspect-eval", "inspect-sample"],
	detectRows(rows) {
		const scorers = (r: JsonObject | undefined): number => (isObject(r?.scores) ? Object.keys(r.scores).length : 0);
		const doubts = (n: number): { doubts?: readonly string[] } => (n > 1 ? { doubts: ["first-scorer"] } : {});
		if (rows.every(isLog)) {
			const samples = rows[0]?.samples;
			return { subtype: "inspect-eval", confidence: 1, ...doubts(isArray(samples) && isObject(samples[0]) ? scorers(samples[0]) : 0) };
		}
		return rows.every(isSample) ? { subtype: "inspect-sample", confidence: 1, ...doubts(scorers(rows[0])) } : null;
	},
	readRow: record => ({
		rollouts: isSample(record) ? [readSample(record, [])] : (isArray(record.samples) ? record.samples : []).flatMap((s, i) => (isObject(s) ? [readSample(s, ["samples", i])] : [])),
		findings: [],
	}),
	groupKey: () => "sample-epochs",
	sample: {
		subtype: "inspect-sample",
		name: "1_epoch_1.json",
		record: {
			id: 1,
			epoch: 1,
			input: "High tide?",
			target: "14:20",
			messages: [
				{ role: "user", content: "High tide?", source: "input" },
				{ role: "assistant", content: "attachment://a1", source: "generate" },
			],
			output: { choices: [{ stop_reason: "stop" }] },
			scores: { includes: { value: "C" } },
			attachments: { a1: "At 14:20." },
		},
	},
});
