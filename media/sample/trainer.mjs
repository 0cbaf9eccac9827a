/**
 * The reward function of the imaginary training run: three layers, format → content → result, weights 0.4 / 0.6 / 1.0,
 * format as the gate. Written apart from the product on purpose: a test compares the two on every row.
 */
const WEIGHTS = { format: 0.4, content: 0.6, result: 1 };
const SAME = 0.95;
const FAR = 0.3;

const outsideThoughts = text => text.replace(/<think>[\s\S]*?(?:<\/think>|$)/g, "");
const count = (text, mark) => text.split(mark).length - 1;

/** Bodies between the call marks; one that was never closed runs to the end. */
function callBodies(text) {
	return text
		.split("<tool_call>")
		.slice(1)
		.map(rest => rest.split("</tool_call>")[0]);
}

function parseCall(body) {
	try {
		const call = JSON.parse(body);
		return typeof call.name === "string" && call.arguments !== null && typeof call.arguments === "object" && !Array.isArray(call.arguments) ? call : null;
	} catch {
		return null;
	}
}

/** Mean of three checks: every body parses, every name is a tool, marks are there and balanced. */
function formatScore(text, toolNames, callsAreDue) {
	const open = count(text, "<tool_call>");
	const close = count(text, "</tool_call>");
	if (!callsAreDue) return open + close === 0 ? 1 : 0;
	const calls = callBodies(text).map(parseCall);
	const parses = calls.length > 0 && calls.every(c => c !== null);
	const known = parses && calls.every(c => toolNames.includes(c.name));
	const balanced = open > 0 && open === close;
	return (Number(parses) + Number(known) + Number(balanced)) / 3;
}

function grams(text) {
	const t = `\u0002${text.trim().toLowerCase()}\u0003`;
	const out = new Map();
	for (let n = 1; n <= 3; n++) for (let i = 0; i + n <= t.length; i++) out.set(t.slice(i, i + n), (out.get(t.slice(i, i + n)) ?? 0) + 1);
	return out;
}
const norm = g => Math.sqrt([...g.values()].reduce((sum, v) => sum + v * v, 0));

/** Similarity of two argument values: 1 when equal, cosine of character n-grams for strings, else 0. */
function valueSimilarity(a, b) {
	if (JSON.stringify(a) === JSON.stringify(b)) return 1;
	if (typeof a !== "string" || typeof b !== "string") return typeof a === "object" || typeof b === "object" ? 0 : String(a) === String(b) ? 1 : 0;
	const [x, y] = [grams(a), grams(b)];
	let dot = 0;
	for (const [gram, n] of x) dot += n * (y.get(gram) ?? 0);
	return dot / (norm(x) * norm(y));
}

/** Tier of one call against one reference call: 1 equal · .6 core right · .3 core right, something optional missing · 0. */
function tier(call, gold, required) {
	if (call.name !== gold.name) return 0;
	const keys = Object.keys(gold.arguments);
	const similarity = k => (k in call.arguments ? valueSimilarity(call.arguments[k], gold.arguments[k]) : 0);
	const extra = Object.keys(call.arguments).some(k => !(k in gold.arguments));
	if (!extra && keys.every(k => similarity(k) >= SAME)) return 1;
	const average = keys.length ? keys.reduce((sum, k) => sum + similarity(k), 0) / keys.length : 1;
	if (average < FAR || !required.every(k => similarity(k) >= SAME)) return 0;
	return keys.every(k => k in call.arguments) ? 0.6 : 0.3;
}

/** Best one-to-one pairing, by trying them all: there are never more than a handful of calls. */
function bestSum(table, row = 0, used = 0) {
	if (row === table.length) return 0;
	let best = bestSum(table, row + 1, used);
	table[row].forEach((value, column) => {
		if (value > 0 && !(used & (1 << column))) best = Math.max(best, value + bestSum(table, row + 1, used | (1 << column)));
	});
	return best;
}

function contentScore(calls, gold, tools) {
	if (!calls.length && !gold.length) return 1;
	const table = calls.map(c => gold.map(g => tier(c, g, tools[g.name].function.parameters.required)));
	return bestSum(table) / Math.max(calls.length, gold.length);
}

const tidy = x => Number(x.toFixed(12));

/** `{score, format_score, content_score}` of one response; `acc` is the share of the task that was done. */
export function computeScore(output, gold, tools, toolNames, acc) {
	const text = outsideThoughts(output);
	const flat = gold.flat();
	const calls = callBodies(text)
		.map(parseCall)
		.filter(c => c !== null);
	const format = formatScore(text, toolNames, flat.length > 0);
	const content = contentScore(calls, flat, tools);
	const score = WEIGHTS.format * format + (format >= 1 ? WEIGHTS.content * content + WEIGHTS.result * acc : 0);
	return { score: tidy(score), format_score: tidy(format), content_score: tidy(content) };
}
