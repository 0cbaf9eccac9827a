import { fingerprint } from "../base/hash";
import { writeJson } from "../base/json";
import { isArray, isObject, type JsonObject, type JsonPath, type JsonValue } from "../base/units";
import { type Finding, finding } from "../model/finding";
import type { ImportedRollout, Recorded } from "../model/rollout";
import type { Detection, FileSample, Importer, RecordContext, RecordReading } from "./contract";
import { numberText } from "./fields";
import { TOKEN_KEYS } from "./namedTokens";
import type { Transcript } from "./transcript";

/** What a format's own file says: the rest is the same for all. */
export interface RowImporter extends Omit<Importer, "detect" | "read"> {
	/** `rows`: the first records, at least one. */
	detectRows(rows: readonly JsonObject[], sample: FileSample): Detection | null;
	readRow(record: JsonObject, context: RecordContext): RecordReading;
}

export const NOTHING: RecordReading = { rollouts: [], findings: [] };

/** The sample's records as objects; one document that is a list gives its elements. */
export const rowsOf = (sample: FileSample): readonly JsonObject[] => sample.records.flatMap(r => (isArray(r) ? r.slice(0, 3) : [r])).filter(isObject);

/** Makes an importer of a format whose records are objects: lists of them are read element by element, all else is a finding. */
export function rowImporter(own: RowImporter): Importer {
	const { detectRows, readRow, ...rest } = own;
	const read = (record: JsonValue, context: RecordContext): RecordReading => {
		if (isObject(record)) return readRow(record, context);
		if (!isArray(record)) return { rollouts: [], findings: [finding("not-an-object", "error", {}, { path: [] })] };
		const readings = record.map((r, i) => within(read(r, context), [i]));
		return { rollouts: readings.flatMap(r => r.rollouts), findings: readings.flatMap(r => r.findings) };
	};
	return {
		...rest,
		read,
		detect(sample) {
			const rows = rowsOf(sample);
			return rows.length ? detectRows(rows, sample) : null;
		},
	};
}

/** A reading of a part of a record, with paths from the record's root. */
export function within(reading: RecordReading, prefix: JsonPath): RecordReading {
	const move = (f: Finding): Finding => (f.path ? { ...f, path: [...prefix, ...f.path] } : f);
	return {
		findings: reading.findings.map(move),
		rollouts: reading.rollouts.map(r => ({ ...r, findings: r.findings.map(move), pieces: r.pieces.map(p => ({ ...p, path: [...prefix, ...p.path] })) })),
	};
}

export const NOT_RECORDED: Recorded = { reward: Number.NaN, components: {}, advantage: Number.NaN };

/** A rollout from its transcript and what else the file says; what is not given is not in the file. A `task` (data-set row) has no response by nature. */
export function rollout(transcript: Transcript, given: Partial<Omit<ImportedRollout, keyof Transcript>> = {}, kind: "attempt" | "task" = "attempt"): ImportedRollout {
	const findings = [...(given.findings ?? [])];
	const reward = given.recorded?.reward ?? Number.NaN;
	if (Math.abs(reward) === Number.POSITIVE_INFINITY && !findings.some(f => f.code === "reward-not-finite"))
		findings.push(finding("reward-not-finite", "warning", { value: String(reward) }));
	if (kind === "attempt" && transcript.promptEnd === transcript.text.length) findings.push(finding("no-response", "warning"));
	return {
		id: null,
		group: null,
		step: null,
		tools: null,
		reference: null,
		recorded: NOT_RECORDED,
		tokens: null,
		truncated: null,
		extras: {},
		...transcript,
		...given,
		findings,
	};
}

/**
 * Group key for rollouts of the same prompt: the question's first 60 characters, for people, and a fingerprint of the
 * whole prompt, for equality.
 */
export function samePrompt(transcript: Pick<Transcript, "text" | "promptEnd" | "turns">): string {
	const turn = transcript.turns.findLast(t => t.role === "user" && t.span.to <= transcript.promptEnd);
	const prompt = transcript.text.slice(0, transcript.promptEnd);
	const body = turn ? transcript.text.slice(turn.body.from, turn.body.to) : prompt;
	const asked = body.lastIndexOf("\nQuestion: ");
	const rest = body.slice(asked < 0 ? 0 : asked + 11).trimStart();
	const end = rest.indexOf("\n");
	const line = rest.slice(0, end < 0 ? 400 : Math.min(end, 400));
	const words = line.replace(/<[|｜][^<>|｜]{1,40}[|｜]>/g, "");
	return `${[...words.slice(0, 120)].slice(0, 60).join("").trim()} #${fingerprint(prompt)}`;
}

/** Group key for formats where a record is a group: a fingerprint of the record, so that no two are mixed up. */
export const recordGroup = (record: JsonObject): string => `#${fingerprint(writeJson(record))}`;

/** An integer beyond every double, as a person reads it: 1.25e+400. */
function powerOf(value: bigint): string {
	const [, sign = "", first = "", next = "", rest = ""] = /^(-?)(\d)(\d{0,2})(\d*)$/.exec(String(value)) ?? [];
	const places = next.replace(/0+$/, "");
	return `${sign}${first}${places && "."}${places}e+${next.length + rest.length}`;
}

/** A reward key's number with its finding when it is none. */
export function readReward(value: JsonValue | undefined, path: JsonPath, findings: Finding[]): number {
	if (value === undefined || value === null) return Number.NaN;
	if (typeof value === "string") {
		const n = numberText(value);
		findings.push(
			n === null ? finding("reward-not-number", "warning", { value: value.slice(0, 40) }, { path }) : finding("number-as-text", "info", { key: String(path.at(-1)) }, { path }),
		);
		if (n !== null && !Number.isFinite(n)) findings.push(finding("reward-not-finite", "warning", { value: value.slice(0, 40) }, { path }));
		return n ?? Number.NaN;
	}
	if (typeof value === "boolean") return value ? 1 : 0;
	if (typeof value === "number" || typeof value === "bigint") {
		const n = Number(value);
		if (!Number.isFinite(n)) findings.push(finding("reward-not-finite", "warning", { value: typeof value === "bigint" ? powerOf(value) : String(n) }, { path }));
		return n;
	}
	findings.push(finding("reward-not-number", "warning", { value: isArray(value) ? "[…]" : "{…}" }, { path }));
	return Number.NaN;
}

/** Keys whose text is what the model said, not a score, even when it looks like a number. */
const SAID = /^(?:pred|prediction|answer|extracted|response|feedback|output|text|level|source)|(?:_answer|_text|_pred)$/i;
/** Keys that number things. */
const NUMBERS_THINGS = /^(?:id|uid|idx|index|request_id|data_source)$|_(?:id|uid|idx|index)$/i;

/**
 * Numeric values of a record as reward components: numbers, booleans as 0/1, null as none, and numbers that Python wrote as
 * text (each such key is one info finding). Left out: keys that number things, texts that hold what the model said, advantages,
 * which come from rewards, and columns per token that are not there.
 */
export function readComponents(record: JsonObject, base: readonly string[], findings: Finding[]): Record<string, number> {
	const out: Record<string, number> = {};
	for (const key of Object.keys(record)) {
		const v = record[key];
		if (
			base.includes(key) ||
			NUMBERS_THINGS.test(key) ||
			/^advantages?$/.test(key) ||
			(v === null && TOKEN_KEYS.includes(key)) ||
			((v === null || typeof v === "string") && SAID.test(key))
		)
			continue;
		if (v === null) out[key] = Number.NaN;
		else if (typeof v === "number" || typeof v === "bigint") out[key] = Number(v);
		else if (typeof v === "boolean") out[key] = v ? 1 : 0;
		else if (typeof v === "string") {
			const n = numberText(v);
			if (n === null) continue;
			findings.push(finding("number-as-text", "info", { key }, { path: [key] }));
			out[key] = n;
		}
	}
	return out;
}
