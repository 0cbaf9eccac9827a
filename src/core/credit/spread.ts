import type { DisplayTokens } from "../model/credit";
import { LANES, type Lane } from "../model/segment";

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
