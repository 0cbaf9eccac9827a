import { markedBlocks } from "./blocks";
import { type BodyOptions, readBody } from "./body";
import type { Syntax } from "./contract";
import { type Grammar, syntax } from "./grammar";
import { firstOf } from "./seek";

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
