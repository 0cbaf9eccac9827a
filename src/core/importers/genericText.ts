import { isArray, type JsonObject, type JsonPath } from "../base/units";
import { type Finding, finding } from "../model/finding";
import { chatItems, readChat } from "./chat";
import type { KeyMapping, RecordContext, RecordReading } from "./contract";
import { readConversation } from "./conversation";
import { isExported } from "./exported";
import { asId, asNumber, asStep, truncatedOf, valueAt, without } from "./fields";
import { toolsOf } from "./messages";
import { namedTokens, TOKEN_KEYS } from "./namedTokens";
import { readReference, referenceOf } from "./references";
import { readComponents, readReward, rollout, rowImporter, samePrompt } from "./row";
import { commonAdvantage } from "./tokens";
import { readTools, toolsInText } from "./toolSchemas";
import type { Transcript } from "./transcript";

/** Names under which people's rows keep the parts of a rollout, in order of trust. */
const NAMES = {
	response: ["output", "response", "completion", "generation", "text", "raw", "model_output", "prediction", "predict", "generated_text", "policy_response", "final_answer"],
	prompt: ["input", "prompt", "question", "query", "instruction", "problem", "original_query"],
	reward: ["score", "reward", "total_reward", "final_score"],
	group: ["group_id", "group", "prompt_id", "task_id", "problem_id", "question_id"],
	step: ["step", "global_step", "iteration"],
	id: ["id", "uid", "rollout_id", "request_id", "sample_id"],
} as const;

const pathOf = (dotted: string): JsonPath => dotted.split(".").map(s => (/^\d+$/.test(s) ? Number(s) : s));

/** The key a part of the record stands under: the mapping's, else the first usual name that holds a value of the right kind. */
const keyOf = (record: JsonObject, part: keyof typeof NAMES, keys: KeyMapping, fits: (v: unknown) => boolean): string | undefined =>
	keys[part] ?? NAMES[part].find(name => fits(record[name]));

const isText = (v: unknown): boolean => typeof v === "string";
const isNumber = (v: unknown): boolean => typeof v === "number" || typeof v === "boolean";

/** The keys that this format would read a record by, where they have a usual name. */
export function guessKeys(record: JsonObject): Pick<KeyMapping, "prompt" | "response" | "reward" | "group" | "step"> {
	const kinds = { prompt: isText, response: isText, reward: isNumber, group: (v: unknown) => asId(v as never) !== null, step: (v: unknown) => asStep(v as never) !== null };
	const named = Object.entries(kinds).map(([part, fits]) => [part, keyOf(record, part as keyof typeof kinds, {}, fits)] as const);
	return Object.fromEntries(named.filter(([, key]) => key !== undefined));
}

/**
 * The fallback: a row with one text key for the answer, perhaps one for the prompt and a number for the reward. With a
 * recipe's `keys` (dotted paths) it reads any shape, also messages and prompt + completion lists.
 */
export const genericText = rowImporter({
	id: "generic-text",
	title: "Text rows",
	subtypes: ["generic-text"],
	detectRows(rows) {
		const fits = rows.every(r => NAMES.response.some(name => typeof r[name] === "string"));
		if (!fits) return null;
		const scored = rows.some(r => NAMES.reward.some(name => isNumber(r[name])));
		const prompted = rows.some(r => NAMES.prompt.some(name => typeof r[name] === "string"));
		return { subtype: "generic-text", confidence: 0.2 + (scored ? 0.2 : 0) + (prompted ? 0.1 : 0), doubts: ["keys-by-name"] };
	},
	readRow(record, context) {
		const { keys } = context;
		const findings: Finding[] = [];
		const transcript = transcriptOf(record, keys, findings);
		if (!transcript) return missing(record, context);
		const exported = isExported(record);
		const reward = exported && keys.reward === undefined && Object.hasOwn(record, "recorded") ? "recorded" : keyOf(record, "reward", keys, isNumber);
		const group = keyOf(record, "group", keys, v => asId(v as never) !== null);
		const step = keyOf(record, "step", keys, v => asStep(v as never) !== null);
		const id = keyOf(record, "id", keys, v => asId(v as never) !== null);
		const used = [reward, group, step, id, keys.response, keys.prompt, ...NAMES.response, ...NAMES.prompt].filter(k => k !== undefined);
		const prompt = transcript.text.slice(0, transcript.promptEnd);
		const tokens = namedTokens(record, transcript.text, findings);
		const advantage = asNumber(record.advantage);
		return {
			rollouts: [
				rollout(transcript, {
					id: id === undefined ? null : asId(valueAt(record, id)),
					group: group !== undefined ? asId(valueAt(record, group)) : reward !== undefined && prompt ? samePrompt(transcript) : null,
					step: step === undefined ? null : asStep(valueAt(record, step)),
					tools: (keys.tools === undefined ? toolsOf(record) : readTools(valueAt(record, keys.tools))) ?? toolsInText(prompt),
					reference: keys.reference === undefined ? referenceOf(record) : readReference(valueAt(record, keys.reference), keys.reference),
					recorded: {
						reward: reward === undefined ? Number.NaN : readReward(valueAt(record, reward), pathOf(reward), findings),
						components: reward === undefined || exported ? {} : readComponents(record, used, findings),
						advantage: Number.isNaN(advantage) ? commonAdvantage(tokens) : advantage,
					},
					tokens,
					truncated: truncatedOf(record),
					extras: without(record, [keys.response ?? "", keys.prompt ?? "", ...(tokens ? TOKEN_KEYS : [])]),
					findings,
				}),
			],
			findings: [],
		};
	},
	groupKey: () => "key-or-same-prompt",
	sample: { subtype: "generic-text", name: "rows.jsonl", record: { prompt: "When is high tide?", response: "At 14:20.", score: 1 } },
});

function transcriptOf(record: JsonObject, keys: KeyMapping, findings: Finding[]): Transcript | null {
	const responseKey = keyOf(record, "response", keys, isText);
	const promptKey = keyOf(record, "prompt", keys, isText);
	if (responseKey === undefined) return null;
	const response = { value: valueAt(record, responseKey), path: pathOf(responseKey) };
	if (typeof response.value !== "string" && !isArray(response.value)) return null;
	if (promptKey === undefined) {
		const chat = isArray(response.value) ? readChat(chatItems(response.value, response.path)) : readConversation({ value: null, path: [] }, response);
		findings.push(...chat.findings);
		return chat.transcript;
	}
	const chat = readConversation({ value: valueAt(record, promptKey), path: pathOf(promptKey) }, response);
	findings.push(...chat.findings);
	return chat.transcript;
}

const missing = (record: JsonObject, context: RecordContext): RecordReading => ({
	rollouts: [],
	findings: [finding("no-text", "error", { keys: context.keys.response ?? Object.keys(record).slice(0, 12).join(", ") }, { path: [] })],
});
