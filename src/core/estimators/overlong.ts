/** DAPO's soft overlong punishment (arXiv 2503.14476): a response that nears the limit loses reward. Lengths in tokens. */
export interface Overlong {
	readonly limit: number;
	/** Tokens before the limit over which the punishment grows from 0 to `factor`. */
	readonly buffer: number;
	readonly factor: number;
	/** Stop growing at the limit (paper, OpenRLHF) or not (verl). */
	readonly capped: boolean;
}

/** The paper's: 20480 tokens, the last 4096 of them punished. */
export const OVERLONG: Overlong = { limit: 20480, buffer: 4096, factor: 1, capped: true };

/** What is added to the reward: 0 up to limit − buffer, then linearly down to −factor at the limit. */
export function overlongPenalty(length: number, { limit, buffer, factor, capped }: Overlong): number {
	const over = (length - (limit - buffer)) / buffer;
	const penalty = Math.min(-over * factor, 0) + 0;
	return capped ? Math.max(penalty, -factor) : penalty;
}
