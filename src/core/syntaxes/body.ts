import type { JsonValue, Span } from "../base/units";
import { isObject } from "../base/units";
import type { CallProblem } from "../model/call";
import type { Draft } from "./draft";
import { CALL_KEYS, type CallKeys, type CallObject, callOf, type Failure, JSON_NOTATION, type Notation, PYTHON_NOTATION, readObjects, trimSpan } from "./objects";

export interface BodyOptions {
	readonly keys?: CallKeys;
	/** Notations to try, the first one's failure is the one reported. */
	readonly notations?: readonly Notation[];
}
export const LENIENT: readonly Notation[] = [JSON_NOTATION, PYTHON_NOTATION];

/** Marks a block whose values cannot be read, at the exact character. */
export function badJson(draft: Draft, block: number, text: string, failure: Failure): CallProblem {
	const { at, expected } = failure;
	const found = at < text.length ? JSON.stringify(String.fromCodePoint(text.codePointAt(at) ?? 0)) : "EOF";
	return draft.broken(block, "bad-json", { from: Math.min(at, text.length), to: Math.min(at + 1, text.length) }, { expected, found });
}

/**
 * Reads a block body that holds call objects: one, a list, or one after the other. What cannot be read makes the block yield nothing,
 * as json.loads in the serving parsers does, and is reported with its offset.
 */
export function readBody(draft: Draft, block: number, body: Span, options: BodyOptions = {}): void {
	const { keys = CALL_KEYS, notations = [JSON_NOTATION] } = options;
	const inner = trimSpan(draft.text, body);
	const text = draft.text.slice(0, inner.to);
	if (inner.from === inner.to) {
		draft.broken(block, "not-a-call", body);
		return;
	}
	let failure: Failure | null = null;
	for (const notation of notations) {
		const r = readObjects(text, inner.from, notation);
		if ("expected" in r) {
			failure ??= r;
			continue;
		}
		const trailing = r.end < inner.to ? draft.broken(block, "trailing-text", { from: r.end, to: inner.to }) : null;
		addObjects(draft, block, r.objects, keys, trailing);
		return;
	}
	if (failure) badJson(draft, block, text, failure);
}

/** Turns objects into calls of the block; with a problem, into recovered ones. */
export function addObjects(draft: Draft, block: number, objects: readonly CallObject[], keys: CallKeys, problem: CallProblem | null): void {
	let calls = 0;
	for (const object of objects) {
		const c = callOf(object, keys);
		if ("code" in c) {
			if (objects.length === 1) draft.broken(block, c.code, c.span);
			else draft.problem(c.code, c.span);
			continue;
		}
		const { duplicate } = c;
		if (duplicate) draft.problem("duplicate-key", { from: duplicate.keyAt, to: duplicate.span.to }, { key: duplicate.key });
		addCall(draft, block, c.name, c.argumentsSpan ? c.arguments : {}, object.span, c.argumentsSpan, problem);
		calls++;
	}
	if (!calls && !draft.blocks[block]?.problem) draft.broken(block, "not-a-call", draft.blocks[block]?.body ?? { from: 0, to: 0 });
}

/** Adds a call whose arguments may be anything, or a recovered one when there is a problem; says when they are no object. */
export function addCall(draft: Draft, block: number, name: string, args: JsonValue, span: Span, argumentsSpan: Span | null, problem: CallProblem | null = null): void {
	if (!isObject(args)) draft.problem("arguments-not-object", argumentsSpan ?? span, { name });
	if (problem) draft.recover(block, problem, name, args, span, argumentsSpan);
	else draft.call(block, name, args, span, argumentsSpan);
}
