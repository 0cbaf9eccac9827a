import { type Expression, type Node, parseExpressionAt, type SpreadElement } from "acorn";
import { parsePythonLiteral } from "../base/python";
import { isObject, type JsonValue, type Span } from "../base/units";
import { badJson } from "./body";
import type { Draft } from "./draft";
import { type Failure, skipSpace } from "./objects";

/** A call in Python's notation. */
interface PythonCall {
	readonly name: string;
	readonly arguments: JsonValue;
	readonly span: Span;
	/** Between the parentheses. */
	readonly argumentsSpan: Span;
}
type Calls = { readonly calls: readonly PythonCall[]; readonly end: number };

/** A dotted name; ToolACE's names hold spaces, other data sets' hyphens and slashes. */
const NAME = /[\p{L}_][\p{L}\p{N}_.\-/]{0,200}(?: [\p{L}\p{N}_.\-/]{1,60}){0,12}(?=\s{0,20}\()/uy;
const KEY = /[\p{L}_][\p{L}\p{N}_]*/uy;

const matchAt = (pattern: RegExp, text: string, at: number): string | null => {
	pattern.lastIndex = at;
	return pattern.exec(text)?.[0] ?? null;
};

/** `name(key=literal, …)` at `at`. Only literals count, as in vLLM PythonicToolParser; positional arguments are refused. */
function readCall(text: string, at: number): PythonCall | Failure {
	const name = matchAt(NAME, text, at);
	if (name === null) return { at, expected: "a call" };
	const args = new Map<string, JsonValue>();
	const open = skipSpace(text, at + name.length);
	let i = skipSpace(text, open + 1);
	while (text[i] !== ")") {
		const key = matchAt(KEY, text, i);
		const equals = key === null ? i : skipSpace(text, i + key.length);
		if (key === null || text[equals] !== "=" || text[equals + 1] === "=") return { at: i, expected: "a keyword argument" };
		if (args.has(key)) return { at: i, expected: "each keyword once" };
		const value = parsePythonLiteral(text, equals + 1);
		if (!value.ok) return value;
		args.set(key, value.value);
		i = skipSpace(text, value.end);
		if (text[i] === ",") i = skipSpace(text, i + 1);
		else if (text[i] !== ")") return { at: i, expected: '"," or ")"' };
	}
	return { name, arguments: Object.fromEntries(args), span: { from: at, to: i + 1 }, argumentsSpan: { from: open + 1, to: i } };
}

/** A list of calls in brackets at `at`. */
export function readCallList(text: string, at: number): Calls | Failure {
	if (text[at] !== "[") return { at, expected: '"["' };
	const r = readCallsApart(text, skipSpace(text, at + 1), /\s*,\s*/y);
	if ("expected" in r) return r;
	return text[r.end] === "]" ? { calls: r.calls, end: r.end + 1 } : { at: r.end, expected: '"," or "]"' };
}

/** Calls one after the other, parted by `separator` (sticky); one may stand at the end too. `end` is behind the white space that follows. */
export function readCallsApart(text: string, at: number, separator: RegExp): Calls | Failure {
	const calls: PythonCall[] = [];
	for (let i = at; ; ) {
		const call = readCall(text, i);
		if ("expected" in call) return call;
		calls.push(call);
		const apart = matchAt(separator, text, call.span.to);
		i = apart ? call.span.to + apart.length : skipSpace(text, call.span.to);
		if (!apart || text[i] === "]" || i >= text.length) return { calls, end: i };
	}
}

/** Adds what was read to a block, or reports why it cannot be read and repairs it beside. `text` ends where the body does. */
export function addPythonCalls(draft: Draft, block: number, text: string, from: number, r: Calls | Failure): void {
	if ("expected" in r) {
		const problem = badJson(draft, block, text, r);
		for (const c of looseCalls(text, from)) draft.recover(block, problem, c.name, c.arguments, c.span, c.argumentsSpan);
	} else for (const c of r.calls) draft.call(block, c.name, c.arguments, c.span, c.argumentsSpan);
}

/** Longer bodies are not repaired: the second parser is not linear in hostile nesting. */
const MAX_LOOSE = 20_000;
const RESERVED = new Set(
	"break case catch class const continue debugger default delete do else enum export extends finally for function if import in instanceof new return super switch this throw try typeof var void while with".split(
		" ",
	),
);
const TOKEN = /(?:[rRuUbB]|[rR][bB]|[bB][rR])?(?:'|")|[\p{L}_][\p{L}\p{N}_]*|\/\/|\*\*|#/gu;

/**
 * Python text as JavaScript text of the same length: strings become plain ones, names that JavaScript reserves become others, `**` in front
 * of an argument goes. What the strings were is kept by their place. Null when a string is never closed.
 */
function asJavaScript(text: string): { readonly code: string; readonly strings: ReadonlyMap<number, string> } | null {
	const strings = new Map<number, string>();
	const token = new RegExp(TOKEN);
	let code = "";
	let at = 0;
	for (let m = token.exec(text); m; m = token.exec(text)) {
		const found = m[0];
		code += text.slice(at, m.index);
		let put = found;
		if (/['"]$/.test(found)) {
			const read = parsePythonLiteral(text, m.index);
			if (!read.ok || typeof read.value !== "string") return null;
			strings.set(m.index, read.value);
			put = `"${"_".repeat(read.end - m.index - 2)}"`;
		} else if (RESERVED.has(found)) put = `$${found.slice(1)}`;
		else if (found === "//") put = " /";
		else if (found === "**" && /[(,]\s{0,50}$/.test(code.slice(-60))) put = "  ";
		code += put;
		at = m.index + put.length;
		token.lastIndex = at;
	}
	return { code: code + text.slice(at), strings };
}

/**
 * Calls whose arguments are no literals: arithmetic is worked out, `**{…}` unpacked, what else there is kept as it is written, as BFCL's
 * decoder does. Positional arguments have no name and are left out.
 */
function looseCalls(text: string, from: number): readonly PythonCall[] {
	const body = text.slice(from);
	if (body.length > MAX_LOOSE) return [];
	const rewritten = asJavaScript(body);
	if (!rewritten) return [];
	const { code, strings } = rewritten;
	const source = (n: Node): string => body.slice(n.start, n.end);

	const evaluate = (n: Expression | SpreadElement | null): JsonValue => {
		if (!n) return null;
		if (n.type === "Literal") return strings.get(n.start) ?? plain(source(n));
		if (n.type === "Identifier") return plain(source(n));
		if (n.type === "ArrayExpression") return n.elements.map(evaluate);
		if (n.type === "SequenceExpression") return n.expressions.map(evaluate);
		if (n.type === "ObjectExpression")
			return Object.fromEntries(n.properties.flatMap(p => (p.type === "Property" ? [[strings.get(p.key.start) ?? source(p.key), evaluate(p.value as Expression)] as const] : [])));
		if (n.type === "UnaryExpression" && n.operator === "-") {
			const v = evaluate(n.argument);
			if (typeof v === "number") return -v;
		}
		if (n.type === "BinaryExpression" && n.left.type !== "PrivateIdentifier") return arithmetic(n.operator, evaluate(n.left), evaluate(n.right)) ?? source(n);
		return source(n);
	};
	const callOf = (n: Expression | SpreadElement | null): readonly PythonCall[] => {
		if (n?.type !== "CallExpression") return [];
		const entries = n.arguments.flatMap((a): readonly (readonly [string, JsonValue])[] => {
			if (a.type === "AssignmentExpression" && a.operator === "=") return [[source(a.left), evaluate(a.right)]];
			const unpacked = a.type === "ObjectExpression" ? evaluate(a) : null;
			return isObject(unpacked) ? Object.entries(unpacked) : [];
		});
		const span = { from: from + n.start, to: from + n.end };
		return [{ name: source(n.callee as Node), arguments: Object.fromEntries(entries), span, argumentsSpan: { from: from + n.callee.end + 1, to: span.to - 1 } }];
	};
	try {
		const root = parseExpressionAt(code, 0, { ecmaVersion: "latest" });
		return root.type === "ArrayExpression" ? root.elements.flatMap(callOf) : callOf(root);
	} catch {
		// a syntax error, or nesting deeper than the engine's stack: nothing to repair
		return [];
	}
}

const plain = (text: string): JsonValue => {
	const read = parsePythonLiteral(text);
	return read.ok && read.end === text.length ? read.value : text;
};

function arithmetic(operator: string, a: JsonValue, b: JsonValue): JsonValue | undefined {
	if (typeof a === "string" && typeof b === "string" && operator === "+") return a + b;
	if (typeof a !== "number" || typeof b !== "number") return undefined;
	if (operator === "+") return a + b;
	if (operator === "-") return a - b;
	if (operator === "*") return a * b;
	if (operator === "/") return a / b;
	return operator === "**" ? a ** b : undefined;
}
