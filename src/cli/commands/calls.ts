import { writeJson } from "../../core/base/json";
import { lineColumn } from "../../core/base/text";
import type { JsonObject, JsonValue, Span } from "../../core/base/units";
import { readTools } from "../../core/importers/toolSchemas";
import type { CallProblem } from "../../core/model/call";
import type { Tool } from "../../core/model/tool";
import type { SyntaxCall } from "../../core/syntaxes/contract";
import { readCalls } from "../../core/syntaxes/read";
import { SYNTAXES, syntaxById } from "../../core/syntaxes/registry";
import { readToolFile } from "../../session/beside/objects";
import { PROBLEM_WORDS } from "../../words/syntaxes";
import { say } from "../../words/words";
import { choose } from "../choose";
import { type Command, EXIT, type Io, JSON_FLAGS, type Options, shapeOf } from "../command";
import { listing } from "../listing";
import { type Records, records } from "../output";
import { answerRows, type RowProblem, textOf } from "../rows";
import { table } from "../table";
import { oneLine, widthOf, wrap } from "../width";

type Found = ReturnType<typeof readCalls>;
const AUTO = "auto";

/** `calls`: model texts in, the tool calls a serving parser would return out, each with its place. */
export const calls: Command = {
	name: "calls",
	takes: "lines",
	flags: [{ name: "syntax", placeholder: "ID" }, { name: "tools", placeholder: "FILE" }, { name: "text" }, { name: "list" }, ...JSON_FLAGS],
	run: async (io, [file], options) => {
		if (options.list) return list(io, options);
		const shape = shapeOf(options);
		const sink = shape && records(io.out, shape);
		const fallback = { syntax: options.syntax ?? AUTO, tools: options.tools === undefined ? null : await readToolFile(options.tools) };
		if (!isSyntax(fallback.syntax)) choose("syntax", SYNTAXES, fallback.syntax);
		const answer = (row: JsonObject) => answerRow(io, sink, row, fallback);
		const status = options.text ? ((await answer({ text: await textOf(io, file) })) ? EXIT.refused : EXIT.done) : await answerRows(io, file, answer);
		await sink?.end();
		return status;
	},
};

const isSyntax = (id: string): boolean => id === AUTO || syntaxById(id) !== undefined;

interface Fallback {
	readonly syntax: string;
	readonly tools: readonly Tool[] | null;
}

async function answerRow(io: Io, sink: Records | null, row: JsonObject, fallback: Fallback): Promise<RowProblem | null> {
	const { text } = row;
	const syntax = row.syntax ?? fallback.syntax;
	if (typeof text !== "string") return { code: "no-text", path: "text" in row ? ["text"] : [] };
	if (typeof syntax !== "string" || !isSyntax(syntax))
		return { code: "unknown-syntax", values: { id: typeof syntax === "string" ? syntax : writeJson(syntax), ids: "reward-inspector calls --list" }, path: ["syntax"] };
	const found = readCalls(text, { syntax, tools: readTools(row.tools) ?? fallback.tools });
	const id = row.id ?? null;
	if (sink) await sink.put(answerOf(id, found));
	else await io.out.lines(draw(io, id, text, found));
	return null;
}

const spanOf = (s: Span): JsonValue => [s.from, s.to];
const callOf = (c: SyntaxCall): JsonObject => ({ name: c.name, arguments: c.arguments, span: spanOf(c.span) });
const problemOf = (p: CallProblem): JsonObject => ({ code: p.code, message: say(PROBLEM_WORDS, p.code, "en", p.data), span: spanOf(p.span) });

const answerOf = (id: JsonValue, { syntax, reading, content, reasoning }: Found): JsonObject => ({
	id,
	syntax,
	calls: reading.calls.map(callOf),
	content,
	reasoning,
	problems: reading.problems.map(problemOf),
	recovered: reading.recovered.map(c => ({ ...callOf(c), problem: problemOf(c.problem) })),
});

/** One text for a person: its calls, then what is wrong, each problem under the line it stands in. */
function draw(io: Io, id: JsonValue, text: string, { syntax, reading, reasoning }: Found): readonly string[] {
	const { paint, terminal } = io;
	const title = [
		id === null ? null : oneLine(String(id), 60),
		SYNTAXES.find(s => s.id === syntax)?.title ?? io.words("no-syntax"),
		io.words("calls-found", { count: reading.calls.length }),
	];
	const written = (c: SyntaxCall, mark: string) => {
		const [first = "", ...rest] = wrap(`${oneLine(c.name, 80)}(${oneLine(writeJson(c.arguments, { spaced: true }), 2000)})`, terminal.columns - 4);
		return [`  ${mark} ${first}`, ...rest.map(l => `    ${l}`)];
	};
	return [
		paint.bold(title.filter(t => t !== null).join(" · ")),
		...reading.calls.flatMap(c => written(c, paint.good("✓"))),
		...reading.recovered.flatMap(c => [...written(c, paint.doubt("~")), paint.dim(`    ${io.words("recovered")}`)]),
		...(reasoning === null ? [] : [paint.dim(`  ${io.words("reasoning-length", { count: reasoning.length })}`)]),
		...reading.problems.flatMap(p => caret(io, text, p)),
		"",
	];
}

/** `✗ 3:14 sentence`, the line of the text and a caret under the place. */
function caret(io: Io, text: string, p: CallProblem): readonly string[] {
	const { line, column } = lineColumn(text, p.span.from);
	const lineEnd = text.indexOf("\n", p.span.from);
	const lead = text.slice(Math.max(p.span.from - (column - 1), p.span.from - 24), p.span.from);
	const room = io.terminal.columns - 8;
	const before = (lead.length < column - 1 ? "…" : "") + oneLine(lead, room);
	const shown = before + oneLine(text.slice(p.span.from, lineEnd < 0 ? text.length : lineEnd), room - widthOf(before));
	const sentence = wrap(`${line}:${column} ${oneLine(say(PROBLEM_WORDS, p.code, io.locale, p.data), 400)}`, io.terminal.columns - 4);
	const width = Math.max(1, Math.min(p.span.to, lineEnd < 0 ? text.length : lineEnd) - p.span.from);
	return [
		...sentence.map((l, i) => `  ${i ? " " : io.paint.bad("✗")} ${l}`),
		io.paint.dim(`      ${shown}`),
		`      ${" ".repeat(widthOf(before))}${io.paint.bad("^".repeat(Math.max(1, Math.min(width, room - widthOf(before)))))}`,
	];
}

const list = (io: Io, options: Options): Promise<number> =>
	listing(
		io,
		options,
		SYNTAXES.map(({ id, title, aliases }) => ({ id, title, aliases })),
		() => {
			const columns = [{ title: io.words("column:syntax") }, { title: io.words("column:title") }, { title: io.words("column:aliases"), flex: true }];
			const rows = SYNTAXES.map(s => [s.id, s.title, s.aliases.join(" ")]);
			return table(columns, rows, io.terminal.columns, io.paint);
		},
	);
