import type { JudgeAnswer, JudgeInput } from "../../core/analyses/evidence";
import type { JsonValue } from "../../core/base/units";

/** Whoever grades replies from 1 to 5. Never rejects: what cannot be graded is NaN with the reason. */
export interface Judge {
	readonly id: "evidence" | "endpoint" | "editor";
	/** What an answer depends on beside the rollout: part of the cache's key. */
	readonly settings: JsonValue;
	grade(input: JudgeInput, signal: AbortSignal): Promise<Verdict>;
}

export interface Verdict extends JudgeAnswer {
	/** Detail for the sentence of `reason`, a code of words/lab; for grades of a model its own words. */
	readonly detail: string;
}

export const unknown = (reason: string, detail = ""): Verdict => ({ grade: Number.NaN, reason, detail });
