import { linearRegex } from "./linearRegex";

/** Longer strings are not tried against a pattern that only a backtracking engine understands. */
const MAX_BACKTRACKED = 1000;

/** What a pattern that a file brings along is asked: does it occur in the text? */
export interface PatternTest {
	test(text: string): boolean;
}

/**
 * A pattern of a tool's schema, safe to ask about any text: searched in linear time where its syntax allows that; look-around
 * and the like by the engine's own search, on short texts and only when no repeated group repeats or branches inside. What
 * cannot be compiled, or could take forever, lets everything pass.
 */
export function safePattern(pattern: string, flags: string): PatternTest {
	const plain = inRe2(pattern);
	const linear = plain === null ? null : linearRegex(plain, flags.replace(/[^ims]/g, ""));
	if (linear && "find" in linear) return { test: text => linear.find(text) !== null };
	const regex = couldExplode(pattern) ? null : (tryRegex(pattern, flags) ?? tryRegex(pattern, ""));
	return { test: text => regex === null || text.length > MAX_BACKTRACKED || regex.test(text) };
}

const SPACE = "\\s\\v\\x{a0}\\x{1680}\\x{2000}-\\x{200a}\\x{2028}\\x{2029}\\x{202f}\\x{205f}\\x{3000}\\x{feff}";

/** The pattern with what RE2 reads otherwise than JavaScript spelled out: white space and the dot. Null where that cannot be said. */
function inRe2(pattern: string): string | null {
	let inClass = false;
	let out = "";
	for (let i = 0; i < pattern.length; i++) {
		const c = pattern[i] as string;
		const two = c === "\\" ? pattern.slice(i, ++i + 1) : c;
		if (inClass && two === "\\S") return null;
		if (two === "\\s") out += inClass ? SPACE : `[${SPACE}]`;
		else if (two === "\\S") out += `[^${SPACE}]`;
		else if (two === "." && !inClass) out += "[^\\n\\r\\x{2028}\\x{2029}]";
		else out += two;
		if (two === "[") inClass = true;
		else if (two === "]") inClass = false;
	}
	return out;
}

function tryRegex(pattern: string, flags: string): RegExp | null {
	try {
		return new RegExp(pattern, flags);
	} catch {
		return null;
	}
}

/** Does a repeated group repeat or branch inside, at any depth, or do several unbounded repeats stand in a row of one group? */
function couldExplode(pattern: string): boolean {
	const depth: { repeats: number; branches: boolean }[] = [{ repeats: 0, branches: false }];
	for (let i = 0; i < pattern.length; i++) {
		const c = pattern[i];
		const here = depth[depth.length - 1] as { repeats: number; branches: boolean };
		if (c === "\\") i++;
		else if (c === "[") {
			for (i++; i < pattern.length && pattern[i] !== "]"; i++) if (pattern[i] === "\\") i++;
		} else if (c === "(") depth.push({ repeats: 0, branches: false });
		else if (c === ")") {
			if (depth.length < 2) return true;
			depth.pop();
			const outer = depth[depth.length - 1] as { repeats: number; branches: boolean };
			if (/[*+{]/.test(pattern[i + 1] ?? "") && (here.repeats || here.branches)) return true;
			outer.repeats += here.repeats;
			outer.branches ||= here.branches;
		} else if (c === "|") here.branches = true;
		else if (c === "*" || c === "+" || (c === "{" && /^\{\d+,/.test(pattern.slice(i)))) here.repeats++;
	}
	// each repeat more multiplies the time by the text's length
	return (depth[0]?.repeats ?? 0) > 3;
}
