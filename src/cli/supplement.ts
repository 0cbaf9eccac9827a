import { isArray, isObject, type JsonValue } from "../core/base/units";
import { referenceOf } from "../core/importers/references";
import type { ImportedRollout, Reference } from "../core/model/rollout";
import { contentOf } from "../session/judges/input";
import { type Io, type Options, UsageError } from "./command";
import { readObjectsFile, readToolsFile } from "./rows";
import { printable } from "./width";

/** What `--tools` and `--reference` add to every rollout. */
export interface Supplement {
	apply(rollout: ImportedRollout): ImportedRollout;
	/** Says on standard error when the answers fitted no rollout. */
	complainIfUnused(io: Io): void;
}

/** Reads the files the options name; null when they name none. */
export async function supplementOf(options: Options): Promise<Supplement | null> {
	if (options.tools === undefined && options.reference === undefined && options.grades === undefined) return null;
	const tools = options.tools === undefined ? null : await readToolsFile(options.tools);
	const answers = options.reference === undefined ? null : await readAnswers(options.reference);
	const grades = options.grades === undefined ? null : await readGrades(options.grades);
	let joined = 0;
	return {
		apply: r => {
			const reference = answers && ((r.id === null ? undefined : answers.byId.get(r.id)) ?? answers.byPrompt.get(promptOf(r)));
			if (reference) joined++;
			const grade = grades?.get(contentOf(r));
			const extras = grade === undefined || r.extras.judge !== undefined ? r.extras : { ...r.extras, judge: grade };
			return { ...r, tools: r.tools ?? tools, reference: reference ?? r.reference, extras };
		},
		complainIfUnused: io => {
			if (answers && !joined) io.complain(io.words("reference-unused", { path: printable(options.reference ?? "") }));
		},
	};
}

/** Grades of `judge`, by the mark of the text they are about; those that are unknown are left out. */
async function readGrades(path: string): Promise<ReadonlyMap<string, number>> {
	const out = new Map<string, number>();
	for (const { content, grade } of await readObjectsFile(path)) if (typeof content === "string" && typeof grade === "number") out.set(content, grade);
	if (!out.size) throw new UsageError("no-grades", { path });
	return out;
}

interface Answers {
	readonly byId: ReadonlyMap<string, Reference>;
	readonly byPrompt: ReadonlyMap<string, Reference>;
}

/** Right answers of a data set: a JSON list, or an object a line; each joined by its id or by its prompt. */
async function readAnswers(path: string): Promise<Answers> {
	const byId = new Map<string, Reference>();
	const byPrompt = new Map<string, Reference>();
	for (const record of await readObjectsFile(path)) {
		const reference = referenceOf(record);
		if (!reference) continue;
		for (const key of ID_KEYS) {
			const id = record[key];
			if (typeof id === "string" || typeof id === "number" || typeof id === "bigint") byId.set(String(id), reference);
		}
		for (const key of PROMPT_KEYS) {
			const prompt = lastUserText(record[key]);
			if (prompt) byPrompt.set(prompt, reference);
		}
	}
	if (!byId.size && !byPrompt.size) throw new UsageError("no-reference", { path });
	return { byId, byPrompt };
}

const ID_KEYS = ["id", "uid", "task_id", "sample_id", "question_id"] as const;
const PROMPT_KEYS = ["prompt", "question", "query", "input", "messages"] as const;

/** The question a data set's prompt asks: the text, or the last user message of a conversation. */
function lastUserText(prompt: JsonValue | undefined): string | null {
	if (typeof prompt === "string") return prompt.trim();
	if (!isArray(prompt)) return null;
	// BFCL nests the turns of a question in one more list
	const [first] = prompt;
	const messages = prompt.length === 1 && isArray(first) ? first : prompt;
	const last = messages.filter(isObject).findLast(m => m.role === "user");
	return typeof last?.content === "string" ? last.content.trim() : null;
}

/** The question a rollout answers: its last user turn before the response, else the whole prompt. */
function promptOf(r: ImportedRollout): string {
	const turn = r.turns.findLast(t => t.role === "user" && t.body.to <= r.promptEnd);
	return (turn ? r.text.slice(turn.body.from, turn.body.to) : r.text.slice(0, r.promptEnd)).trim();
}
