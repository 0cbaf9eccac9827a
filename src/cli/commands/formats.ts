import type { JsonObject, JsonValue } from "../../core/base/units";
import { lacking, SIGNALS } from "../../core/importers/signals";
import type { FileView } from "../../protocol/queries";
import { InspectorError } from "../../session/errors";
import { troubleText } from "../../session/fileView";
import { DISABLES_WORDS, SIGNAL_WORDS } from "../../words/formats";
import { say } from "../../words/words";
import { type Command, EXIT, FILE_FLAGS, type Io, JSON_FLAGS, shapeOf } from "../command";
import { expandFiles } from "../files";
import { type Reading, readingOf, withSession } from "../open";
import { records } from "../output";
import { nameOf } from "../rows";
import { padEnd, printable, widthOf, wrap } from "../width";

/** Kinds of refusal that say nothing about the file's content: it could not be read at all. */
const UNREAD: readonly string[] = ["not-found", "directory", "no-permission", "unreadable", "vanished"];

type Answer = { readonly file: string; readonly view: FileView } | { readonly file: string; readonly refused: InspectorError };

/** `formats`: what each file is, has and lacks. A file that is not recognised is an answer too, not a failure. */
export const formats: Command = {
	name: "formats",
	takes: "files",
	flags: [...FILE_FLAGS.filter(f => f.name !== "run"), ...JSON_FLAGS],
	run: async (io, patterns, options) => {
		const shape = shapeOf(options);
		const sink = shape && records(io.out, shape);
		// the file's own reward is the cheapest to score, and none is asked for
		const given = await readingOf(io, options);
		const reading: Reading = { ...given, recipeFor: async file => ({ ...(await given.recipeFor(file)), reward: { id: "recorded", options: {} } }) };
		const { files, missing } = await expandFiles(patterns);
		let read = 0;
		for (const file of [...files, ...missing]) {
			const answer = await look(io, file, reading);
			if ("view" in answer || !UNREAD.includes(answer.refused.kind)) read++;
			if (sink) await sink.put(answerOf(io, answer));
			else await io.out.lines("view" in answer ? draw(io, answer.file, answer.view) : drawRefusal(io, answer.file, answer.refused));
		}
		await sink?.end();
		return read ? EXIT.done : EXIT.refused;
	},
};

async function look(io: Io, file: string, reading: Reading): Promise<Answer> {
	try {
		return { file, view: await withSession(io, file, reading, async s => s.file()) };
	} catch (refused) {
		if (refused instanceof InspectorError) return { file, refused };
		throw refused;
	}
}

function answerOf(io: Io, answer: Answer): JsonObject {
	if ("view" in answer) {
		const v = answer.view;
		return {
			file: answer.file,
			format: v.format,
			subtype: v.subtype,
			confidence: v.confidence,
			container: v.container,
			records: v.records,
			rollouts: v.rollouts,
			groups: v.groups,
			has: { ...v.has },
			missing: missingOf(io, v),
			problems: v.problems.map(p => ({ line: p.line, column: p.column, code: p.code, message: p.message })),
		};
	}
	const e = answer.refused;
	const none = Object.fromEntries(["subtype", "confidence", "container", "records", "rollouts", "groups"].map(k => [k, null]));
	const has = Object.fromEntries(SIGNALS.map(s => [s, null]));
	return {
		file: answer.file,
		format: null,
		...none,
		has,
		missing: [],
		problems: [{ line: null, column: null, code: String(e.data.code ?? e.kind), message: troubleText(e, io.locale) }],
	};
}

const missingOf = (io: Io, v: FileView): readonly JsonValue[] => lacking(v.has).map(signal => ({ signal, disables: say(DISABLES_WORDS, `without-${signal}`, io.locale) }));

/** Lines `label  text`, the text wrapped beside its label. */
function labelled(io: Io, rows: readonly (readonly [string, string])[]): readonly string[] {
	const labels = rows.map(([code]) => (code ? io.words(code) : ""));
	const size = labels.reduce((w, l) => Math.max(w, widthOf(l)), 0);
	return rows.flatMap(([, text], i) => wrap(text, io.terminal.columns - size - 4).map((line, k) => `  ${io.paint.dim(padEnd(k ? "" : (labels[i] ?? ""), size))}  ${line}`));
}

/** Problems that are told one by one. */
const LISTED = 10;

function draw(io: Io, file: string, v: FileView): readonly string[] {
	const word = (signal: string): string => say(SIGNAL_WORDS, signal, io.locale);
	const has = SIGNALS.filter(s => v.has[s]).map(s => `${io.paint.coloured ? "" : "✓ "}${word(s)}`);
	const lacks = lacking(v.has).map(s => ["", `✗ ${word(s)}: ${say(DISABLES_WORDS, `without-${s}`, io.locale)}`] as const);
	const problems = v.problems.slice(0, LISTED).map(p => ["", `${p.line === null ? "" : `${p.line}:${p.column ?? 1} `}${printable(p.message)}`] as const);
	const rest = v.problems.length - problems.length;
	const block = (label: string, rows: readonly (readonly [string, string])[]): readonly (readonly [string, string])[] => rows.map(([, text], i) => [i ? "" : label, text]);
	const rows = [
		[
			"file:format",
			`${v.formatTitle} (${v.format}, ${v.subtype}) · ${io.words("sure", { percent: Math.round(v.confidence * 100) })} · ${v.container} · ${bytes(v.bytes)}`,
		] as const,
		["file:holds", io.words(v.has.reward ? "holds" : "holds-unscored", { records: v.records, rollouts: v.rollouts, groups: v.groups, degenerate: v.degenerateGroups })] as const,
		["file:groups", v.groupKey] as const,
		...(has.length ? [["file:has", has.join(io.paint.coloured ? ", " : "  ")] as const] : []),
		...block("file:lacks", lacks),
		...block("file:problems", [...problems, ...(rest > 0 ? [["", io.words("more-problems", { count: rest })] as const] : [])]),
	];
	return [io.paint.bold(printable(nameOf(io, file))), ...labelled(io, rows), ""];
}

function bytes(size: number): string {
	const units = ["B", "kB", "MB", "GB"];
	const power = Math.min(units.length - 1, size < 1 ? 0 : Math.floor(Math.log10(size) / 3));
	return `${power ? (size / 1000 ** power).toPrecision(3) : size} ${units[power]}`;
}

const drawRefusal = (io: Io, file: string, e: InspectorError): readonly string[] => [
	io.paint.bold(printable(nameOf(io, file))),
	...labelled(io, [["file:refused", printable(troubleText(e, io.locale))]]),
	"",
];
