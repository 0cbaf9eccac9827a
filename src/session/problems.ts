import type { Finding } from "../core/model/finding";
import type { ProblemView } from "../protocol/queries";
import { findingSentence } from "../words/findings";
import { IMPORT_WORDS } from "../words/formats";
import { SCREEN_WORDS } from "../words/screenHelp";
import { PROBLEM_WORDS } from "../words/syntaxes";
import type { Locale, Table } from "../words/words";
import type { RecordFinding } from "./block";
import { type Detail, placeInFile } from "./look";
import { partAt, type RunPart } from "./source";

const TABLES: readonly Table[] = [PROBLEM_WORDS, IMPORT_WORDS, SCREEN_WORDS];

/** The sentence of a finding. */
export const findingMessage = (f: Pick<Finding, "code" | "data">, locale: Locale): string => findingSentence(f, locale, TABLES);

/** A finding of an open rollout, with its place in the file. */
export function problemOf(detail: Detail, f: Finding, locale: Locale): ProblemView {
	const { line, column } = placeInFile(detail, { offset: f.span?.from ?? null, path: f.path, at: f.at });
	return { code: f.code, severity: f.severity, message: findingMessage(f, locale), line, column, span: f.span, ...named(detail.file) };
}

/** The file of a run, as a field of what is said about it. */
export const named = (part: RunPart | undefined): Pick<ProblemView, "file"> => (part ? { file: part.name } : {});

/** A finding about a record, as the scan kept it; `parts` when the source is a run. */
export const recordProblem = ({ place, finding, column }: RecordFinding, locale: Locale, parts?: readonly RunPart[]): ProblemView => ({
	code: finding.code,
	severity: finding.severity,
	message: findingMessage(finding, locale),
	line: place.line,
	column,
	span: null,
	...named(parts?.[partAt(parts, place.offset)]),
});
