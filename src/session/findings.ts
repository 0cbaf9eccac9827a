import { writeJson } from "../core/base/json";
import { locate, rawOffset } from "../core/base/jsonLocate";
import { lineColumn } from "../core/base/text";
import type { JsonPath, Span } from "../core/base/units";
import { type Evidence, evidenceOf, type Related } from "../core/checks/evidence";
import type { Finding, Severity } from "../core/model/finding";
import type { FilePlace, FindingsView, FindingView } from "../protocol/queries";
import { RELATED_WORDS } from "../words/findings";
import { FILE_WORDS } from "../words/session";
import { type Locale, phrase, say } from "../words/words";
import type { RecordFinding } from "./block";
import { breather } from "./breath";
import { type Detail, fileOf } from "./look";
import { findingMessage, named, recordProblem } from "./problems";
import { type RecordPlace, readPlace, readRecord } from "./records";
import type { Scan } from "./scan";
import { judgeWith } from "./semantics";
import type { ByteSource, RunPart } from "./source";
import type { SessionState } from "./state";
import { Screened } from "./wide";

/** A record is read with all its oddities up to this size; above it the engine's parser is used. */
const CAREFUL_BYTES = 4 << 20;
/** Of each severity so many findings are kept with their place; all are counted. */
export const MAX_KEPT = 1000;
const SEVERITIES: readonly Severity[] = ["error", "warning", "info"];

/** Rows [from, …) of a scan judged again, each record read once. Rows of the scan that are added meanwhile are not in it. */
export async function* judgedRows(source: ByteSource, scan: Scan, from = 0): AsyncGenerator<Detail> {
	const { ledger, setup } = scan;
	const rows = scan.rows;
	for (let row = from; row < rows; ) {
		const place: RecordPlace = { offset: ledger.offset.get(row), bytes: ledger.bytes.get(row), line: ledger.line.get(row) };
		const record = readRecord(await readPlace(source, place), setup.read, { careful: place.bytes < CAREFUL_BYTES, ended: true, offset: place.offset });
		for (; row < rows && ledger.offset.get(row) === place.offset; row++) {
			const part = ledger.part.get(row);
			const imported = record.rollouts[part];
			// the file was replaced since the scan: the next pass begins anew
			if (imported)
				yield { row, place, text: record.text, judged: await judgeWith(imported, setup.judge), recordFindings: part === 0 ? record.findings : [], ...fileOf(source, place.offset) };
		}
	}
}

const inOrder = (a: FindingView, b: FindingView): number => (a.line ?? 0) - (b.line ?? 0) || (a.column ?? 0) - (b.column ?? 0);

/** Every finding of one rollout with what stands in its record, as they follow in the file. */
export const findingsOfRow = (detail: Detail, locale: Locale, ignore: readonly string[]): FindingView[] => {
	let evidence: ((f: Finding) => Evidence) | null = null;
	const explained = (f: Finding): Evidence => {
		evidence ??= evidenceOf(detail.judged.rollout);
		return evidence(f);
	};
	return [...detail.recordFindings.filter(f => !ignore.includes(f.code)), ...detail.judged.findings].map(f => viewOf(detail, f, explained(f), locale)).sort(inOrder);
};

function viewOf(detail: Detail, f: Finding, { related, reference, repaired }: Evidence, locale: Locale): FindingView {
	const places = related.flatMap((r: Related) => {
		const place = relatedPlace(detail, r);
		return place ? [{ kind: r.kind, place }] : [];
	});
	// a call that is missing stands nowhere but in the reference
	const place = placeOf(detail, f) ?? places.find(r => r.kind === "reference")?.place ?? placeAt(detail, { from: 0, to: 0 });
	const text = (value: string | number | undefined): string | null => (value === undefined ? null : String(value));
	return {
		code: f.code,
		severity: f.severity,
		message: findingMessage(f, locale),
		line: place.line,
		column: place.column,
		span: f.span,
		...named(detail.file),
		row: detail.row,
		place,
		expected: text(f.data.expected),
		actual: text(f.data.actual),
		related: places.map(r => ({ place: r.place, message: say(RELATED_WORDS, r.kind, locale) })),
		reference: reference && writeJson({ name: reference.name, arguments: reference.arguments }),
		repaired: repaired && writeJson({ name: repaired.name, arguments: repaired.arguments }),
	};
}

/** Place in the file of what a finding is about; null when it stands nowhere in the record. */
function placeOf(detail: Detail, f: Pick<Finding, "span" | "path" | "at">): FilePlace | null {
	const raw = f.span ? rawSpan(detail, f.span) : f.at !== null ? { from: f.at, to: f.at + 1 } : f.path ? locate(detail.text, f.path) : null;
	return raw && placeAt(detail, raw);
}

function relatedPlace(detail: Detail, { kind, span, path, word }: Related): FilePlace | null {
	const whole = span ? rawSpan(detail, span) : path && (kind === "reference" ? referenceIn(detail.text, path) : locate(detail.text, path));
	return whole && placeAt(detail, (word && wordIn(detail.text, whole, word)) || whole);
}

/** Keys under which a ground truth keeps its calls, beside schemas and the question. */
const CALL_KEYS = ["gold_tool_calls", "ground_truth", "target", "actions", "tool_calls"] as const;

/** Where the reference's calls stand in the record: the value at `path`, or the part of it that holds them. */
function referenceIn(text: string, path: JsonPath): Span | null {
	const whole = locate(text, path);
	if (!whole) return null;
	if (text[whole.from] === "{")
		for (const key of CALL_KEYS) {
			const inner = locate(text, [...path, key]);
			if (inner) return text[inner.from] === "{" ? referenceIn(text, [...path, key]) : inner;
		}
	// the same as JSON inside a string
	const at = text[whole.from] === '"' ? text.indexOf("gold_tool_calls", whole.from) : -1;
	return at >= 0 && at < whole.to ? { from: at, to: whole.to } : whole;
}

/** The word in quotes inside a stretch, plain or escaped; null when it is not there so often. */
function wordIn(text: string, where: Span, { text: word, skip }: NonNullable<Related["word"]>): Span | null {
	let left = skip;
	for (let at = text.indexOf(word, where.from); at >= 0 && at + word.length <= where.to; at = text.indexOf(word, at + 1)) {
		const [before, after] = [text[at - 1], text[at + word.length]];
		if (before !== '"' || (after !== '"' && after !== "\\")) continue;
		if (left-- === 0) return { from: at, to: at + word.length };
	}
	return null;
}

function placeAt({ text, place }: Detail, raw: Span): FilePlace {
	const [from, to] = [lineColumn(text, raw.from), lineColumn(text, Math.min(raw.to, text.length))];
	return { line: place.line + from.line - 1, column: from.column, endLine: place.line + to.line - 1, endColumn: to.column };
}

/** The record's characters that hold a stretch of the rollout's text; null where the text was written by us. */
function rawSpan({ text, judged }: Detail, span: Span): Span | null {
	const { pieces } = judged.rollout;
	const raw = (offset: number, side: 0 | 1): number | null => {
		const p = pieces.find(x => offset - side >= x.from && offset - side < x.to);
		const value = p && locate(text, p.path);
		return p && value ? rawOffset(text, value.from, p.at + offset - p.from) : null;
	};
	const from = raw(span.from, 0) ?? raw(span.from, 1);
	if (from === null) return null;
	// an empty stretch (the text ends too early) is shown at the character behind it
	return { from, to: Math.max(from + 1, (span.to > span.from ? raw(span.to, 1) : null) ?? 0) };
}

const ofRecord = (f: RecordFinding, locale: Locale, parts?: readonly RunPart[]): FindingView => {
	const column = f.column ?? 1;
	return {
		...recordProblem(f, locale, parts),
		row: null,
		place: { line: f.place.line, column, endLine: f.place.line, endColumn: column + 1 },
		expected: null,
		actual: null,
		related: [],
		reference: null,
		repaired: null,
	};
};

/** A finding and where its record begins: lines alone do not order those of a run, where every file counts its own. */
interface Placed {
	readonly offset: number;
	readonly view: FindingView;
}

/** Findings of records that hold no rollout: those of the others are found again with their row. */
function recordFindings(scan: Scan, source: ByteSource, locale: Locale): Placed[] {
	const { ignore } = scan.setup.judge;
	const held = new Set(scan.ledger.offset.view());
	const own = scan.findings.filter(f => !held.has(f.place.offset) && !ignore.includes(f.finding.code));
	return own.map(f => ({ offset: f.place.offset, view: ofRecord(f, locale, source.parts) })).sort(inPlace);
}

/** Everything that is wrong on one line. */
export async function lineFindings(s: SessionState & { detail(row: number): Promise<Detail> }, line: number): Promise<FindingsView> {
	const { ignore } = s.state.setup.judge;
	const items: FindingView[] = [];
	const rows = rowsOnLine(s.state, line);
	for (const [part, row] of rows.entries()) {
		const detail = await s.detail(row);
		items.push(...findingsOfRow(part === 0 ? detail : { ...detail, recordFindings: [] }, s.locale, ignore));
	}
	if (!rows.length) items.push(...s.state.findings.filter(f => f.place.line === line && !ignore.includes(f.finding.code)).map(f => ofRecord(f, s.locale)));
	return { items, counts: [], total: items.length, complete: true };
}

/** Every finding of a file that was read to its end, in the file's order; memory does not grow with the file. */
export async function* allFindings(s: SessionState): AsyncGenerator<FindingView> {
	const { ignore } = s.state.setup.judge;
	const records = recordFindings(s.state, s.source, s.locale);
	const screened = new Screened();
	let next = 0;
	for await (const detail of judgedRows(s.source, s.state)) {
		screened.add(detail, s.state.setup.judge.keys);
		while (next < records.length && (records[next]?.offset ?? 0) < detail.place.offset) yield (records[next++] as Placed).view;
		yield* findingsOfRow(detail, s.locale, ignore);
	}
	for (const { view } of records.slice(next)) yield view;
	yield* screened.views(s);
}

/** The file's findings, gathered once and continued when the file grows. */
export class FindingList {
	private row = 0;
	private readonly kept: Readonly<Record<Severity, Placed[]>> = { error: [], warning: [], info: [] };
	private readonly counted = new Map<string, { severity: Severity; count: number }>();
	private readonly screened = new Screened();
	private working: Promise<void> = Promise.resolve();
	private readonly scan: Scan;
	private readonly renumbered: number;
	private readonly locale: Locale;

	constructor(
		private readonly session: SessionState,
		private readonly signal: AbortSignal,
	) {
		this.scan = session.state;
		this.renumbered = session.state.renumbered;
		this.locale = session.locale;
	}

	/** Is it still about what the session has read? */
	isOf(scan: Scan): boolean {
		return this.scan === scan && this.renumbered === scan.renumbered;
	}

	/** Gathers up to the last row of the scan, in slices that leave room for other questions. */
	private async gather(): Promise<void> {
		const rest = breather();
		for await (const detail of judgedRows(this.session.source, this.scan, this.row)) {
			this.row = detail.row + 1;
			this.screened.add(detail, this.scan.setup.judge.keys);
			for (const f of [...detail.recordFindings, ...detail.judged.findings]) this.count(f.code, f.severity, 1);
			if (this.wants(detail))
				for (const f of findingsOfRow(detail, this.locale, this.scan.setup.judge.ignore))
					if (this.kept[f.severity].length < MAX_KEPT) this.kept[f.severity].push({ offset: detail.place.offset, view: f });
			if (this.signal.aborted) return;
			await rest();
		}
	}

	/** Places are worked out only for findings there is room for. */
	private wants(detail: Detail): boolean {
		return [...detail.recordFindings, ...detail.judged.findings].some(f => this.kept[f.severity].length < MAX_KEPT);
	}

	private count(code: string, severity: Severity, by: number): void {
		if (this.scan.setup.judge.ignore.includes(code)) return;
		const found = this.counted.get(code);
		if (found) found.count += by;
		else this.counted.set(code, { severity, count: by });
	}

	async view(from: number, to: number): Promise<FindingsView> {
		this.working = this.working.then(() => this.gather());
		await this.working;
		const complete = this.scan.state !== "scanning" && this.scan.state !== "waiting" && this.row >= this.scan.rows;
		const wide = complete ? this.screened.views(this.session) : [];
		const { offset } = this.scan.ledger;
		// what is about the file stands before what has a place
		const records = [...wide.map(view => ({ offset: view.row === null ? -1 : offset.get(view.row), view })), ...recordFindings(this.scan, this.session.source, this.locale)];
		const counts = new Map([...this.counted].map(([code, c]) => [code, { ...c }]));
		for (const { view: r } of records) {
			const found = counts.get(r.code);
			if (found) found.count++;
			else counts.set(r.code, { severity: r.severity, count: 1 });
		}
		const items = SEVERITIES.flatMap(severity =>
			merged(
				records.filter(r => r.view.severity === severity),
				this.kept[severity],
			),
		);
		return {
			items: items.slice(from, to),
			total: items.length,
			counts: [...counts]
				.map(([code, c]) => ({ code, ...c }))
				.sort((a, b) => SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity) || b.count - a.count || (a.code < b.code ? -1 : 1)),
			complete,
		};
	}
}

const inPlace = (a: Placed, b: Placed): number => a.offset - b.offset || inOrder(a.view, b.view);
const merged = (a: readonly Placed[], b: readonly Placed[]): FindingView[] => (a.length ? [...a, ...b].sort(inPlace) : b).map(p => p.view);

/** The sentence of an entry that stands for findings of one code that are not listed. */
export const moreOfThisKind = (code: string, count: number, locale: Locale): string => `${code}: ${phrase(FILE_WORDS["more-findings"], locale, { count })}`;

/** Rows of the rollouts on a line, by bisection: lines only grow from row to row. */
export function rowsOnLine(scan: Scan, line: number): number[] {
	const { line: column } = scan.ledger;
	let low = 0;
	let high = scan.rows;
	while (low < high) {
		const mid = (low + high) >> 1;
		if (column.get(mid) < line) low = mid + 1;
		else high = mid;
	}
	const out: number[] = [];
	for (let row = low; row < scan.rows && column.get(row) === line; row++) out.push(row);
	return out;
}
