import { checkEvidence } from "../../core/analyses/evidence";
import type { Judge } from "./contract";

/** Looks the reply's claims up in the tool results; needs no model and sends nothing. */
export const evidenceJudge: Judge = {
	id: "evidence",
	settings: { version: 1 },
	grade: async input => {
		const { grade, reason, claims } = checkEvidence(input);
		const missing = claims.filter(c => !c.supported).map(c => c.text);
		return { grade, reason, detail: missing.slice(0, 5).join(", ") };
	},
};
