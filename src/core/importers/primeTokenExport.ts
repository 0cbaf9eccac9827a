import { isArray } from "../base/units";
import { type Finding, finding } from "../model/finding";
import { asId, readStep, without } from "./fields";
import { idsTranscript } from "./idsTranscript";
import { NOT_RECORDED, NOTHING, rollout, rowImporter } from "./row";
import { commonAdvantage, sequenceTokens } from "./tokens";

const ARRAYS = ["token_ids", "position_ids", "loss_mask", "advantages", "inference_logprobs", "trainer_logprobs"];

/**
 * prime-rl `token_exports`: parallel arrays per training sequence (ids, mask, advantages, log-probabilities), no text, no group. Its
 * `importance_ratio` is exp(trainer_logprobs − inference_logprobs), the policy at the update over the one that sampled
 * (prime_rl/trainer/rl/loss.py); how prime-rl's own loss then masks tokens is another rule than PPO's clip.
 */
export const primeTokenExport = rowImporter({
	id: "prime-token-export",
	title: "prime-rl token export",
	subtypes: ["prime-token-export"],
	detectRows: rows =>
		rows.every(r => typeof r.schema_version === "number" && isArray(r.token_ids) && isArray(r.loss_mask) && isArray(r.inference_logprobs))
			? { subtype: "prime-token-export", confidence: 1, doubts: ["ids-only"] }
			: null,
	readRow(record) {
		const findings: Finding[] = [];
		const sequence = sequenceTokens(
			{
				ids: record.token_ids,
				mask: record.loss_mask,
				logprobs: record.inference_logprobs,
				advantages: record.advantages,
				now: { key: "trainer_logprobs", value: record.trainer_logprobs },
			},
			null,
			findings,
		);
		if (!sequence) return NOTHING;
		const { transcript, tokens } = idsTranscript(sequence.tokens);
		findings.push(finding("ids-only", "info"));
		const id = [record.rank, record.micro_step, record.export_sequence_idx].map(asId).filter(v => v !== null);
		return {
			rollouts: [
				rollout(transcript, {
					id: id.length ? id.join(".") : null,
					step: readStep(record, ["step"], findings),
					recorded: { ...NOT_RECORDED, advantage: commonAdvantage(tokens) },
					tokens,
					extras: without(record, ARRAYS),
					findings,
				}),
			],
			findings: [],
		};
	},
	groupKey: () => "none",
	sample: {
		subtype: "prime-token-export",
		name: "rank_0.jsonl",
		record: {
			schema_version: 1,
			step: 3,
			rank: 0,
			token_ids: [1, 2, 3],
			loss_mask: [false, true, true],
			advantages: [0, 0.5, 0.5],
			inference_logprobs: [0, -0.1, -0.2],
			trainer_logprobs: [null, -0.1, -0.2],
		},
	},
});
