import { isArray, isObject, type JsonObject, type JsonValue } from "../base/units";
import { DEFAULT_DISTILLATION, type DistillationOptions, type DistilledToken, type Distribution, distil, maskedMean } from "./distillation";

/** A row with the teacher's and the student's likeliest tokens per position. */
export interface DistillationRow {
	readonly teacher: readonly Distribution[];
	readonly student: readonly Distribution[];
	/** The token that stands there; null when the row does not say. */
	readonly tokens: readonly string[] | null;
	/** 1 = a target of the loss; null = all are. */
	readonly mask: readonly number[] | null;
}

const TEACHER = ["teacher_top_logprobs", "teacher_logprobs", "teacher"] as const;
const STUDENT = ["student_top_logprobs", "student_logprobs", "student"] as const;
const MASK = ["loss_mask", "mask", "response_mask"] as const;

const nameOf = (v: JsonValue | undefined): string | null => (typeof v === "string" ? v : typeof v === "number" || typeof v === "bigint" ? String(v) : null);

/** One position: {token: logprob}, [[token, logprob], …] or [{token|id, logprob}, …] as chat APIs write it. */
function distributionOf(v: JsonValue | undefined): Distribution | null {
	const out = new Map<string, number>();
	const add = (token: string | null, logprob: JsonValue | undefined): void => {
		if (token !== null && typeof logprob === "number") out.set(token, Math.exp(logprob));
	};
	if (isArray(v))
		for (const item of v) {
			if (isArray(item)) add(nameOf(item[0]), item[1]);
			else if (isObject(item)) add(nameOf(item.token ?? item.id ?? item.token_id), item.logprob ?? item.log_prob);
		}
	else if (isObject(v)) {
		if (isArray(v.top_logprobs)) return distributionOf(v.top_logprobs);
		for (const [token, value] of Object.entries(v)) add(token, isObject(value) ? value.logprob : value);
	}
	return out.size ? out : null;
}

const listAt = (row: JsonObject, keys: readonly string[]): readonly JsonValue[] | null => {
	for (const key of keys) {
		const v = row[key];
		if (isArray(v)) return v;
		if (isObject(v) && isArray(v.content)) return v.content;
	}
	return null;
};

/** Reads one row; null when it does not hold the log-probabilities of both, position by position. */
export function readDistillationRow(row: JsonObject): DistillationRow | null {
	const [t, s] = [listAt(row, TEACHER), listAt(row, STUDENT)];
	if (!t || !s || t.length !== s.length || !t.length) return null;
	const teacher = t.map(distributionOf);
	const student = s.map(distributionOf);
	const whole = (d: Distribution | null): d is Distribution => d !== null;
	if (!teacher.every(whole) || !student.every(whole)) return null;
	const tokens = isArray(row.tokens) ? row.tokens.map(nameOf) : s.map(v => (isObject(v) ? nameOf(v.token) : null));
	const mask = listAt(row, MASK)?.map(v => (v === 1 || v === true ? 1 : 0)) ?? null;
	return {
		teacher,
		student,
		tokens: tokens.length === t.length && tokens.every(v => v !== null) ? tokens : null,
		mask: mask && mask.length === t.length ? mask : null,
	};
}

export interface DistilledRow {
	readonly tokens: readonly DistilledToken[];
	/** Which way the update pushes the logit of the token that stands there: −∂loss/∂logit; NaN where it is in neither list or not a target. */
	readonly push: Float64Array;
	readonly loss: number;
	readonly head: number;
	readonly tail: number;
	/** Positions where the student is confidently wrong, by tail mass, most first. */
	readonly wrong: readonly { readonly position: number; readonly token: string; readonly probability: number }[];
	readonly approximate: number;
}

/** All positions of a row. `most` = longest list of confidently wrong tokens. */
export function distilRow(row: DistillationRow, options: DistillationOptions = DEFAULT_DISTILLATION, most = 50): DistilledRow {
	const tokens = row.teacher.map((t, i) => distil(t, row.student[i] as Distribution, options));
	const target = (i: number): boolean => row.mask === null || row.mask[i] === 1;
	const push = Float64Array.from(tokens, (t, i) => (target(i) ? -(t.gradient.get(row.tokens?.[i] ?? "") ?? Number.NaN) : Number.NaN));
	const average = (of: (t: DistilledToken) => number): number => maskedMean(tokens.map(of), row.mask);
	const wrong = tokens.flatMap((t, position) => (target(position) ? t.tail.map(token => ({ position, token, probability: row.student[position]?.get(token) ?? Number.NaN })) : []));
	wrong.sort((a, b) => b.probability - a.probability || a.position - b.position);
	return {
		tokens,
		push,
		loss: average(t => t.loss),
		head: average(t => t.head),
		tail: average(t => t.tailMass),
		wrong: wrong.slice(0, most),
		approximate: tokens.filter((t, i) => t.approximate && target(i)).length,
	};
}
