import type { Span } from "./base/units";
import type { Call, CallBlock, CallProblem } from "./model/call";
import type { ImportedRollout, Rollout, Turn } from "./model/rollout";
import type { Segment } from "./model/segment";
import type { Unsegmented } from "./segmenters/contract";
import { segmenterById } from "./segmenters/registry";
import { readCalls } from "./syntaxes/read";

/** The order of work, written once: imported → calls → segments. */
export interface AssembleSetup {
	/** Syntax id, or "auto". */
	readonly syntax: string;
	/** Segmenter id, or "auto". */
	readonly segmenter: string;
}

const shift = (s: Span, by: number): Span => ({ from: s.from + by, to: s.to + by });

/** Parts of a turn's body that are text of the policy: what no mark of the importer already explains. */
function textParts(turn: Turn, marks: readonly Span[]): Span[] {
	const parts: Span[] = [];
	let from = turn.body.from;
	for (const m of marks) {
		if (m.to <= from || m.from >= turn.body.to) continue;
		if (m.from > from) parts.push({ from, to: m.from });
		from = Math.max(from, m.to);
	}
	if (from < turn.body.to) parts.push({ from, to: turn.body.to });
	return parts;
}

interface Gathered {
	calls: Call[];
	recovered: Call[];
	blocks: CallBlock[];
	problems: CallProblem[];
	reasoning: Span[];
	open: number;
	close: number;
	syntax: string | null;
}

/** Calls the file gives as objects: parsed by the server, so their blocks are marked and whole. */
function gatherObjects(imported: ImportedRollout, into: Gathered): void {
	const blockOf = new Map<number, number>();
	for (const c of imported.objectCalls) {
		let block = blockOf.get(c.block);
		if (block === undefined) {
			block = into.blocks.length;
			blockOf.set(c.block, block);
			into.blocks.push({ span: c.span, body: c.span, tagged: true, problem: c.problem, turn: c.turn });
			into.open++;
			into.close++;
		} else {
			const b = into.blocks[block] as CallBlock;
			const whole = { from: Math.min(b.span.from, c.span.from), to: Math.max(b.span.to, c.span.to) };
			into.blocks[block] = { ...b, span: whole, body: whole, problem: b.problem ?? c.problem };
		}
		into.calls.push({ name: c.name, arguments: c.arguments, span: c.span, argumentsSpan: null, block, origin: "object", ...(c.id === undefined ? {} : { id: c.id }) });
		if (c.problem) into.problems.push(c.problem);
	}
}

/** Calls written in one stretch of assistant text. */
function gatherText(imported: ImportedRollout, part: Span, turn: number, syntax: string, objects: boolean, into: Gathered): void {
	const found = readCalls(imported.text.slice(part.from, part.to), { syntax, tools: imported.tools });
	const { reading } = found;
	const by = part.from;
	for (const s of reading.reasoning) into.reasoning.push(shift(s, by));
	// beside calls given as objects the text is what the server's parser left over: only its reasoning is news
	if (objects) return;
	const firstBlock = into.blocks.length;
	const problem = (p: CallProblem): CallProblem => ({ ...p, span: shift(p.span, by) });
	for (const b of reading.blocks) into.blocks.push({ span: shift(b.span, by), body: shift(b.body, by), tagged: b.tagged, problem: b.problem && problem(b.problem), turn });
	const call = (c: (typeof reading.calls)[number], origin: Call["origin"]): Call => ({
		name: c.name,
		arguments: c.arguments,
		span: shift(c.span, by),
		argumentsSpan: c.argumentsSpan && shift(c.argumentsSpan, by),
		block: c.block + firstBlock,
		origin,
	});
	for (const c of reading.calls) into.calls.push(call(c, "text"));
	for (const c of reading.recovered) into.recovered.push(call(c, "recovered"));
	for (const p of reading.problems) into.problems.push(problem(p));
	into.open += reading.marksCount.open;
	into.close += reading.marksCount.close;
	into.syntax ??= found.syntax;
}

/** Parses calls out of the response and cuts the rollout into segments. Never throws on data. */
export function assemble(imported: ImportedRollout, setup: AssembleSetup): Rollout {
	const into: Gathered = { calls: [], recovered: [], blocks: [], problems: [], reasoning: [], open: 0, close: 0, syntax: null };
	const marked = imported.marks.filter(m => m.kind !== "observation");
	for (const m of marked) if (m.kind === "reasoning" && m.from >= imported.promptEnd) into.reasoning.push({ from: m.from, to: m.to });
	gatherObjects(imported, into);
	const objectTurns = new Set(imported.objectCalls.map(c => c.turn));
	imported.turns.forEach((turn, i) => {
		if (turn.role !== "assistant" || turn.body.to <= imported.promptEnd) return;
		for (const part of textParts(turn, marked)) gatherText(imported, part, i, setup.syntax, objectTurns.has(i), into);
	});
	into.calls.sort((a, b) => a.span.from - b.span.from || a.span.to - b.span.to);
	into.reasoning.sort((a, b) => a.from - b.from);
	const unsegmented: Unsegmented = {
		...imported,
		syntax: into.syntax ?? (imported.objectCalls.length ? "objects" : null),
		calls: into.calls,
		recovered: into.recovered,
		blocks: into.blocks,
		marksCount: { open: into.open, close: into.close },
		callProblems: into.problems,
		reasoning: into.reasoning,
	};
	const cut = segmenterById(setup.segmenter, unsegmented).segment(unsegmented);
	return { ...unsegmented, segments: cut.segments as readonly Segment[], segmentWarnings: cut.warnings, unclosed: cut.truncated };
}
