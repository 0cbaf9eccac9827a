import { isArray, isObject, type JsonObject, type JsonValue } from "../base/units";
import { type Finding, finding } from "../model/finding";
import type { ImportedRollout } from "../model/rollout";
import { chatItems, readChat } from "./chat";
import { type Member, membersOf, placed } from "./columnar";
import { without } from "./fields";
import { idsTranscript } from "./idsTranscript";
import { readReward, recordGroup, rollout, rowImporter } from "./row";
import { readTexts } from "./textTranscript";
import { commonAdvantage, sequenceTokens } from "./tokens";
import type { Transcript } from "./transcript";

const isLists = (v: JsonValue | undefined): v is readonly JsonValue[] => isArray(v) && v.length > 0 && v.every(isArray);

function readMember({ row, at }: Member, group: string, findings: Finding[]): ImportedRollout {
	const own: Finding[] = [];
	const sequence = sequenceTokens({ ids: row.tokens, mask: row.masks, logprobs: row.inference_logprobs, advantages: row.advantages }, null, own);
	let transcript: Transcript | null = null;
	if (isArray(row.messages) && row.messages.some(isObject)) {
		const chat = readChat(chatItems(row.messages, at("messages")));
		own.push(...chat.findings);
		transcript = chat.transcript;
	} else if (typeof row.messages === "string") transcript = readTexts(null, { text: row.messages, path: at("messages") });
	const ids = sequence && !transcript ? idsTranscript(sequence.tokens) : null;
	if (ids) own.push(finding("ids-only", "info"));
	const tokens = ids?.tokens ?? sequence?.tokens ?? null;
	const reward = readReward(row.scores, ["scores"], findings);
	return rollout(transcript ?? ids?.transcript ?? readTexts(null, null), {
		group,
		recorded: { reward, components: {}, advantage: commonAdvantage(tokens) },
		tokens,
		extras: without(row, ["tokens", "masks", "scores", "advantages", "messages", "inference_logprobs", "ref_logprobs"]),
		findings: placed(own, at),
	});
}

/**
 * Atropos groups: one group per line, columnar within it. `masks` hold the token id where trained and −100 where not;
 * `messages` may be missing: then the ids stand for the text. The group's name is a fingerprint of its tokens.
 */
export const atropos = rowImporter({
	id: "atropos",
	title: "Atropos",
	subtypes: ["atropos"],
	detectRows: rows => (rows.every((r: JsonObject) => isLists(r.tokens) && isLists(r.masks) && isArray(r.scores)) ? { subtype: "atropos", confidence: 1 } : null),
	readRow(record) {
		const findings: Finding[] = [];
		const count = isArray(record.scores) ? record.scores.length : 0;
		const group = recordGroup(record);
		return { rollouts: membersOf(record, count, findings).map(m => readMember(m, group, findings)), findings };
	},
	groupKey: () => "record",
	sample: {
		subtype: "atropos",
		name: "groups.jsonl",
		record: {
			tokens: [
				[1, 2],
				[1, 3],
			],
			masks: [
				[-100, 2],
				[-100, 3],
			],
			scores: [1, -1],
			messages: null,
		},
	},
});
