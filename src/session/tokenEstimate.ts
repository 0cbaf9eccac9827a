import type { CreditTerm } from "../core/model/credit";
import type { Rollout } from "../core/model/rollout";

/** Advantages per token of any rollout of the file. */
export interface TokenEstimate {
	/** One entry per token of the file's response, NaN where no loss reaches; null = this rollout lacks what is needed. */
	column(row: number, rollout: Rollout): Float64Array | null;
	/** The addends of one of them. */
	terms(row: number, rollout: Rollout, token: number): readonly CreditTerm[];
}
