import { writeJson } from "../../core/base/json";
import type { JsonObject } from "../../core/base/units";
import type { LabCard } from "../../protocol/lab";
import { DISTILLATION_WORDS, LAB_CARD_WORDS } from "../../words/lab";
import { say } from "../../words/words";
import type { Analysis, Topic } from "../analyze/contract";
import { TOPICS } from "../analyze/registry";
import { unknownId } from "../choose";
import { type Command, EXIT, FILE_FLAGS, type Flag, type Io, JSON_FLAGS, type Options, shapeOf, UsageError } from "../command";
import { eachFile, readingOf, titleLines, withSession } from "../open";
import { answerRows, nameOf } from "../rows";
import { table } from "../table";
import { printable } from "../width";

const flags = (): readonly Flag[] => {
	const all = [{ name: "list" as const }, ...TOPICS.flatMap(t => t.flags), { name: "reward" as const, placeholder: "ID" }, ...FILE_FLAGS, ...JSON_FLAGS];
	return all.filter((f, i) => all.findIndex(g => g.name === f.name) === i);
};

function topicOf(id: string | undefined): Topic {
	const names = TOPICS.map(t => t.name);
	if (id === undefined) throw new UsageError("needs-topic", { ids: names.join(", ") });
	const found = TOPICS.find(t => t.name === id);
	if (found) return found;
	throw unknownId("topic", names, id);
}

/** Answers in the shape that was asked for. One answer is one JSON object, several are a list. */
class Answers {
	private readonly found: JsonObject[] = [];

	constructor(
		private readonly io: Io,
		private readonly shape: "json" | "ndjson" | null,
	) {}

	async put(file: string | null, analysis: Analysis): Promise<void> {
		const { io, shape } = this;
		const json = file === null ? analysis.json : { file, ...analysis.json };
		if (shape === "ndjson") await io.out.line(writeJson(json));
		else if (shape === "json") this.found.push(json);
		else await io.out.lines([...(file === null ? [] : titleLines(io, file, [])), ...analysis.lines]);
	}

	async end(): Promise<void> {
		const [first] = this.found;
		if (this.shape === "json" && first) await this.io.out.line(writeJson(this.found.length === 1 ? first : this.found));
	}
}

/** `analyze TOPIC FILE…`: what the figures of a file advise. */
export const analyze: Command = {
	name: "analyze",
	takes: "topic",
	flags: flags(),
	run: async (io, [id, ...patterns], options) => {
		if (options.list) return list(io);
		const topic = topicOf(id);
		const answers = new Answers(io, shapeOf(options));
		const status = await answer(io, topic, patterns, options, answers);
		await answers.end();
		return status;
	},
};

async function answer(io: Io, topic: Topic, patterns: readonly string[], options: Options, answers: Answers): Promise<number> {
	if (!patterns.length) {
		const alone = topic.alone?.(io, options) ?? null;
		if (!alone) throw new UsageError("usage:missingArgument");
		await answers.put(null, alone);
		return EXIT.done;
	}
	const reading = await readingOf(io, options);
	const { ofSession, ofRow } = topic;
	let lacking = false;
	const status = await eachFile(io, patterns, reading, async file => {
		for (const path of ofRow ? ((await reading.runs?.get(file)?.list()) ?? [file]) : []) if (ofRow) lacking = (await ofRows(io, path, ofRow, options, answers)) || lacking;
		if (!ofSession) return;
		await withSession(io, file, reading, async session => {
			const { lab } = session;
			// what was typed in does not come from the file
			const lacks = options.p === undefined ? ((await lab.view()).cards[topic.name as LabCard] ?? []) : [];
			for (const reason of lacks) io.complain(io.words("lab-lacks", { file: printable(nameOf(io, file)), topic: say(LAB_CARD_WORDS, topic.name, io.locale), reason }));
			lacking ||= lacks.length > 0;
			if (!lacks.length) await answers.put(file, await ofSession(io, session, lab, options));
		});
	});
	return lacking ? EXIT.refused : status;
}

/** Rows without an answer that are named one by one. */
const LISTED = 5;

/** Answers every record of a file; says which ones have nothing to answer. */
async function ofRows(io: Io, file: string, ofRow: NonNullable<Topic["ofRow"]>, options: Options, answers: Answers): Promise<boolean> {
	let row = 0;
	let without = 0;
	const status = await answerRows(io, file, async record => {
		const made = ofRow(io, row++, record, options);
		if (made) await answers.put(file, made);
		else if (++without <= LISTED) io.complain(`${nameOf(io, file)}: ${say(DISTILLATION_WORDS, "no-logprobs", io.locale, { row: row - 1 })}`);
		return null;
	});
	if (without > LISTED) io.complain(`${nameOf(io, file)}: ${io.words("distillation:more", { count: without - LISTED })}`);
	return without > 0 || status !== EXIT.done;
}

async function list(io: Io): Promise<number> {
	const columns = [{ title: io.words("column:topic") }, { title: io.words("column:title"), flex: true }];
	const rows = TOPICS.map(t => [t.name, say(LAB_CARD_WORDS, `${t.name}:about`, io.locale)]);
	await io.out.lines(table(columns, rows, io.terminal.columns, io.paint));
	return EXIT.done;
}
