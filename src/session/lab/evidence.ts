import { checkEvidence } from "../../core/analyses/evidence";
import type { EvidenceView } from "../../protocol/lab";
import { CLAIM_WORDS, JUDGE_WORDS } from "../../words/lab";
import { say } from "../../words/words";
import { givenOf } from "../judge";
import { contentOf, judgeInput } from "../judges/input";
import type { Detail } from "../look";
import type { SessionState } from "../state";

/** The offline judge on one rollout; null when it has no final reply. */
export function evidenceView(s: SessionState, { judged }: Detail): EvidenceView | null {
	const input = judgeInput(judged.rollout);
	if (!input) return null;
	const { grade, reason, supported, claims } = checkEvidence(input);
	const given = s.grades.get(contentOf(judged.rollout));
	return {
		grade,
		sentence: say(JUDGE_WORDS, reason, s.locale),
		supported,
		claims: claims.map(c => ({ kind: c.kind, label: say(CLAIM_WORDS, c.kind, s.locale), text: c.text, supported: c.supported })),
		recorded: givenOf(judged.rollout, s.state.setup.judge.keys).judge,
		given: given ? { grade: given.grade, sentence: say(JUDGE_WORDS, given.reason, s.locale, { detail: given.detail }), by: given.by } : null,
	};
}
