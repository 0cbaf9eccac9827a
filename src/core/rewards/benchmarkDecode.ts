import { readJson } from "../base/json";
import { isArray, isObject, type JsonValue } from "../base/units";
import { decodeForeign } from "./foreignCalls";
import { type PyNode, parsePyExpression, unparse } from "./pyExpression";
import { type Decoded, type DecodedCall, fromJson, isDict, type Language, PyFloat, PyTuple, type PyValue, pyKey } from "./pyValues";
import { strip } from "./strip";

const FAILED: Decoded = { ok: false, reason: "failed" };

class Unsupported extends Error {}

const numberOf = (v: PyValue): number | null => (v instanceof PyFloat ? v.value : typeof v === "number" ? v : typeof v === "boolean" ? Number(v) : null);

/** Python arithmetic on two constants. */
function calculate(operator: string, a: PyValue, b: PyValue): PyValue {
	if (operator === "+" && typeof a === "string" && typeof b === "string") return a + b;
	const [x, y] = [numberOf(a), numberOf(b)];
	if (x === null || y === null) throw new Unsupported();
	const floats = a instanceof PyFloat || b instanceof PyFloat;
	const whole = (n: number): PyValue => (floats || !Number.isSafeInteger(n) ? new PyFloat(n) : n);
	if ((operator === "/" || operator === "//" || operator === "%") && y === 0) throw new Unsupported();
	switch (operator) {
		case "+":
			return whole(x + y);
		case "-":
			return whole(x - y);
		case "*":
			return whole(x * y);
		case "/":
			return new PyFloat(x / y);
		case "//":
			return whole(Math.floor(x / y));
		case "%":
			return whole(x - y * Math.floor(x / y));
		case "**":
			return y < 0 ? new PyFloat(x ** y) : whole(x ** y);
		default:
			throw new Unsupported();
	}
}

/** Value of constant arithmetic, as eval gives it. */
function evaluate(node: PyNode): PyValue {
	if (node.kind === "constant") return node.value;
	if (node.kind === "unary" && node.operator !== "~") {
		const v = evaluate(node.operand);
		return node.operator === "-" ? calculate("-", 0, v) : v;
	}
	if (node.kind === "binary") return calculate(node.operator, evaluate(node.left), evaluate(node.right));
	throw new Unsupported();
}

/** An argument's value as BFCL's resolve_ast_by_type: names and calls without keywords become their text. */
function resolve(node: PyNode): PyValue {
	switch (node.kind) {
		case "constant":
			return node.value;
		case "name":
			return node.id;
		case "unary":
			// every unary operator negates there, and only a constant
			if (node.operand.kind !== "constant") throw new Unsupported();
			return typeof node.operand.value === "bigint" ? -node.operand.value : calculate("-", 0, node.operand.value);
		case "binary":
			return evaluate(node);
		case "list":
			return node.items.map(resolve);
		case "tuple":
			return new PyTuple(node.items.map(resolve));
		case "dict":
			return new Map(node.entries.map(([k, v]) => [pyKey(resolve(k)), resolve(v)]));
		case "call": {
			if (!node.keywords.length) return unparse(node);
			const call = resolveCall(node);
			return new Map([[call.name, call.arguments]]);
		}
		case "subscript":
			return unparse(node);
		case "attribute":
		case "set":
			throw new Unsupported();
	}
}

function resolveCall(node: PyNode & { readonly kind: "call" }): DecodedCall {
	const parts: string[] = [];
	let callee = node.callee;
	for (; callee.kind === "attribute"; callee = callee.of) parts.unshift(callee.name);
	if (callee.kind === "name") parts.unshift(callee.id);
	return { name: parts.join("."), arguments: new Map(node.keywords.map(([k, v]) => [k ?? pyKey(null), resolve(v)])) };
}

/** Calls of Python text: one call or a list of calls; anything else fails, as an AST decoder's assertion does. */
export function decodePython(text: string): Decoded {
	const node = parsePyExpression(text);
	if (!node) return FAILED;
	const items = node.kind === "call" ? [node] : node.kind === "list" || node.kind === "tuple" || node.kind === "set" ? node.items : null;
	if (!items) return FAILED;
	try {
		return { ok: true, calls: items.map(item => (item.kind === "call" ? resolveCall(item) : raise())) };
	} catch (e) {
		if (e instanceof Unsupported) return FAILED;
		throw e;
	}
}

const raise = (): never => {
	throw new Unsupported();
};

/** Prompting models answer with `[f(x=1)]`: backticks and blanks go, missing brackets are added (bfcl_eval default_decode_ast_prompting). */
export function decodePrompted(result: string, language: Language): Decoded {
	let text = strip(result, "`\n ");
	if (!text.startsWith("[")) text = `[${text}`;
	if (!text.endsWith("]")) text = `${text}]`;
	if (language === "python") return decodePython(strip(text.trim(), "'"));
	return decodeForeign(text.slice(1, -1), language);
}

/** Function-calling models: `[{name: "<JSON of the arguments>"}]`; a plain string is a refusal that cannot be read. */
export function decodeFunctionCalls(result: JsonValue): Decoded {
	if (!isArray(result)) return result === "" ? { ok: true, calls: [] } : FAILED;
	const calls: DecodedCall[] = [];
	for (const item of result) {
		const [name] = isObject(item) ? Object.keys(item) : [];
		const text = isObject(item) && name !== undefined ? item[name] : undefined;
		if (name === undefined || typeof text !== "string") return FAILED;
		const args = readTypedJson(text);
		if (args === undefined) return FAILED;
		calls.push({ name, arguments: args });
	}
	return calls.every(c => isDict(c.arguments)) ? { ok: true, calls } : { ok: false, reason: "format" };
}

const JSON_PIECES = /"(?:[^"\\]|\\.)*"|true|false|null/g;
const PYTHON_WORDS: Readonly<Record<string, string>> = { true: "True", false: "False", null: "None" };

/** JSON text with floats told from ints, which plain JSON values are not: read as the Python expression it nearly is. Undefined when it is not JSON. */
export function readTypedJson(text: string): PyValue | undefined {
	const reading = readJson(text);
	if (!reading.ok) return undefined;
	const python = parsePyExpression(text.replace(JSON_PIECES, m => PYTHON_WORDS[m] ?? m.replaceAll("\\/", "/")));
	try {
		return python ? resolve(python) : fromJson(reading.value);
	} catch (e) {
		if (e instanceof Unsupported) return fromJson(reading.value);
		throw e;
	}
}
