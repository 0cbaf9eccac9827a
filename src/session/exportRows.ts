import type { Aggregation } from "../core/credit/weight";
import { LANES, type Lane } from "../core/model/segment";
import type { Detail } from "./look";
import type { SessionState } from "./state";
import { coefficients, type TokenCredit, tokenCredit } from "./tokenCredit";

type Held = SessionState & { readonly rows: number; detail(row: number): Promise<Detail>; ready(ids: readonly string[]): Promise<unknown> };

/** One rollout as a trainer or a table wants it. NaN = none. */
export interface ExportRow {
	readonly row: number;
	readonly line: number;
	/** In a run: path of the file that `line` counts in. */
	readonly file?: string;
	readonly id: string | null;
	readonly group: string | null;
	readonly step: number | null;
	readonly prompt: string;
	readonly response: string;
	readonly recorded: number;
	readonly total: number;
	/** What the advantages were computed from. */
	readonly reward: number;
	/** One advantage for the whole rollout; NaN under a locked estimator. */
	readonly advantage: number;
	readonly lanes: Readonly<Record<Lane, number>> | null;
	readonly credit: TokenCredit;
	/** What the loss multiplies each trained token's advantage by; NaN where the aggregation needs a length that was not given. */
	readonly coefficient: number;
	readonly learnable: number;
	readonly calls: number;
	readonly findings: number;
}

/** All rollouts of a file under one estimator, one at a time, so that a large file is never held as a whole. `longest`: see `coefficients`. */
export async function* exportRows(s: Held, how: Aggregation, longest = Number.NaN): AsyncGenerator<ExportRow> {
	const { ledger } = s.state;
	await s.ready([s.setup.estimator]);
	const found = s.estimate(s.setup.estimator);
	const coefficient = coefficients(s, how, longest);
	const { estimate } = found;
	for (let row = 0; row < s.rows; row++) {
		const detail = await s.detail(row);
		const { rollout, findings } = detail.judged;
		const [recorded, total] = [ledger.recorded.get(row), ledger.total.get(row)];
		yield {
			row,
			line: detail.place.line,
			...(detail.file ? { file: detail.file.path } : {}),
			id: rollout.id,
			group: rollout.group,
			step: rollout.step,
			prompt: rollout.text.slice(0, rollout.promptEnd),
			response: rollout.text.slice(rollout.promptEnd),
			recorded,
			total,
			reward: found.reach === "locked" || s.basis === "recomputed" ? total : recorded,
			advantage: estimate.lanes ? Number.NaN : (estimate.advantages?.[row] ?? Number.NaN),
			lanes: estimate.lanes && (Object.fromEntries(LANES.map(l => [l, estimate.lanes?.[l][row] ?? Number.NaN])) as Record<Lane, number>),
			credit: tokenCredit(detail, found),
			coefficient: coefficient(row),
			learnable: ledger.tokens.get(row),
			calls: rollout.calls.length,
			findings: findings.length,
		};
	}
}

/** Gradient weight per token: coefficient · advantage. */
export const weightsOf = ({ credit, coefficient }: ExportRow): Float64Array => credit.advantages.map(a => a * coefficient);
