import type { JsonObject } from "../../core/base/units";
import { auditTokens, type TokenAudit, tokenSentences } from "../../session/auditTokens";
import { auditFile, auditSentences, type FileAudit } from "../../session/auditView";
import type { Session } from "../../session/session";
import { AUDIT_WORDS } from "../../words/audit";
import { say, type Values } from "../../words/words";
import { type Command, FILE_FLAGS, type Io, JSON_FLAGS, shapeOf } from "../command";
import { complainOfLines, eachFile, readingOf, titleLines, withSession } from "../open";
import { records } from "../output";
import { figure, table } from "../table";
import { wrap } from "../width";

/** How many candidates and mismatches a person is shown. */
const SHOWN = 8;

/** `audit`: which estimator and preset the advantages in a file come from. */
export const auditCommand: Command = {
	name: "audit",
	takes: "files",
	flags: [{ name: "reward", placeholder: "ID" }, ...FILE_FLAGS, ...JSON_FLAGS],
	run: async (io, patterns, options) => {
		const reading = await readingOf(io, options);
		const shape = shapeOf(options);
		const sink = shape && records(io.out, shape);
		const status = await eachFile(io, patterns, reading, file =>
			withSession(io, file, reading, async session => {
				const found = auditFile(session);
				const tokens = await auditTokens(session, found);
				if (sink) await sink.put(answerOf(file, found, tokens));
				else await io.out.lines(draw(io, file, session, found, tokens));
				complainOfLines(io, file, session.state.findings, session.source.parts);
			}),
		);
		await sink?.end();
		return status;
	},
};

const answerOf = (file: string, { recorded, basis, best, explained, equals, candidates, mismatches }: FileAudit, tokens: TokenAudit | null): JsonObject => ({
	file,
	recorded,
	basis,
	best: best && { ...best },
	explained,
	equals: equals.map(c => ({ ...c })),
	candidates: candidates.map(c => ({ ...c })),
	mismatches: mismatches.map(m => ({ ...m })),
	tokens: tokens && {
		rollouts: tokens.rollouts,
		best: tokens.best && { ...tokens.best },
		candidates: tokens.candidates.map(c => ({ ...c })),
		mismatches: tokens.mismatches.map(m => ({ ...m })),
		unfit_mask: [...tokens.unfit],
		masked: tokens.masked.map(m => ({ ...m })),
	},
});

function draw(io: Io, file: string, session: Session, found: FileAudit, tokens: TokenAudit | null): readonly string[] {
	const text = (code: string, values: Values = {}): string => say(AUDIT_WORDS, code, io.locale, values);
	const right = (code: string) => ({ title: text(`column:${code}`), align: "right" as const });
	const { columns } = io.terminal;
	const more = (count: number): readonly string[] => (count > SHOWN ? [`  ${io.paint.dim(text("more", { count: count - SHOWN }))}`] : []);
	const candidates = found.candidates
		.slice(0, SHOWN)
		.map(c => [`${c.estimator} · ${c.preset}`, `${c.matching}/${c.compared + c.without}`, figure(c.maxAbsDiff), figure(c.meanAbsDiff)]);
	const mismatches = found.mismatches
		.slice(0, SHOWN)
		.map(m => [String(m.row), figure(m.recorded, { signed: true }), figure(m.recomputed, { signed: true }), figure(m.difference, { signed: true })]);
	const head = titleLines(io, file, [text("title"), text(`basis:${found.basis}`)]);
	const sentences = [...auditSentences(session, found), ...(tokens ? tokenSentences(session, tokens) : [])].flatMap(s => wrap(s, columns - 2).map(l => `  ${l}`));
	if (!found.best) return [...head, ...sentences, ""];
	return [
		...head,
		...sentences,
		...table([{ title: text("column:variant"), flex: true }, right("matching"), right("most"), right("mean")], candidates, columns, io.paint, "  "),
		...(mismatches.length
			? [...table([right("row"), right("recorded"), right("recomputed"), right("difference")], mismatches, columns, io.paint, "  "), ...more(found.mismatches.length)]
			: []),
		"",
	];
}
