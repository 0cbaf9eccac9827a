import type { DisplayTokens } from "../model/credit";
import { LANES, type Lane } from "../model/segment";

/** Advantages of the file's own tokens laid over the display tokens: seats[i] = where the file's token i stands. NaN elsewhere. */
export function seated(advantages: Float64Array, seats: Uint32Array, count: number): Float32Array {
	const out = new Float32Array(count).fill(Number.NaN);
	for (let i = 0; i < seats.length; i++) out[seats[i] as number] = advantages[i] ?? Number.NaN;
	return out;
}

/**
 * Credit per display token: the rollout's advantage, or the advantage of the token's lane when `lanes` are given.
 * NaN where no loss reaches the token (never 0), where no lane claims it, and where its lane has no advantage.
 */
export function spread(advantage: number, lanes: Readonly<Record<Lane, number>> | null, tokens: Pick<DisplayTokens, "lossMask">, tokenLane: Int8Array): Float32Array {
	const { lossMask } = tokens;
	const out = new Float32Array(lossMask.length).fill(Number.NaN);
	const perLane = lanes && LANES.map(lane => lanes[lane]);
	for (let t = 0; t < out.length; t++) {
		if (!lossMask[t]) continue;
		out[t] = perLane ? (perLane[tokenLane[t] ?? -1] ?? Number.NaN) : advantage;
	}
	return out;
}
