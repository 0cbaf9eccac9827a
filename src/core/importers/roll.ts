import { readJsonFast } from "../base/json";
import { isArray, isObject, type JsonObject, type JsonValue } from "../base/units";
import { type Finding, finding } from "../model/finding";
import type { ImportedRollout, TokenColumns } from "../model/rollout";
import { byteLevelSpans } from "./bpe";
import { chatItems, readChat } from "./chat";
import { type Member, membersOf, placed } from "./columnar";
import { readConversation, unplaced } from "./conversation";
import { asId, readStep, truncatedOf, without } from "./fields";
import { referenceOf } from "./references";
import { NOT_RECORDED, readReward, rollout, rowImporter, samePrompt } from "./row";
import { readTexts } from "./textTranscript";
import { numbersOf } from "./tokens";
import { readTools, toolsInText } from "./toolSchemas";

const parsed = (v: JsonValue | undefined): JsonValue => {
	if (typeof v !== "string") return v ?? null;
	const r = readJsonFast(v);
	return r.ok ? r.value : null;
};

/** RLVR dump: columns `global_step, id, prompt, responses, scores, ground_truth, …`. */
function readColumn({ row, at }: Member): ImportedRollout[] {
	if (typeof row.responses !== "string") return [];
	const findings: Finding[] = [];
	const { transcript } = readConversation({ value: row.prompt, path: at("prompt") }, { value: row.responses, path: at("responses") });
	return [
		rollout(transcript, {
			group: asId(row.id) ?? (typeof row.prompt === "string" ? samePrompt(transcript) : null),
			step: readStep(row, ["global_step"], findings),
			tools: toolsInText(transcript.text.slice(0, transcript.promptEnd)),
			reference: referenceOf(row),
			recorded: { ...NOT_RECORDED, reward: readReward(row.scores, ["scores"], findings) },
			truncated: truncatedOf(row),
			extras: without(row, ["prompt", "responses", "scores", "messages", "ground_truth"]),
			findings: placed(findings, at),
		}),
	];
}

/** Agentic dump: `messages`, `tools` and `trajectory_data` are JSON texts, any of them null for a placeholder rollout. */
function readAgentic({ row, at }: Member): ImportedRollout[] {
	const list = parsed(row.messages);
	if (!isArray(list)) return [];
	const findings: Finding[] = [];
	const data = parsed(row.trajectory_data);
	const info = isObject(data) ? data : {};
	const tools = readTools(row.tools);
	const chat = readChat(chatItems(list, at("messages")), { tools });
	const score = ["reward", "episode_score", "score"].find(key => key in info);
	return [
		rollout(unplaced(chat.transcript), {
			id: asId(info.trajectory_id),
			group: asId(info.traj_group_id ?? info.group_id),
			step: readStep(row, ["global_step"], findings),
			tools,
			reference: referenceOf(info),
			recorded: { reward: score === undefined ? Number.NaN : readReward(info[score], ["trajectory_data"], findings), components: {}, advantage: Number.NaN },
			extras: info,
			findings: placed([...chat.findings, ...findings], at),
		}),
	];
}

/**
 * Token-level board: `logprobs` and `new_response_mask` begin at the first response token, `response_tokens` are
 * byte-level BPE strings with padding; `token_rewards` and `values` cover the whole sequence and end where the mask ends.
 */
function readBoard(row: JsonObject): ImportedRollout[] {
	if (typeof row.prompt !== "string" || typeof row.response !== "string") return [];
	const findings: Finding[] = [];
	const padding = /^(?:<\|endoftext\|>|<pad>|<\|pad\|>)+/.exec(row.prompt)?.[0].length ?? 0;
	const whole = readTexts({ text: row.prompt.slice(padding), path: ["prompt"] }, { text: row.response, path: ["response"] });
	const transcript = { ...whole, pieces: whole.pieces.map(p => (p.path[0] === "prompt" ? { ...p, at: padding } : p)) };
	return [
		rollout(transcript, {
			group: samePrompt(transcript),
			step: readStep(row, ["step"], findings),
			tools: toolsInText(row.prompt),
			reference: referenceOf(row),
			recorded: { ...NOT_RECORDED, reward: readReward(row.reward, ["reward"], findings) },
			tokens: boardTokens(row, row.response, transcript.promptEnd, findings),
			extras: without(row, ["prompt", "response", "response_tokens", "logprobs", "log_probs2", "new_response_mask", "token_rewards", "values", "reward"]),
			findings,
		}),
	];
}

function boardTokens(row: JsonObject, response: string, base: number, findings: Finding[]): TokenColumns | null {
	const words = isArray(row.response_tokens) ? row.response_tokens.filter(t => typeof t === "string") : [];
	const found = byteLevelSpans(words, response);
	if (!found && words.length) findings.push(finding("tokens-not-text", "warning", { count: words.length }, { path: ["response_tokens"] }));
	const mask = numbersOf(row.new_response_mask);
	const count = found ? found.from.length : (mask?.length ?? words.length);
	if (!count) return null;
	const logprobs = numbersOf(row.logprobs);
	const [rewards, values] = [wholeSequence(row.token_rewards, mask, count), wholeSequence(row.values, mask, count)];
	// released versions write the rewards a second time under the name of the values
	const copied = values !== null && rewards !== null && values.every((v, i) => Object.is(v, rewards[i]));
	if (copied) findings.push(finding("values-are-rewards", "info", {}, { path: ["values"] }));
	return {
		count,
		spans: found && { from: found.from.map(v => v + base), to: found.to.map(v => v + base) },
		ids: null,
		lossMask: mask && Uint8Array.from({ length: count }, (_, i) => ((mask[i] ?? 0) > 0 ? 1 : 0)),
		logprobs: logprobs && Float64Array.from({ length: count }, (_, i) => logprobs[i] ?? Number.NaN),
		advantages: null,
		...(rewards ? { rewards } : {}),
		...(values && !copied ? { values } : {}),
	};
}

/** The response's part of a column over the whole sequence: both end at the last (padded) token, as the mask does. */
function wholeSequence(column: JsonValue | undefined, mask: Float64Array | null, count: number): Float64Array | null {
	const whole = numbersOf(column);
	const before = whole && mask ? whole.length - mask.length : -1;
	return whole && before >= 0 ? Float64Array.from({ length: count }, (_, i) => whole[before + i] ?? Number.NaN) : null;
}

/** ROLL: RLVR dumps and agentic dumps (columnar), and the token-level logging board (a row per rollout). */
export const roll = rowImporter({
	id: "roll",
	title: "ROLL",
	subtypes: ["roll-board", "roll-columnar", "roll-agentic"],
	detectRows(rows) {
		if (rows.every(r => isArray(r.response_tokens) && isArray(r.token_rewards))) return { subtype: "roll-board", confidence: 1 };
		if (!rows.every(r => isArray(r.global_step))) return null;
		if (rows.every(r => isArray(r.responses) && isArray(r.scores))) return { subtype: "roll-columnar", confidence: 1 };
		return rows.every(r => isArray(r.trajectory_data)) ? { subtype: "roll-agentic", confidence: 1 } : null;
	},
	readRow(record) {
		if (!isArray(record.global_step)) return { rollouts: readBoard(record), findings: [] };
		const findings: Finding[] = [];
		const members = membersOf(record, record.global_step.length, findings);
		return { rollouts: members.flatMap(isArray(record.responses) ? readColumn : readAgentic), findings };
	},
	groupKey: subtype => (subtype === "roll-board" ? "step-same-prompt" : "id"),
	sample: {
		subtype: "roll-board",
		name: "data_20260101_000000_000.jsonl",
		record: {
			logprobs: [-0.1, -0.2],
			new_response_mask: [1, 1],
			prompt: "High tide?",
			response: "at noon",
			token_rewards: [0, 0, 1],
			reward: 1,
			step: 5,
			response_tokens: ["at", "Ġnoon"],
		},
	},
});
