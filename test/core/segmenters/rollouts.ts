import type { Span } from "../../../src/core/base/units";
import type { Mark, ObjectCall, Role, TokenColumns, Turn } from "../../../src/core/model/rollout";
import type { Segmentation } from "../../../src/core/model/segment";
import type { Unsegmented } from "../../../src/core/segmenters/contract";

/** A rollout of one text; its turns are given as [role, text] with an optional header, the prompt being the first `prompt` of them. */
export function rollout(
	turns: readonly { readonly role: Role; readonly text: string; readonly header?: string }[],
	more: {
		readonly prompt?: number;
		readonly marks?: readonly Mark[];
		readonly calls?: readonly Span[];
		readonly reasoning?: readonly Span[];
		readonly objectCalls?: readonly ObjectCall[];
		readonly tokens?: TokenColumns;
	} = {},
): Unsegmented {
	const { prompt = 0, marks = [], calls = [], reasoning = [], objectCalls = [], tokens = null } = more;
	let text = "";
	let promptEnd = 0;
	const placed: Turn[] = turns.map((t, i) => {
		const from = text.length;
		text += t.header ?? "";
		const body = text.length;
		text += t.text;
		if (i < prompt) promptEnd = text.length;
		return { role: t.role, span: { from, to: text.length }, body: { from: body, to: text.length }, trained: t.role === "assistant" && i >= prompt };
	});
	return {
		id: null,
		group: null,
		step: null,
		text,
		promptEnd,
		turns: placed,
		pieces: [],
		marks,
		objectCalls,
		tools: null,
		reference: null,
		recorded: { reward: Number.NaN, components: {}, advantage: Number.NaN },
		tokens,
		truncated: null,
		extras: {},
		findings: [],
		syntax: null,
		calls: [],
		recovered: [],
		blocks: calls.map(span => ({ span, body: span, tagged: true, problem: null, turn: 0 })),
		marksCount: { open: 0, close: 0 },
		callProblems: [],
		reasoning,
	};
}

export const answer = (text: string, more: Parameters<typeof rollout>[1] = {}): Unsegmented => rollout([{ role: "assistant", text }], more);

/** Draws segments under their text: one letter a character, capital where learnable. n narration, r reasoning, c call, o observation, s summary, u user, y system, - other. */
export function draw(cut: Segmentation): string {
	const letters = { system: "y", user: "u", reasoning: "r", narration: "n", call: "c", observation: "o", summary: "s", other: "-" } as const;
	return cut.segments.map(s => (s.learnable ? letters[s.kind].toUpperCase() : letters[s.kind]).replace("-", s.learnable ? "=" : "-").repeat(s.to - s.from)).join("");
}
