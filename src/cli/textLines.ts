/** One line of a stream: its number (1-based) and its text without the line end. */
export interface Line {
	readonly number: number;
	readonly text: string;
}

/** Lines of UTF-8 bytes, split at \n only (\r\n tolerated): U+2028 and U+0085 inside a JSON string are text. Empty lines are skipped but counted. `beforeWait` runs whenever all lines so far were taken. */
export async function* textLines(bytes: AsyncIterable<Uint8Array | string>, beforeWait: () => Promise<void> = async () => {}): AsyncGenerator<Line> {
	const decoder = new TextDecoder("utf-8");
	let parts: string[] = [];
	let number = 0;
	for await (const chunk of bytes) {
		const text = typeof chunk === "string" ? chunk : decoder.decode(chunk, { stream: true });
		let from = 0;
		for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", from)) {
			parts.push(text.slice(from, at));
			const line = lineOf(parts, ++number);
			if (line) yield line;
			parts = [];
			from = at + 1;
		}
		if (from < text.length) parts.push(text.slice(from));
		await beforeWait();
	}
	parts.push(decoder.decode());
	const line = lineOf(parts, ++number);
	if (line) yield line;
}

function lineOf(parts: readonly string[], number: number): Line | null {
	const text = parts.length === 1 ? (parts[0] as string) : parts.join("");
	return text.trim() ? { number, text: text.endsWith("\r") ? text.slice(0, -1) : text } : null;
}
