import type { JudgeInput } from "../../core/analyses/evidence";
import { observationsOf } from "../../core/analyses/exchanges";
import { fingerprint } from "../../core/base/hash";
import type { ImportedRollout, Rollout } from "../../core/model/rollout";
import { replyOf } from "../../core/rewards/reading";

/** What a judge is asked about a rollout; null when it has no final reply. */
export function judgeInput(rollout: Rollout): JudgeInput | null {
	const { text } = replyOf(rollout);
	if (!text) return null;
	const asked = rollout.turns.findLast(t => t.role === "user" && t.body.to <= rollout.promptEnd);
	return {
		summary: text,
		observations: observationsOf(rollout).flatMap(o => o.text || []),
		question: asked ? rollout.text.slice(asked.body.from, asked.body.to).trim() : rollout.text.slice(0, rollout.promptEnd).trim() || null,
	};
}

/** Mark of a rollout's text: grades that were given elsewhere are joined by it. */
export const contentOf = (rollout: Pick<ImportedRollout, "text">): string => fingerprint(rollout.text);
