import { remember } from "../base/remember";
import type { Rollout } from "../model/rollout";

/** Stop after this many characters were searched in one rollout: a huge transcript costs a bounded time, the rest counts as supported. */
const MAX_WORK = 200_000_000;
const SEPARATORS = /[ ,./\-_*^()]/g;
const WORDS = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]+|[\p{L}\p{N}]+/gu;
const NUMBERS = /\d+(?:,\d{3})*(?:\.\d+)?/g;
const SHARE_OF_WORDS = 0.6;

/** What the policy was told before a place of the text. */
export interface Context {
	/** Is the value derivable from what stands before `offset` of the rollout's text? */
	supports(value: string | number | bigint, offset: number): boolean;
}

/** Prompts are shared by a group. */
const squeeze = remember(text => text.replace(SEPARATORS, ""), 32);

/** A text made of pieces; `limits[i]` = its length after piece i. */
interface Joined {
	readonly text: string;
	readonly limits: readonly number[];
}

/**
 * System, user and observation segments of a rollout: not the policy's own text. Null when there are none (a file without
 * prompts), since then nothing can be called made up.
 */
export function contextOf(rollout: Rollout): Context | null {
	const pieces = rollout.segments
		.filter(s => s.kind === "system" || s.kind === "user" || s.kind === "observation")
		.map(s => ({ end: s.to, text: rollout.text.slice(s.from, s.to).toLowerCase() }));
	if (!pieces.some(p => p.text.trim())) return null;
	const plain = join(pieces.map(p => p.text));
	let squeezed: Joined | null = null;
	let numbers: ReadonlyMap<number, number> | null = null;
	let work = 0;

	const has = (joined: Joined, wanted: string, before: number): boolean => {
		work += joined.text.length;
		if (work > MAX_WORK) return true;
		const at = joined.text.indexOf(wanted);
		return at >= 0 && at + wanted.length <= (joined.limits[before - 1] ?? 0);
	};
	const text = (value: string, before: number): boolean => {
		const wanted = value.trim().toLowerCase();
		if (has(plain, wanted, before)) return true;
		const bare = wanted.replace(SEPARATORS, "");
		squeezed ??= join(pieces.map(p => squeeze(p.text)));
		if (bare.length >= 3 && has(squeezed, bare, before)) return true;
		const words = wanted.match(WORDS) ?? [];
		return words.length > 0 && words.filter(w => has(plain, w, before)).length >= SHARE_OF_WORDS * words.length;
	};
	return {
		supports(value, offset) {
			const before = pieces.filter(p => p.end <= offset).length;
			if (typeof value === "string") return text(value, before);
			numbers ??= numbersOf(plain.text);
			const at = numbers.get(rounded(Math.abs(Number(value))));
			return at !== undefined && at < (plain.limits[before - 1] ?? 0);
		},
	};
}

function join(parts: readonly string[]): Joined {
	const limits: number[] = [];
	let length = 0;
	for (const p of parts) {
		length += p.length + 1;
		limits.push(length);
	}
	return { text: parts.map(p => `${p}\n`).join(""), limits };
}

/** Every number of a text with the place where it first stands; a sign is left out, "1,200" is 1200. */
function numbersOf(text: string): ReadonlyMap<number, number> {
	const out = new Map<number, number>();
	for (const m of text.matchAll(NUMBERS)) {
		const n = rounded(Number(m[0].replaceAll(",", "")));
		if (!out.has(n)) out.set(n, m.index);
	}
	return out;
}

/** Equal within about 1e-9. */
const rounded = (n: number): number => Number(n.toPrecision(12));
