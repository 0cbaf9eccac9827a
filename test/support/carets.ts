import stringWidth from "string-width";

/** Characters shown before and behind what is pointed at. */
const BEFORE = 44;
const BEHIND = 28;
/** Longer stretches are shown by their beginning. */
const MOST = 60;

/** A stretch of a text with carets under it, as a compiler draws it: one line, cut to what is near. Wide characters take two. */
export function carets(text: string, from: number, to: number): readonly [string, string] {
	const start = text.lastIndexOf("\n", from - 1) + 1;
	const newline = text.indexOf("\n", from);
	const end = newline < 0 ? text.length : newline;
	const left = Math.max(start, from - BEFORE);
	const stop = Math.max(from, Math.min(to, end, from + MOST));
	const right = Math.min(end, stop + BEHIND);
	const clean = (s: string): string => s.replace(/[\u0000-\u001f\u007f]/g, "·").replace(/\ufeff|[\ud800-\udfff](?![\udc00-\udfff])(?<![\ud800-\udbff][\udc00-\udfff])/g, "�");
	const [head, marked, tail] = [clean(text.slice(left, from)), clean(text.slice(from, stop)), clean(text.slice(stop, right))];
	const lead = left > start ? "…" : "";
	return [
		`${lead}${head}${marked}${tail}${right < end ? "…" : ""}`,
		`${" ".repeat(stringWidth(lead + head))}${"^".repeat(Math.max(1, stringWidth(marked)))}${stop < Math.min(to, end) ? "…" : ""}`,
	];
}
