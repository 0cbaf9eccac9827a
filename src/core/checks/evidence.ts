import { isObject, type JsonPath, type JsonValue, type Span } from "../base/units";
import type { ReferenceCall } from "../model/call";
import type { Finding } from "../model/finding";
import type { Rollout } from "../model/rollout";
import type { StepCall, Subject } from "./contract";
import { subjectOf } from "./subject";

/** A place that explains a finding: what was wanted, the tool's schema, or where the right value can be read. Sentence in words/findings. */
export interface Related {
	readonly kind: "reference" | "schema" | "source";
	readonly span: Span | null;
	/** Where in the record, when it is not in the text. */
	readonly path: JsonPath | null;
	/** Word to look for inside the value at `path`, and how many of them to pass over: the reference may be JSON inside a string. */
	readonly word?: { readonly text: string; readonly skip: number };
}

export interface Evidence {
	readonly related: readonly Related[];
	/** The reference call a finding is measured against. */
	readonly reference: ReferenceCall | null;
	/** The call as it should have been; null when the file does not say. */
	readonly repaired: ReferenceCall | null;
}

const NONE: Evidence = { related: [], reference: null, repaired: null };
/** Findings that the tool's schema or list explains. */
const BY_SCHEMA = new Set(["E01", "E06", "E07", "E08", "E09", "E10"]);
const BY_REFERENCE = new Set(["E02", "E03", "E04", "E05", "E11", "E12", "E16", "E17"]);

/** What explains the findings of one rollout; what several findings need is worked out once. */
export function evidenceOf(rollout: Rollout): (finding: Finding) => Evidence {
	let subject: Subject | null = null;
	return finding => {
		const { code, data } = finding;
		if (code === "E13" || code === "E14") {
			const at = finding.span?.from ?? -1;
			const call = rollout.recovered.find(c => c.span.from <= at && at <= c.span.to);
			return call ? { ...NONE, repaired: { name: call.name, arguments: call.arguments } } : NONE;
		}
		if (!BY_SCHEMA.has(code) && !BY_REFERENCE.has(code)) return NONE;
		subject ??= subjectOf(rollout);
		const call = typeof data.call === "number" ? subject.calls[data.call] : undefined;
		const index = typeof data.reference === "number" ? data.reference : (subject.pairs[Number(data.call)] ?? -1);
		const wanted = subject.references?.[index] ?? null;
		const reference = wanted && { name: wanted.name, arguments: wanted.arguments };
		const related: Related[] = [];
		if (BY_SCHEMA.has(code)) {
			const span = schemaSpan(rollout, String(data.tool));
			if (span) related.push({ kind: "schema", span, path: null });
		} else if (rollout.reference) related.push({ kind: "reference", span: null, path: pathOf(rollout.reference.source), ...wordOf(subject, index) });
		const parameter = topLevel(data.parameter);
		const right = parameter === null || !wanted || !isObject(wanted.arguments) ? undefined : wanted.arguments[parameter];
		const source = right === undefined || !call ? null : sourceSpan(rollout, right, call.span.from);
		if (source) related.push({ kind: "source", span: source, path: null });
		return { related, reference, repaired: repair(finding, call ?? null, wanted) };
	};
}

/** The reference call's name, behind those of the same name before it. */
function wordOf({ references }: Subject, index: number): Pick<Related, "word"> {
	const name = references?.[index]?.name;
	if (name === undefined) return {};
	return { word: { text: name, skip: references?.slice(0, index).filter(r => r.name === name).length ?? 0 } };
}

/** "reward_model.ground_truth" → the keys on the way. */
const pathOf = (source: string): JsonPath => source.split(".").map(step => (/^\d+$/.test(step) ? Number(step) : step));

/** `address` of `address.city` and `items[0].kg`. */
const topLevel = (parameter: string | number | undefined): string | null => (typeof parameter === "string" ? (/^[^.[]*/.exec(parameter)?.[0] ?? null) : null);

/** Where the prompt names the tool. */
function schemaSpan(rollout: Rollout, tool: string): Span | null {
	const name = `"${tool}"`;
	const at = rollout.text.indexOf(name);
	return at >= 0 && at < rollout.promptEnd ? { from: at, to: at + name.length } : null;
}

/** Where the policy could have read a value before `offset`: the last place before it, as tool results come after questions. */
function sourceSpan(rollout: Rollout, value: JsonValue, offset: number): Span | null {
	if (typeof value !== "string" && typeof value !== "number" && typeof value !== "bigint") return null;
	const wanted = String(value);
	if (wanted.length < 2) return null;
	for (const s of rollout.segments.toReversed()) {
		if (s.from >= offset || !(s.kind === "system" || s.kind === "user" || s.kind === "observation")) continue;
		const at = rollout.text.slice(s.from, Math.min(s.to, offset)).lastIndexOf(wanted);
		if (at >= 0) return { from: s.from + at, to: s.from + at + wanted.length };
	}
	return null;
}

function repair({ code, data }: Finding, call: ReferenceCall | null, wanted: StepCall | null): ReferenceCall | null {
	if (code === "E02" || code === "E03") return wanted && { name: wanted.name, arguments: wanted.arguments };
	if (!call) return null;
	if (code === "E01") return typeof data.near === "string" ? { name: data.near, arguments: call.arguments } : null;
	const parameter = topLevel(data.parameter);
	if (parameter === null || !isObject(call.arguments)) return null;
	const right = wanted?.name === call.name && isObject(wanted.arguments) && Object.hasOwn(wanted.arguments, parameter) ? wanted.arguments[parameter] : undefined;
	if (right !== undefined) return { name: call.name, arguments: { ...call.arguments, [parameter]: right } };
	// a key too many that the reference does not have either
	if (code === "E07" && data.parameter === parameter) return { name: call.name, arguments: Object.fromEntries(Object.entries(call.arguments).filter(([k]) => k !== parameter)) };
	return null;
}
