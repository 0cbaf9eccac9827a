import { readJson, writeJson } from "../../core/base/json";
import { locate } from "../../core/base/jsonLocate";
import { isArray, isObject } from "../../core/base/units";

/** A change of a text: `remove` characters at `at` give way to `insert`. */
export interface TextChange {
	readonly at: number;
	readonly remove: number;
	readonly insert: string;
}

/** A recipe that only ignores one code. */
export const newRecipe = (code: string): string => `${writeJson({ ignore: [code] }, { indent: 2 })}\n`;

/**
 * What to change in a recipe's text so that it ignores `code`; everything else keeps its form. Null when it does already;
 * "unreadable" when the text is not JSON, or `ignore` is no list.
 */
export function ignoring(text: string, code: string): TextChange | null | "unreadable" {
	const read = readJson(text);
	if (!read.ok || !isObject(read.value)) return "unreadable";
	const { ignore } = read.value;
	if (ignore === undefined) {
		const open = text.indexOf("{") + 1;
		const [, indent = "\n\t"] = /^(\s*)\S/.exec(text.slice(open)) ?? [];
		const empty = Object.keys(read.value).length === 0;
		const space = empty ? "\n\t" : indent;
		return { at: open, remove: empty ? indent.length : 0, insert: `${space}"ignore": [${JSON.stringify(code)}]${empty ? "\n" : ","}` };
	}
	if (!isArray(ignore)) return "unreadable";
	if (ignore.includes(code)) return null;
	const last = locate(text, ["ignore", ignore.length - 1]);
	const list = locate(text, ["ignore"]);
	if (last)
		return {
			at: last.to,
			remove: 0,
			insert: `${/^\s*\n/.test(text.slice((list?.from ?? 0) + 1)) ? `,${/^\s*/.exec(text.slice((list?.from ?? 0) + 1))?.[0] ?? " "}` : ", "}${JSON.stringify(code)}`,
		};
	return list ? { at: list.from + 1, remove: 0, insert: JSON.stringify(code) } : "unreadable";
}
