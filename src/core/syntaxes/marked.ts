import { markedBlocks } from "./blocks";
import { type BodyOptions, readBody } from "./body";
import type { Syntax } from "./contract";
import { type Grammar, syntax } from "./grammar";

/** Offset of the first of the strings in the text, −1 when there is none. */
export const firstOf = (text: string, strings: readonly string[]): number =>
	strings.reduce((best, s) => {
		const at = text.indexOf(s);
		return best < 0 || (at >= 0 && at < best) ? at : best;
	}, -1);

/** A syntax whose blocks hold call objects in JSON between two marks: its marks are its sign. */
export function markedJson(fields: Omit<Grammar, "find" | "read" | "untagged">, options: BodyOptions = {}): Syntax {
	const signs = fields.marks.map(m => m[0]);
	return syntax({
		...fields,
		untagged: true,
		find: text => firstOf(text, signs),
		read(draft) {
			for (const b of markedBlocks(draft, fields.marks)) readBody(draft, draft.block(b.span, b.body), b.body, options);
		},
	});
}
