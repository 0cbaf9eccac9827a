const MAX_DEPTH = 1000;

/**
 * JSON text of a value from a binary container, as Python writes it: NaN and ±Infinity stay words, big integers digits, bytes
 * become text, dates ISO text. Throws on values nested deeper than 1,000 levels (a pickle can hold circles).
 */
export function jsonText(value: unknown, depth = 0): string {
	if (depth > MAX_DEPTH) throw new Error(`nested deeper than ${MAX_DEPTH} levels`);
	if (value === null || value === undefined) return "null";
	if (typeof value === "number") return Number.isFinite(value) ? JSON.stringify(value) : String(value);
	if (typeof value === "bigint") return value.toString();
	if (typeof value !== "object") return JSON.stringify(value) ?? "null";
	if ("toJSON" in value && !ArrayBuffer.isView(value)) return JSON.stringify(value) ?? "null";
	if (value instanceof Uint8Array) return JSON.stringify(new TextDecoder().decode(value));
	if (Array.isArray(value) || ArrayBuffer.isView(value)) return `[${Array.from(value as ArrayLike<unknown>, v => jsonText(v, depth + 1)).join(",")}]`;
	return `{${Object.entries(value)
		.map(([k, v]) => `${JSON.stringify(k)}:${jsonText(v, depth + 1)}`)
		.join(",")}}`;
}
