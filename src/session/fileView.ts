import { describePreset, ESTIMATORS } from "../core/estimators/registry";
import { SIGNALS, withMissing } from "../core/importers/signals";
import type { Severity } from "../core/model/finding";
import { REWARDS } from "../core/rewards/registry";
import { SEGMENTERS } from "../core/segmenters/registry";
import type { Choice, FileView, ProblemView, ScanView } from "../protocol/queries";
import { cornersSentence, ESTIMATOR_TITLES } from "../words/estimators";
import { DISABLES_WORDS, GROUP_KEY_WORDS, IMPORT_WORDS, LOOKS_LIKE_WORDS, REFUSAL_WORDS, SIGNAL_WORDS } from "../words/formats";
import { LAYER_WORDS, REWARD_TITLES } from "../words/rewards";
import { SEGMENTER_TITLES } from "../words/segmenters";
import { FILE_WORDS, LEXICAL_WORDS, TROUBLE } from "../words/session";
import { type Locale, phrase, say } from "../words/words";
import { MAX_FINDINGS } from "./block";
import type { InspectorError } from "./errors";
import { NOT_AS_NAMED } from "./opened";
import { recordProblem } from "./problems";
import { pooled, pooledValues } from "./run/pooled";
import { RunSource } from "./run/runSource";
import type { Scan } from "./scan";
import type { RunPart } from "./source";
import type { SessionState } from "./state";

/** The sentence of an error the world gave us. */
export function troubleText(e: InspectorError, locale: Locale): string {
	const looks = String(e.data.looksLike ?? "")
		.split(", ")
		.map(code => say(LOOKS_LIKE_WORDS, code, locale))
		.join(", ");
	const reason = e.kind === "not-rollouts" ? say(REFUSAL_WORDS, String(e.data.code), locale, { looks, keys: String(e.data.keys ?? ""), format: String(e.data.format ?? "") }) : "";
	return say(TROUBLE, e.kind in TROUBLE ? e.kind : "internal", locale, { detail: e.message, ...e.data, reason });
}

function scanView(scan: Scan): ScanView {
	const bytesDone = scan.state === "done" ? scan.size : scan.bytesDone;
	return {
		state: scan.state,
		bytesDone,
		bytesTotal: scan.size,
		rows: scan.rows,
		scored: scan.scored,
		paused: scan.paused,
		secondsLeft: scan.secondsLeft,
	};
}

/** What is doubtful about the way the file was read. */
function doubts({ opened, locale }: SessionState): ProblemView[] {
	const said = (code: string, message: string): ProblemView => ({ code, severity: "info", message, line: null, column: null, span: null });
	const { doubts: codes = [], confidence } = opened.detection;
	const out = codes.map(code => said(code, say(code === NOT_AS_NAMED ? FILE_WORDS : IMPORT_WORDS, code, locale)));
	const others = opened.others.filter(o => o.confidence >= confidence).map(o => o.format);
	if (confidence < 0.7 && others.length) out.push(said("not-sure", phrase(FILE_WORDS["not-sure"], locale, { format: opened.importer.title, others: others.join(", ") })));
	return out;
}

/** Left-out files that are named; of more only the number is told. */
const NAMED_OUT = 20;

/** Files of the folder that are not part of the run, with the reason. */
function leftOut({ source, locale }: SessionState): ProblemView[] {
	if (!(source instanceof RunSource)) return [];
	const said = (message: string): ProblemView => ({ code: "left-out", severity: "info", message, line: null, column: null, span: null });
	const out = source.leftOut.slice(0, NAMED_OUT).map(f => said(phrase(FILE_WORDS["left-out"], locale, { reason: troubleText(f.error, locale) })));
	const rest = source.leftOut.length - out.length;
	return rest > 0 ? [...out, said(phrase(FILE_WORDS["more-left-out"], locale, { count: rest }))] : out;
}

/** What is said of groups that reach over folders; null when none does. */
export function pooledSentence({ state, source, locale }: Pick<SessionState, "state" | "source" | "locale">): string | null {
	const found = pooled(state, source.parts);
	return found && phrase(FILE_WORDS["pooled-folders"], locale, pooledValues(found));
}

function overFolders(s: SessionState): ProblemView[] {
	const message = pooledSentence(s);
	return message === null ? [] : [{ code: "pooled-folders", severity: "warning", message, line: null, column: null, span: null }];
}

/** Which files beside the rollouts are used, and whether their answers fit. */
function sides({ sides: used, state: scan, locale }: SessionState): ProblemView[] {
	if (!used) return [];
	const { reference, tools } = used.files;
	const said = (code: "side-reference" | "side-tools" | "side-unused" | "side-torn", severity: Severity, path: string): ProblemView => ({
		code,
		severity,
		message: phrase(FILE_WORDS[code], locale, { path, count: used.torn.length, first: used.torn[0] ?? "" }),
		line: null,
		column: null,
		span: null,
	});
	const unused = reference !== null && scan.state === "done" && scan.rows > 0 && used.joined() === 0;
	return [
		...(reference === null ? [] : [unused ? said("side-unused", "warning", reference) : said("side-reference", "info", reference)]),
		...(reference !== null && used.torn.length ? [said("side-torn", "warning", reference)] : []),
		...(tools === null ? [] : [said("side-tools", "info", tools)]),
	];
}

/** Findings about records, in file order; kinds that were cut off end with a line that counts the rest. */
function problems(scan: Scan, locale: Locale, parts?: readonly RunPart[]): ProblemView[] {
	const out = scan.findings.map(f => recordProblem(f, locale, parts));
	if (out.length < MAX_FINDINGS) return out;
	const shown = new Map<string, number>();
	for (const p of out) shown.set(p.code, (shown.get(p.code) ?? 0) + 1);
	for (const [code, count] of scan.findingCounts) {
		const rest = count - (shown.get(code) ?? 0);
		if (rest > 0) out.push({ code, severity: "info", message: phrase(FILE_WORDS["more-findings"], locale, { count: rest }), line: null, column: null, span: null });
	}
	return out;
}

const choices = (s: SessionState): FileView["choices"] => {
	const { locale } = s;
	const choice = (table: typeof ESTIMATOR_TITLES | Parameters<typeof say>[0], id: string, detail: string): Choice => ({ id, label: say(table, id, locale), detail });
	return {
		rewards: REWARDS.map(r => choice(REWARD_TITLES, r.id, r.source)),
		estimators: ESTIMATORS.map(e => choice(ESTIMATOR_TITLES, e.id, "")),
		presets: Object.fromEntries(ESTIMATORS.map(e => [e.id, e.presets.map(p => ({ id: p.id, label: p.id, detail: cornersSentence(describePreset(e.id, p.id), locale) }))])),
		segmenters: ["auto", ...SEGMENTERS.map(x => x.id)].map(id => choice(SEGMENTER_TITLES, id, "")),
	};
};

/** What was not done as asked: the file was read anew, or texts are not compared as the recipe says. */
function noticeOf({ notice, embedder, locale }: SessionState): string | null {
	const lexical = embedder?.kind === "lexical" ? phrase(LEXICAL_WORDS[`lexical:${embedder.why}`], locale, { detail: embedder.detail }) : null;
	return [notice ? phrase(FILE_WORDS[notice], locale) : null, lexical].filter(t => t !== null).join(" ") || null;
}

/** The file's card: what it is, has, lacks, and how far it has been read. */
export function fileView(s: SessionState): FileView {
	const { state: scan, opened, locale, importer } = s;
	const { subtype, confidence } = opened.detection;
	const signals = withMissing(Object.fromEntries(SIGNALS.map(x => [x, scan.seen.has(x)])) as Record<(typeof SIGNALS)[number], boolean>);
	let degenerateGroups = 0;
	for (let g = 0; g < scan.groups.count; g++) if (s.groupSummary(g).degenerate !== null) degenerateGroups++;
	return {
		name: s.source.name,
		path: s.source.path,
		bytes: scan.size,
		format: importer.id,
		formatTitle: importer.title,
		subtype,
		confidence,
		container: opened.container,
		records: scan.records,
		rollouts: scan.rows,
		groups: scan.groups.count,
		degenerateGroups,
		groupKey: scan.groups.count ? say(GROUP_KEY_WORDS, importer.groupKey(subtype), locale) : phrase(FILE_WORDS["no-groups"], locale),
		has: signals.has,
		missing: signals.missing.map(m => ({ signal: say(SIGNAL_WORDS, m.signal, locale), disables: say(DISABLES_WORDS, m.disables, locale) })),
		problems: [...doubts(s), ...leftOut(s), ...overFolders(s), ...sides(s), ...problems(scan, locale, s.source.parts)],
		...(s.source.parts ? { run: { files: s.source.parts.length } } : {}),
		scan: scanView(scan),
		trouble: s.trouble ? troubleText(s.trouble, locale) : null,
		notice: noticeOf(s),
		setup: s.setup,
		basis: s.basis,
		choices: choices(s),
		layers: scan.ledger.layers.map(l => ({ id: l.id, label: say(LAYER_WORDS, l.id, locale) })),
		components: [...scan.ledger.components.keys()],
		scale: s.estimate(s.setup.estimator).scale,
	};
}
