import { absQuantile } from "../core/base/stats";
import { DEFAULT_ESTIMATOR_OPTIONS, type EstimatorOptions, type RawColumn, type Tokenwise } from "../core/estimators/contract";
import { estimatorById } from "../core/estimators/registry";
import { type Moments, momentsOf, pooledSpread } from "../core/estimators/standardise";
import type { CreditTerm } from "../core/model/credit";
import type { Rollout } from "../core/model/rollout";
import { eachRollout } from "./eachRollout";
import type { FileEstimate } from "./estimates";
import type { SessionState } from "./state";
import { fileMask } from "./tokenCredit";
import type { TokenEstimate } from "./tokenEstimate";

/** A = (raw − mean)/divisor over one batch: a step of the file. */
interface Whitening {
	readonly mean: number;
	readonly divisor: number;
}

/** What one preset's whitening came to over the whole file. */
interface Whitened {
	/** By step; NaN is a step. */
	readonly batches: ReadonlyMap<number, Whitening>;
	/** 99th percentile over the rollouts of their largest |advantage|. */
	readonly scale: number;
}

/** Its columns per token as an estimator wants them; null = it has none, or what is trained is not known. */
function tokensOf(rollout: Rollout): Parameters<Tokenwise["raw"]>[1] | null {
	const { tokens } = rollout;
	const mask = tokens && fileMask(rollout);
	return tokens && mask ? { mask, rewards: tokens.rewards ?? null, values: tokens.values ?? null } : null;
}

/**
 * Estimators whose advantages differ from token to token need all tokens of a batch for their whitening, which the ledger does
 * not hold: the file is read once more when one of them is first asked for, and three numbers of each rollout are kept.
 */
export class TokenEstimates {
	private known: { readonly state: string; readonly scan: unknown; readonly done: Promise<void>; found: ReadonlyMap<string, Whitened> | null } | null = null;

	constructor(
		private readonly s: SessionState,
		private readonly signal: AbortSignal,
		private readonly changed: () => void,
	) {}

	/** Resolves when the estimator can answer, or has to say what the file lacks. */
	async ready(id: string): Promise<void> {
		if (this.possible(id)) await this.read(id);
	}

	/** The file's estimate with its tokens; while they are being read it says so. */
	over(found: FileEstimate): FileEstimate {
		const { estimator: id, preset } = found;
		if (!this.possible(id)) return found;
		this.read(id).catch(() => {});
		const whitened = this.known?.found?.get(`${id} ${preset}`);
		const { unknown: _, ...rest } = found.estimate;
		if (!whitened) return { ...found, estimate: { ...rest, unknown: "reading-values" } };
		return { ...found, estimate: { ...rest, advantages: null }, scale: whitened.scale, tokens: this.estimate(id, preset, whitened) };
	}

	private possible(id: string): boolean {
		return estimatorById(id)?.tokenwise !== undefined && this.s.state.seen.has("values");
	}

	private get options(): EstimatorOptions {
		return { ...DEFAULT_ESTIMATOR_OPTIONS, ...this.s.resolution.estimatorOptions };
	}

	/** What was trained on is the file's own token rewards; rewards computed here stand on the last token. */
	private raw(tokenwise: Tokenwise, preset: string, row: number, rollout: Rollout): { readonly column: RawColumn; readonly mask: Uint8Array } | null {
		const tokens = tokensOf(rollout);
		const { basis, state } = this.s;
		const own = basis === "recorded";
		const reward = (own ? state.ledger.recorded : state.ledger.total).get(row);
		const column = tokens && tokenwise.raw(reward, own ? tokens : { ...tokens, rewards: null }, preset, this.options);
		if (!tokens || !column) return null;
		const { mask } = tokens;
		return column.total.every((v, t) => mask[t] === 0 || Number.isFinite(v)) ? { column, mask } : null;
	}

	private estimate(id: string, preset: string, { batches }: Whitened): TokenEstimate {
		const tokenwise = estimatorById(id)?.tokenwise;
		const at = (row: number, rollout: Rollout) => {
			const raw = tokenwise ? this.raw(tokenwise, preset, row, rollout) : null;
			const batch = batches.get(this.s.state.ledger.step.get(row));
			return raw && batch ? { ...raw, batch } : null;
		};
		return {
			column: (row, rollout) => {
				const found = at(row, rollout);
				return found ? found.column.total.map((v, t) => (found.mask[t] ? (v - found.batch.mean) / found.batch.divisor + 0 : Number.NaN)) : null;
			},
			terms: (row, rollout, token) => {
				const found = at(row, rollout);
				if (!found?.mask[token]) return [{ id: found ? "masked" : "no-advantage", value: Number.NaN, data: {} }];
				const { mean, divisor } = found.batch;
				const term = (name: string, amount: number): CreditTerm => ({ id: name, value: amount / divisor + 0, data: { amount, divisor } });
				return [...found.column.parts.map(p => term(p.id, p.values[token] as number)), term("batch-mean", -mean)];
			},
		};
	}

	/** Reads the values of the file as it is now, once. */
	private read(id: string): Promise<void> {
		const { state, basis } = this.s;
		if (state.state !== "done") return Promise.resolve();
		const now = JSON.stringify([id, basis, state.rows, this.s.resolution.estimatorOptions]);
		if (this.known?.state === now && this.known.scan === state) return this.known.done;
		const known: NonNullable<TokenEstimates["known"]> = {
			state: now,
			scan: state,
			found: null,
			done: this.pass(id).then(found => {
				known.found = found;
				if (this.known === known) this.changed();
			}),
		};
		this.known = known;
		known.done.catch(() => {
			if (this.known === known) this.known = null;
		});
		return known.done;
	}

	private async pass(id: string): Promise<ReadonlyMap<string, Whitened>> {
		const estimator = estimatorById(id);
		const tokenwise = estimator?.tokenwise;
		if (!estimator || !tokenwise) return new Map();
		const seen = estimator.presets.map(p => ({ preset: p.id, rows: new Map<number, Moments & { readonly low: number; readonly high: number }>() }));
		await eachRollout(
			this.s,
			this.signal,
			r => r.tokens?.values != null,
			(row, rollout) => {
				for (const { preset, rows } of seen) {
					const raw = this.raw(tokenwise, preset, row, rollout);
					if (!raw) return true;
					const { mask, column } = raw;
					let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
					for (let t = 0; t < mask.length; t++) {
						if (!mask[t]) continue;
						low = Math.min(low, column.total[t] as number);
						high = Math.max(high, column.total[t] as number);
					}
					rows.set(row, { ...momentsOf(column.total, mask), low, high });
				}
				return true;
			},
		);
		const { step } = this.s.state.ledger;
		return new Map(
			seen.map(({ preset, rows }) => {
				const of = new Map<number, Moments[]>();
				for (const [row, m] of rows) {
					const batch = of.get(step.get(row));
					if (batch) batch.push(m);
					else of.set(step.get(row), [m]);
				}
				const batches = new Map(
					[...of].map(([k, moments]) => {
						const spread = pooledSpread(moments);
						return [k, { mean: spread.mean, divisor: spread.count > 1 ? tokenwise.divisor(preset, spread) : Number.POSITIVE_INFINITY }] as const;
					}),
				);
				const most = Float64Array.from(rows, ([row, { low, high, count }]) => {
					const { mean, divisor } = batches.get(step.get(row)) as Whitening;
					return count ? Math.max(Math.abs(low - mean), Math.abs(high - mean)) / divisor : Number.NaN;
				});
				return [`${id} ${preset}`, { batches, scale: absQuantile(most, 0.99) }] as const;
			}),
		);
	}
}
