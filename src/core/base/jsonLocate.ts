import type { JsonPath, Span } from "./units";

/** Walks JSON text without building values, to say where something stands in the file. Tolerates NaN. */
class Walker {
	at = 0;
	constructor(readonly text: string) {}

	space(): void {
		while (/\s/.test(this.text[this.at] ?? "")) this.at++;
	}

	/** Skips a string, returns its raw inside. */
	string(): string {
		const from = this.at + 1;
		let i = from;
		for (;;) {
			const c = this.text.charCodeAt(i);
			if (Number.isNaN(c) || c === 34) break;
			i += c === 92 ? 2 : 1;
		}
		this.at = i + 1;
		return this.text.slice(from, i);
	}

	/** Skips any value; iterative, so that depth costs no stack. */
	skip(): void {
		this.space();
		let depth = 0;
		do {
			const c = this.text[this.at];
			if (c === undefined) return;
			if (c === '"') this.string();
			else if (c === "{" || c === "[") {
				depth++;
				this.at++;
			} else if (c === "}" || c === "]") {
				depth--;
				this.at++;
			} else if (depth === 0) {
				while (this.at < this.text.length && !/[\s,}\]]/.test(this.text[this.at] as string)) this.at++;
				return;
			} else this.at++;
		} while (depth > 0);
	}
}

const decodeKey = (raw: string): string => {
	if (!raw.includes("\\")) return raw;
	try {
		return JSON.parse(`"${raw}"`) as string;
	} catch {
		return raw;
	}
};

/** Place of the value at `path` in JSON `text` (UTF-16 offsets); null when it is not there. The last of duplicate keys wins, as in JSON.parse. */
export function locate(text: string, path: JsonPath): Span | null {
	const w = new Walker(text);
	w.space();
	for (const step of path) {
		const open = text[w.at];
		if (open !== (typeof step === "string" ? "{" : "[")) return null;
		const close = open === "{" ? "}" : "]";
		w.at++;
		let hit = -1;
		for (let i = 0; ; i++) {
			w.space();
			const c = text[w.at];
			if (c === undefined || c === close) break;
			if (c === ",") {
				w.at++;
				w.space();
			}
			if (typeof step === "string") {
				if (text[w.at] !== '"') break;
				const key = decodeKey(w.string());
				w.space();
				if (text[w.at] === ":") w.at++;
				w.space();
				if (key === step) hit = w.at;
			} else if (i === step) {
				hit = w.at;
				break;
			}
			const before = w.at;
			w.skip();
			if (w.at === before) break;
		}
		if (hit < 0) return null;
		w.at = hit;
	}
	const from = w.at;
	w.skip();
	return { from, to: w.at };
}

/** Offset in the file's line of the character at `offset` of the decoded string whose raw text starts (at its quote) at `quote`. */
export function rawOffset(text: string, quote: number, offset: number): number {
	let at = quote + 1;
	for (let left = offset; left > 0; left--) {
		if (text[at] !== "\\") {
			if (text[at] === '"' || at >= text.length) return at;
			at++;
		} else at += text[at + 1] === "u" ? 6 : 2;
	}
	return at;
}
