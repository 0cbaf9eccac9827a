import { overScale, tone } from "../core/credit/tone";
import type { Lane, SegmentKind } from "../core/model/segment";
import type { RolloutView } from "../protocol/queries";
import { SEGMENT_KIND_WORDS } from "../words/segmenters";
import { say } from "../words/words";
import type { Io } from "./command";
import type { Brush } from "./paint";
import { figure } from "./table";
import { exceeds, headOf, padEnd, printable, widthOf, wrap } from "./width";

/** Credit of one segment's tokens in numbers; NaN where there is none. */
export interface SegmentCredit {
	readonly kind: SegmentKind;
	readonly from: number;
	readonly to: number;
	readonly lane: Lane | null;
	readonly learnable: boolean;
	/** Half-open range of its tokens. */
	readonly first: number;
	readonly last: number;
	/** Tokens with a credit. */
	readonly credited: number;
	readonly mean: number;
	readonly least: number;
	readonly most: number;
}

/** Cuts the tokens at the segments' bounds (a token belongs where it begins) and adds each part up. */
export function segmentCredits(view: RolloutView, credit: Float32Array): readonly SegmentCredit[] {
	const { tokens } = view;
	let at = 0;
	return view.segments.map(segment => {
		const first = at;
		let credited = 0;
		let sum = 0;
		let least = Number.POSITIVE_INFINITY;
		let most = Number.NEGATIVE_INFINITY;
		for (; at < tokens.from.length && (tokens.from[at] as number) < segment.to; at++) {
			const v = credit[at] as number;
			if (Number.isNaN(v)) continue;
			credited++;
			sum += v;
			least = Math.min(least, v);
			most = Math.max(most, v);
		}
		const none = credited === 0;
		return {
			...segment,
			first,
			last: at,
			credited,
			mean: none ? Number.NaN : least === most ? least : sum / credited,
			least: none ? Number.NaN : least,
			most: none ? Number.NaN : most,
		};
	});
}

/** Credit per token under an estimator; none throughout when the session does not know it. */
export const creditOf = (view: RolloutView, estimator: string): Float32Array => view.credit[estimator] ?? new Float32Array(view.tokens.from.length).fill(Number.NaN);

export interface HeatmapOptions {
	readonly width: number;
	/** Show every line of the prompt. */
	readonly full: boolean;
	/** Leave out the prompt, and of what is not trained all but its heading: for maps beside each other. */
	readonly trainedOnly: boolean;
}

/** Lines of the prompt that are shown without --full. */
const PROMPT_LINES = 3;
const EDGE = "│ ";

/**
 * A rollout's text with each token on the diverging scale. Every segment has a line of its own that says kind, lane, credit
 * with sign and number of tokens, so that the map reads without colour too; a segment of several credits is told per run.
 */
export function heatmap(io: Io, view: RolloutView, estimator: string, options: HeatmapOptions): readonly string[] {
	const credit = creditOf(view, estimator);
	const scale = view.scale[estimator] ?? 0;
	return shownSegments(view, credit).flatMap(segment => {
		if (options.trainedOnly && segment.to <= view.promptEnd) return [];
		const heading = headingOf(io, segment, options.width);
		if (options.trainedOnly && !segment.learnable) return [heading];
		const runs = io.paint.coloured ? [segment] : creditRuns(segment, credit);
		const body = runs.flatMap(run => [
			...(runs.length > 1 ? [`├ ${number(run.mean)}`] : []),
			...tokenLines(io, view, credit, scale, run, options.width - widthOf(EDGE)).map(l => `${EDGE}${l}`.trimEnd()),
		]);
		const hidden = segment.to <= view.promptEnd && !options.full ? body.length - PROMPT_LINES : 0;
		return [heading, ...(hidden > 1 ? [...body.slice(0, PROMPT_LINES), io.paint.dim(`${EDGE}… ${io.words("lines-hidden", { count: hidden })}`)] : body)];
	});
}

/** Segments worth a heading: the blank ones between two of the same credit only take up room. */
export function shownSegments(view: RolloutView, credit: Float32Array): readonly SegmentCredit[] {
	const all = segmentCredits(view, credit);
	const blank = (s: SegmentCredit): boolean => s.kind === "other" && view.text.slice(s.from, s.to).trim() === "";
	return all.filter((s, i) => !(blank(s) && Object.is(s.mean, all[i - 1]?.mean)));
}

const number = (v: number): string => (v === 0 ? "0" : figure(v, { signed: true }));

function headingOf(io: Io, s: SegmentCredit, width: number): string {
	const { paint } = io;
	const kind = say(SEGMENT_KIND_WORDS, s.kind, io.locale);
	const count = io.words(s.last - s.first === 1 ? "token" : "tokens", { count: s.last - s.first });
	if (!s.learnable) return paint.dim(rule(`┌ ${kind} · ${io.words("not-trained")} · ${count}`, width));
	const push = Number.isNaN(s.mean) ? io.words("no-credit") : s.least === s.most ? number(s.mean) : `${number(s.least)} … ${number(s.most)}`;
	const masked = s.credited < s.last - s.first && s.credited > 0 ? ` · ${io.words("masked", { count: s.last - s.first - s.credited })}` : "";
	return rule(`┌ ${paint.bold(kind)}${s.lane === null ? "" : ` · ${io.words(`lane:${s.lane}`)}`} · ${paint.bold(push)} · ${count}${masked}`, width);
}

const rule = (text: string, width: number): string => `${text} ${"─".repeat(Math.max(0, width - widthOf(text) - 1))}`.trimEnd();

/** Neighbouring tokens of the same credit, so that without colour each run can carry its number. */
function creditRuns(segment: SegmentCredit, credit: Float32Array): readonly SegmentCredit[] {
	if (segment.least === segment.most || Number.isNaN(segment.mean)) return [segment];
	const runs: SegmentCredit[] = [];
	let first = segment.first;
	for (let i = first + 1; i <= segment.last; i++) {
		const value = credit[first] as number;
		if (i < segment.last && Object.is(credit[i], value)) continue;
		runs.push({ ...segment, first, last: i, mean: value, least: value, most: value });
		first = i;
	}
	return runs;
}

/** The painted text of a range of tokens, wrapped between tokens; neighbours of one credit are painted as one. */
function tokenLines(io: Io, view: RolloutView, credit: Float32Array, scale: number, range: SegmentCredit, width: number): readonly string[] {
	const brush = (value: number): Brush =>
		Number.isNaN(value) ? io.paint.dim : io.paint.tone(tone(value, scale), { underline: range.lane === "tool", bold: overScale(value, scale) });
	const lines: { text: string; value: number }[][] = [[]];
	let used = 0;
	const add = (text: string, value: number): void => {
		const line = lines.at(-1);
		const run = line?.at(-1);
		if (run && Object.is(run.value, value)) run.text += text;
		else if (text) line?.push({ text, value });
		used += widthOf(text);
	};
	const breakLine = (): void => {
		lines.push([]);
		used = 0;
	};
	for (let i = range.first; i < range.last; i++) {
		const value = credit[i] as number;
		const pieces = printable(view.text.slice(view.tokens.from[i], view.tokens.to[i])).split("\n");
		for (const [k, piece] of pieces.entries()) {
			if (k) breakLine();
			let rest = piece;
			while (exceeds(rest, width - used)) {
				// a token goes to the next line whole when it fits there
				const head = exceeds(rest, width) ? headOf(rest, width - used) : "";
				if (!head && !used) break;
				add(head, value);
				rest = rest.slice(head.length);
				breakLine();
			}
			add(rest, value);
		}
	}
	if (!lines.at(-1)?.length) lines.pop();
	return lines.map(line => line.map(run => brush(run.value)(run.text)).join(""));
}

/** What the colours mean: sign, scale and clamp per estimator, then what is told without colour. */
export function legend(io: Io, view: RolloutView, estimators: readonly string[]): readonly string[] {
	const { paint } = io;
	const ramp = paint.coloured ? [-1, -0.66, -0.33, 0, 0.33, 0.66, 1].map(t => paint.tone(t)("   ")).join("") : "… 0 …";
	let beyond = 0;
	let moves = false;
	const scales = estimators.map(id => {
		const scale = view.scale[id] ?? 0;
		for (const v of view.credit[id] ?? []) if (overScale(v, scale)) beyond++;
		moves ||= scale > 0;
		const still = view.advantages.find(a => a.estimator === id)?.unknown?.sentence ?? io.words("nothing-moves");
		return `${estimators.length > 1 ? `${id}  ` : ""}${scale > 0 ? `-${figure(scale)} ${ramp} +${figure(scale)}` : still}`;
	});
	const signs = [
		paint.tone(1)(` ${io.words("pushed-up")} `),
		paint.tone(-1)(` ${io.words("pushed-down")} `),
		io.words("no-push"),
		paint.dim(io.words("dim-none")),
		paint.tone(0, { underline: true })(io.words("underlined")),
	];
	const notes = [
		...(paint.coloured ? [] : [io.words("legend-plain")]),
		...(moves ? [io.words("legend-scale")] : []),
		...(beyond ? [io.words(paint.coloured ? "legend-beyond-bold" : "legend-beyond", { count: beyond })] : []),
		...(view.tokens.approximate ? [io.words("approximate")] : []),
	];
	return [...scales, ...(paint.coloured ? [signs.join(" · ")] : []), ...wrap(notes.join(io.locale === "zh-cn" ? "" : " "), io.terminal.columns).map(paint.dim)];
}

/** Two columns of lines beside each other. */
export function beside(left: readonly string[], right: readonly string[], width: number): readonly string[] {
	return Array.from({ length: Math.max(left.length, right.length) }, (_, i) => `${padEnd(left[i] ?? "", width)}   ${right[i] ?? ""}`.trimEnd());
}
