import { isArray, isObject, type JsonValue, type Span } from "../base/units";
import type { CallProblem } from "../model/call";
import type { Draft } from "./draft";
import { CALL_KEYS, type CallKeys, type CallObject, callOf, type Failure, JSON_NOTATION, type Notation, notationOf, readObjects, skipSpace, trimSpan } from "./objects";
import { readTolerant } from "./tolerant";

export interface BodyOptions {
	readonly keys?: CallKeys;
	/** Python dicts are read too. */
	readonly python?: boolean;
}

/** Marks a block whose values cannot be read, at the exact character. */
export function badJson(draft: Draft, block: number, text: string, failure: Failure): CallProblem {
	const { at, expected } = failure;
	const found = at < text.length ? JSON.stringify(String.fromCodePoint(text.codePointAt(at) ?? 0)) : "EOF";
	return draft.broken(block, "bad-json", { from: Math.min(at, text.length), to: Math.min(at + 1, text.length) }, { expected, found });
}

const notationFor = (text: string, from: number, { python }: BodyOptions): Notation => (python ? notationOf(text, from) : JSON_NOTATION);

/**
 * Reads a block body that holds call objects: one, a list, or one after the other. What cannot be read makes the block yield nothing,
 * as json.loads in the serving parsers does; it is reported with its offset and repaired beside.
 */
export function readBody(draft: Draft, block: number, body: Span, options: BodyOptions = {}): void {
	const { keys = CALL_KEYS } = options;
	const inner = trimSpan(draft.text, body);
	const text = draft.text.slice(0, inner.to);
	if (inner.from === inner.to) {
		draft.broken(block, "not-a-call", body);
		return;
	}
	const r = readObjects(text, inner.from, notationFor(text, inner.from, options));
	if ("expected" in r) recoverObjects(draft, block, badJson(draft, block, text, r), inner, keys);
	else addObjects(draft, block, r.objects, keys, r.end < inner.to ? draft.broken(block, "trailing-text", { from: r.end, to: inner.to }) : null);
}

/**
 * Reads call objects behind an opening mark that has no closing one; other text may follow, as raw_decode in the serving parsers allows.
 * The block ends with the objects. `to` bounds it.
 */
export function readOpenBody(draft: Draft, mark: Span, to: number, options: BodyOptions = {}): void {
	const { keys = CALL_KEYS } = options;
	const text = draft.text.slice(0, to);
	const inner = trimSpan(text, { from: mark.to, to });
	const r = readObjects(text, inner.from, notationFor(text, inner.from, options));
	const end = "expected" in r ? inner.to : r.end;
	const body = { from: mark.to, to: Math.max(mark.to, end) };
	const block = draft.block({ from: mark.from, to: body.to }, body, mark.from < mark.to);
	if ("expected" in r) recoverObjects(draft, block, badJson(draft, block, text, r), inner, keys);
	else addObjects(draft, block, r.objects, keys, null);
}

/** Turns objects into calls of the block; with a problem, into recovered ones. */
export function addObjects(draft: Draft, block: number, objects: readonly CallObject[], keys: CallKeys, problem: CallProblem | null): void {
	for (const object of objects) {
		const c = callOf(object, keys);
		if ("code" in c) {
			draft.broken(block, c.code, c.span);
			continue;
		}
		const { name, argumentsSpan, duplicate } = c;
		if (duplicate) draft.problem("duplicate-key", { from: duplicate.keyAt, to: duplicate.span.to }, { key: duplicate.key });
		if (argumentsSpan) addCall(draft, block, name, c.arguments, object.span, argumentsSpan, problem);
		else draft.recover(block, problem ?? draft.broken(block, "arguments-not-object", object.span, { name }), name, {}, object.span);
	}
	if (!objects.length) draft.broken(block, "not-a-call", draft.blocks[block]?.body ?? { from: 0, to: 0 });
}

/** Adds a call whose arguments may be anything, or a recovered one when there is a problem; says when they are no object. */
export function addCall(draft: Draft, block: number, name: string, args: JsonValue, span: Span, argumentsSpan: Span | null, problem: CallProblem | null = null): void {
	if (!isObject(args)) draft.problem("arguments-not-object", argumentsSpan ?? span, { name });
	if (problem) draft.recover(block, problem, name, args, span, argumentsSpan);
	else draft.call(block, name, args, span, argumentsSpan);
}

/** Calls that a broken body means, as far as they can be made out. */
function recoverObjects(draft: Draft, block: number, problem: CallProblem, inner: Span, keys: CallKeys): void {
	for (const value of readTolerant(draft.text.slice(inner.from, inner.to)))
		for (const v of isArray(value) ? value : [value]) {
			if (!isObject(v)) continue;
			const name = keys.name.map(k => v[k]).find(n => typeof n === "string" && n !== "");
			const args = keys.arguments.map(k => v[k]).find(a => a !== undefined);
			if (typeof name === "string" && args !== undefined) draft.recover(block, problem, name, args, inner);
		}
}

/**
 * Reads the arguments of a call whose name stands apart: one JSON value in `args`, nothing written means none. When they cannot be read the
 * call is dropped and repaired beside, or, with `raw`, kept with the text as it is, as by parsers that pass it on unread.
 */
export function readArguments(draft: Draft, block: number, name: string, span: Span, args: Span, raw = false): void {
	const inner = trimSpan(draft.text, args);
	if (inner.from === inner.to) {
		draft.call(block, name, {}, span, inner);
		return;
	}
	const text = draft.text.slice(0, inner.to);
	const r = JSON_NOTATION.read(text, inner.from);
	if ("value" in r && r.end === inner.to) {
		addCall(draft, block, name, r.value, span, inner);
		return;
	}
	const problem = badJson(draft, block, text, "value" in r ? { at: skipSpace(text, r.end), expected: "the end" } : r);
	if (raw) draft.call(block, name, text.slice(inner.from), span, inner);
	recoverArguments(draft, block, problem, name, span, inner);
}

/** The call that broken arguments mean, when an object can be made out. */
export function recoverArguments(draft: Draft, block: number, problem: CallProblem, name: string, span: Span, args: Span): void {
	const meant = readTolerant(draft.text.slice(args.from, args.to))[0];
	if (isObject(meant)) draft.recover(block, problem, name, meant, span, args);
}
