import type { SegmentKind } from "../../src/core/model/segment";
import type { RolloutView } from "../../src/protocol/queries";
import { levelOf, NO_LEVEL } from "./heat";
import type { Rows } from "./rows";
import { firstTokenAfter, spanAt } from "./tokens";

/** What one line of the overview strip shows. */
export interface OverviewLine {
	/** Level of the mean credit of the tokens that have one. */
	readonly level: number;
	readonly kind: SegmentKind;
	/** Share of the row width that text fills, 0–1: gives the strip the outline of the text. */
	readonly fill: number;
}

/** Condenses rows [firstRow, rows.count) into `height` lines (fewer when there are fewer rows). One pass over the tokens. */
export function overview(
	view: Pick<RolloutView, "tokens" | "segments">,
	rows: Rows,
	firstRow: number,
	columns: number,
	credit: (token: number) => number,
	scale: number,
	height: number,
): OverviewLine[] {
	const shown = rows.count - firstRow;
	const lines = Math.max(0, Math.min(height, shown));
	const out: OverviewLine[] = [];
	let token = firstTokenAfter(view.tokens, rows.starts[firstRow] ?? 0);
	for (let y = 0; y < lines; y++) {
		const [a, b] = [firstRow + Math.floor((y * shown) / lines), firstRow + Math.floor(((y + 1) * shown) / lines)];
		const end = rows.starts[b] ?? 0;
		let sum = 0;
		let count = 0;
		for (; token < view.tokens.to.length && (view.tokens.from[token] as number) < end; token++) {
			const c = credit(token);
			if (Number.isNaN(c)) continue;
			sum += c;
			count++;
		}
		const from = rows.starts[a] ?? 0;
		const segment = view.segments[spanAt(view.segments, from)];
		out.push({
			level: count === 0 ? NO_LEVEL : levelOf(sum / count, scale),
			kind: segment?.kind ?? "other",
			fill: Math.min(1, (end - from) / Math.max(1, (b - a) * columns)),
		});
	}
	return out;
}
