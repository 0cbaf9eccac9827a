import type { Mark, Turn } from "../model/rollout";
import type { Segment, Segmentation, SegmentKind } from "../model/segment";
import type { Unsegmented } from "./contract";
import { type Stretch, scan } from "./scan";
import { TAGS } from "./tagTable";

/** A segment in the making; "free" becomes narration, summary or other once it is known what follows. */
interface Draft {
	from: number;
	to: number;
	readonly kind: SegmentKind | "free";
	readonly learnable: boolean;
	/** Written by the environment: system, user, results and the headers of turns. */
	readonly environment: boolean;
}

const ENVIRONMENT: Readonly<Record<Turn["role"], SegmentKind>> = { system: "system", user: "user", tool: "observation", assistant: "other", other: "other" };
const RESULT_TAGS = TAGS.filter(t => t.kind === "observation");

/** Is this turn the answer of a tool? The role says so, or the file's mark, or the tag its text begins with. */
function kindOfTurn(r: Unsegmented, turn: Turn): SegmentKind {
	if (turn.role !== "user") return ENVIRONMENT[turn.role];
	if (r.marks.some(m => m.kind === "observation" && m.from < turn.body.to && m.to > turn.body.from)) return "observation";
	const body = r.text.slice(turn.body.from, turn.body.to).trimStart();
	return RESULT_TAGS.some(t => body.startsWith(t.open)) ? "observation" : "user";
}

/** Stretches of one assistant body, absolute offsets. Marks of the file bound the scan: an unclosed tag ends at the next one. */
function stretches(r: Unsegmented, from: number, to: number, marks: readonly Mark[], known: readonly Mark[]): readonly Stretch[] {
	const out: Stretch[] = [];
	const gap = (a: number, b: number): void => {
		const text = r.text.slice(a, b);
		// between two stated calls of one message
		if (out.length && !/\S/.test(text)) {
			out.push({ from: a, to: b, kind: "free", unclosed: null });
			return;
		}
		const inside = known.filter(m => m.from < b && m.to > a).map(m => ({ ...m, from: m.from - a, to: m.to - a }));
		for (const s of scan(text, inside)) out.push({ ...s, from: s.from + a, to: s.to + a });
	};
	let at = from;
	for (const m of marks) {
		if (m.to <= at || m.from >= to) continue;
		if (m.from > at) gap(at, m.from);
		const end = Math.min(m.to, to);
		out.push({ from: Math.max(m.from, at), to: end, kind: m.kind, unclosed: null });
		at = end;
	}
	if (at < to) gap(at, to);
	return out;
}

const inOrder = (a: Mark, b: Mark): number => a.from - b.from || a.to - b.to;

/**
 * Cuts a rollout into segments that cover its text. Turns say who wrote what; inside assistant turns the calls and reasoning
 * that were found decide, then the tags of the text; with `useMarks` what the file itself states comes first.
 */
export function cut(r: Unsegmented, useMarks: boolean): Segmentation {
	const drafts: Draft[] = [];
	let at = 0;
	let truncated: string | null = null;
	const environment = (kind: SegmentKind, to: number): void => {
		if (to <= at) return;
		drafts.push({ from: at, to, kind, learnable: false, environment: true });
		at = to;
	};
	// the header of an assistant turn belongs to whatever the environment said before it
	const header = (to: number): void => {
		const last = drafts[drafts.length - 1];
		if (last?.environment && to > at) at = last.to = to;
		else environment("other", to);
	};
	const policy = (kind: Draft["kind"], to: number, trained: boolean): void => {
		// what the prompt holds of an answer was not sampled
		for (const end of at < r.promptEnd && to > r.promptEnd ? [r.promptEnd, to] : [to]) {
			if (end <= at) continue;
			drafts.push({ from: at, to: end, kind, learnable: trained && kind !== "observation" && at >= r.promptEnd, environment: kind === "observation" });
			at = end;
		}
	};
	const marks = useMarks ? [...r.marks, ...r.objectCalls.map((c): Mark => ({ ...c.span, kind: "call" }))].sort(inOrder) : [];
	const known = [...r.blocks.map((b): Mark => ({ ...b.span, kind: "call" })), ...r.reasoning.map((s): Mark => ({ ...s, kind: "reasoning" }))].sort(inOrder);
	for (const turn of r.turns) {
		if (turn.span.to <= at) continue;
		environment("other", Math.min(turn.span.from, r.text.length));
		if (turn.role !== "assistant") {
			environment(kindOfTurn(r, turn), Math.min(turn.span.to, r.text.length));
			continue;
		}
		const end = Math.min(turn.body.to, r.text.length);
		header(Math.min(turn.body.from, end));
		for (const s of stretches(r, at, end, marks, known)) {
			if (s.unclosed) truncated = s.unclosed;
			policy(s.kind, s.to, turn.trained);
		}
		environment("other", Math.min(turn.span.to, r.text.length));
	}
	environment("other", r.text.length);
	const problem = r.blocks[r.blocks.length - 1]?.problem;
	if (!truncated && problem?.code === "unclosed-tag") truncated = String(problem.data.tag ?? "tool_call");
	const segments = named(drafts, r);
	return { segments, truncated, warnings: segments.some(s => s.learnable && s.kind !== "other") ? [] : ["no-learnable-text"] };
}

/** Free text is narration when a call or a result follows it, summary after the last one, other when it is white space. */
function named(drafts: readonly Draft[], r: Unsegmented): readonly Segment[] {
	const out: Segment[] = [];
	let follows = false;
	for (let i = drafts.length - 1; i >= 0; i--) {
		const d = drafts[i] as Draft;
		// the prompt's own history does not look ahead into the response
		if (d.to <= r.promptEnd && (drafts[i + 1]?.from ?? 0) >= r.promptEnd) follows = false;
		const free = (): SegmentKind => (/\S/.test(r.text.slice(d.from, d.to)) ? (follows ? "narration" : "summary") : "other");
		out.push({ from: d.from, to: d.to, kind: d.kind === "free" ? free() : d.kind, learnable: d.learnable });
		if (d.kind === "call" || d.kind === "observation") follows = true;
	}
	return out.reverse();
}
