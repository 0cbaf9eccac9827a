import { writeJson } from "../base/json";
import { isObject, type JsonValue } from "../base/units";
import { hungarian, weights } from "../matching/assignment";

/** A call with what came back. */
export interface AnsweredCall {
	readonly name: string;
	readonly arguments: JsonValue;
	readonly result: string;
	readonly error: boolean;
}

export interface RedundancyInput {
	readonly calls: readonly AnsweredCall[];
	/** Reference calls; null = not known, so that no call is unmatched. */
	readonly gold: readonly { readonly name: string; readonly arguments: JsonValue }[] | null;
	/** Strings that the right answer holds; null = not known. */
	readonly answer: readonly string[] | null;
	/** The reply to the user. */
	readonly final: string;
	/** Names of tools that change something; null = by their names. */
	readonly writes: readonly string[] | null;
	/** Keys that say which thing a write is about, by tool. */
	readonly identity: Readonly<Record<string, readonly string[]>>;
	/** Price of a call by tool; 1 for all others. */
	readonly cost: Readonly<Record<string, number>>;
}

/** One entry per call, and what they come to. */
export interface Redundancy {
	readonly duplicate: readonly boolean[];
	readonly consecutiveRepeat: readonly boolean[];
	readonly recoveryRetry: readonly boolean[];
	readonly recoveredFailure: readonly boolean[];
	readonly superseded: readonly boolean[];
	/** A hint only: the result may have been read and left out on purpose. */
	readonly unusedResult: readonly boolean[];
	readonly afterAnswer: readonly boolean[];
	readonly unmatched: readonly boolean[];
	readonly redundant: readonly boolean[];
	readonly rate: number;
	/** Calls more than the reference has; NaN without one. */
	readonly excess: number;
	readonly cost: number;
	readonly wastedCost: number;
	readonly failedCost: number;
}

const WRITE = /^(set|create|update|delete|send|book|cancel|add|remove|post|put|write)/i;
const SALIENT = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]{2,}|\d+(?:\.\d+)?|\p{L}{4,}/gu;
const CJK = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;

/** Words of at least four letters, numbers, and runs of CJK characters. */
const salient = (text: string): ReadonlySet<string> => new Set(text.toLowerCase().match(SALIENT) ?? []);

/** What later arguments and the reply hold, for look-ups by word; CJK runs by part. */
class Later {
	private readonly words = new Set<string>();
	private text = "";

	add(text: string): void {
		for (const w of salient(text)) this.words.add(w);
		this.text += `\n${text.toLowerCase()}`;
	}

	holds(word: string): boolean {
		return this.words.has(word) || (CJK.test(word) && this.text.includes(word));
	}
}

/** Which calls of a rollout were for nothing, and what they cost (ALGORITHMS §24). */
export function redundancyOf(input: RedundancyInput): Redundancy {
	const { calls, gold, answer } = input;
	const signatures = calls.map(c => JSON.stringify([c.name, writeJson(c.arguments, { sortKeys: true })]));
	const isWrite = calls.map(c => (input.writes ? input.writes.includes(c.name) : WRITE.test(c.name)));
	const last = new Map<string, number>();
	const earlier = signatures.map((s, i) => {
		const found = last.get(s) ?? -1;
		last.set(s, i);
		return found;
	});
	const failed = (i: number): boolean => calls[i]?.error ?? false;
	let writes = 0;
	const writesUpTo = isWrite.map(w => (writes += Number(w)));
	const writeBetween = (a: number, b: number): boolean => (writesUpTo[b - 1] ?? 0) > (writesUpTo[a] ?? 0);

	const duplicate = earlier.map((j, i) => j >= 0 && !failed(j) && !writeBetween(j, i));
	const consecutiveRepeat = earlier.map((j, i) => j >= 0 && j === i - 1);
	const recoveryRetry = earlier.map(j => j >= 0 && failed(j));
	const retried = new Set(earlier.filter(j => j >= 0));
	const recoveredFailure = calls.map((_, i) => failed(i) && retried.has(i));
	const unusedResult = unused(input, isWrite);
	const superseded = calls.map((c, i) =>
		isWrite[i]
			? overwritten(input, isWrite, i)
			: !!unusedResult[i] && calls.some((d, k) => k > i && d.name === c.name && signatures[k] !== signatures[i] && !unusedResult[k] && !d.error),
	);
	const afterAnswer = answered(calls, answer);
	const unmatched = without(calls, signatures, gold);
	const redundant = calls.map((_, i) => !!duplicate[i] || !!afterAnswer[i] || !!superseded[i] || (!!unmatched[i] && !recoveryRetry[i] && !recoveredFailure[i]));
	const price = (flags: readonly boolean[]): number => calls.reduce((sum, c, i) => sum + (flags[i] ? (input.cost[c.name] ?? 1) : 0), 0);
	return {
		...{ duplicate, consecutiveRepeat, recoveryRetry, recoveredFailure, superseded, unusedResult, afterAnswer, unmatched, redundant },
		rate: calls.length ? redundant.filter(Boolean).length / calls.length : 0,
		excess: gold ? Math.max(0, calls.length - gold.length) : Number.NaN,
		cost: price(calls.map(() => true)),
		wastedCost: price(redundant),
		failedCost: price(calls.map(c => c.error)),
	};
}

/** Reads whose result leaves no trace in later arguments or in the reply. */
function unused({ calls, final }: RedundancyInput, isWrite: readonly boolean[]): boolean[] {
	const later = new Later();
	later.add(final);
	const out = calls.map(() => false);
	for (let i = calls.length - 1; i >= 0; i--) {
		const c = calls[i] as AnsweredCall;
		out[i] = !isWrite[i] && !c.error && ![...salient(c.result)].some(w => later.holds(w));
		later.add(writeJson(c.arguments));
	}
	return out;
}

/** A write whose thing is written again before anything was read. */
function overwritten({ calls, identity }: RedundancyInput, isWrite: readonly boolean[], i: number): boolean {
	const c = calls[i] as AnsweredCall;
	const keys = identity[c.name];
	if (!keys?.length) return false;
	const thing = (args: JsonValue): string => writeJson(isObject(args) ? keys.map(k => args[k] ?? null) : null);
	for (let k = i + 1; k < calls.length && isWrite[k]; k++) if (calls[k]?.name === c.name && thing((calls[k] as AnsweredCall).arguments) === thing(c.arguments)) return true;
	return false;
}

function answered(calls: readonly AnsweredCall[], answer: readonly string[] | null): boolean[] {
	const left = new Set(answer ?? []);
	return calls.map(c => {
		const all = !!answer?.length && left.size === 0;
		for (const a of left) if (c.result.includes(a)) left.delete(a);
		return all;
	});
}

const MAX_CELLS = 250_000;

/** Calls without a partner under the best pairing: equal 1, same name ½, of failed ones 9/10. */
function without(calls: readonly AnsweredCall[], signatures: readonly string[], gold: RedundancyInput["gold"]): boolean[] {
	if (!gold || calls.length * gold.length > MAX_CELLS) return calls.map(() => false);
	const wanted = gold.map(g => JSON.stringify([g.name, writeJson(g.arguments, { sortKeys: true })]));
	const weight = (i: number, j: number): number => {
		const value = signatures[i] === wanted[j] ? 1 : calls[i]?.name === gold[j]?.name ? 0.5 : 0;
		return value * (calls[i]?.error ? 0.9 : 1);
	};
	const pairs = hungarian(weights(calls.length, gold.length, weight));
	return calls.map((_, i) => (pairs[i] as number) < 0 || weight(i, pairs[i] as number) === 0);
}

/** Right answers per call over a batch (OTC): Σ correct / Σ calls; NaN without calls. */
export function toolProductivity(correct: readonly number[], calls: readonly number[]): number {
	const n = calls.reduce((a, b) => a + b, 0);
	return n ? correct.reduce((a, b) => a + b, 0) / n : Number.NaN;
}
