import type { ExportRow } from "../../session/exportRows";
import { lackOfGroup } from "../../session/lacks";
import { DEGENERATE, ESTIMATOR_TITLES, ESTIMATOR_UNKNOWN } from "../../words/estimators";
import { EXPORT_WORDS } from "../../words/export";
import { say, type Values } from "../../words/words";
import { nameOf } from "../rows";
import { figure } from "../table";
import type { ExportSetup } from "./contract";

export type Text = (code: keyof typeof EXPORT_WORDS, values?: Values) => string;
export const textFor =
	({ io }: ExportSetup): Text =>
	(code, values = {}) =>
		say(EXPORT_WORDS, code, io.locale, values);

export interface ReportTable {
	readonly titles: readonly string[];
	/** The first `left` columns are texts, the others numbers. */
	readonly left: number;
	readonly rows: readonly (readonly string[])[];
}

export const heading = ({ io, file }: ExportSetup, text: Text): string => text("title", { file: nameOf(io, file) });

/** Format, counts and estimator of the file, as one sentence. */
export function factsOf({ io, session }: ExportSetup, text: Text): string {
	const { estimator, preset } = session.setup;
	const { formatTitle, rollouts, groups } = session.file();
	return text("made", { format: formatTitle, rollouts, groups, estimator: `${say(ESTIMATOR_TITLES, estimator, io.locale)} · ${preset}` });
}

/** Every group of the file with its statistics and why it gives no gradient. */
export function groupTable({ io, session }: ExportSetup, text: Text): ReportTable {
	const estimate = session.estimate(session.setup.estimator);
	const gradient = (g: number, degenerate: string | null): string => {
		if (degenerate !== null) return say(DEGENERATE, degenerate, io.locale);
		const unknown = lackOfGroup(session, estimate, g);
		return unknown === null ? text("learns") : `? ${say(ESTIMATOR_UNKNOWN, unknown, io.locale)}`;
	};
	return {
		titles: [text("column:group"), text("column:gradient"), text("column:step"), text("column:size"), text("column:mean"), text("column:deviation")],
		left: 2,
		rows: session.state.groups.list().map(({ key, step }, g) => {
			const { size, mean, deviation, degenerate } = session.groupSummary(g);
			return [key, gradient(g, degenerate), step === null ? "–" : String(step), String(size), figure(mean), figure(deviation)];
		}),
	};
}

export function rolloutTable(rows: readonly ExportRow[], text: Text): ReportTable {
	const locked = rows.some(r => r.lanes !== null);
	const signed = (v: number): string => figure(v, { signed: true });
	return {
		titles: [
			text("column:group"),
			text("column:id"),
			...[text("column:row"), text("column:line"), text("column:recorded"), text("column:total")],
			...(locked ? [text("column:advantage-tool"), text("column:advantage-summary")] : [text("column:advantage")]),
			...[text("column:tokens"), text("column:calls"), text("column:findings")],
		],
		left: 2,
		rows: rows.map(r => [
			r.group ?? "–",
			r.id ?? "–",
			...[String(r.row), String(r.line), figure(r.recorded), figure(r.total)],
			...(locked ? [signed(r.lanes?.tool ?? Number.NaN), signed(r.lanes?.summary ?? Number.NaN)] : [signed(r.advantage)]),
			...[String(r.learnable), String(r.calls), String(r.findings)],
		]),
	};
}
