import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Span } from "../../../src/core/base/units";
import type { CallProblemCode } from "../../../src/core/model/call";
import type { SyntaxReading } from "../../../src/core/syntaxes/contract";
import { readCalls } from "../../../src/core/syntaxes/read";
import { SYNTAXES, syntaxById } from "../../../src/core/syntaxes/registry";
import { PROBLEM_WORDS } from "../../../src/words/syntaxes";

/** A quadratic reader needs minutes for this many characters. */
const SIZE = Number(process.env.HOSTILE ?? 1e5);
const LIMIT = 2000;
const TOOLS = ["count", "now"].map(name => ({ name, description: null, parameters: null }));
const parse = (id: string, text: string, tools: typeof TOOLS | null = null): SyntaxReading => readCalls(text, { syntax: id, tools }).reading;

test("ids and aliases are unique, plain, and found", () => {
	const names = SYNTAXES.flatMap(s => [s.id, ...s.aliases]);
	expect(new Set(names).size).toBe(names.length);
	for (const s of SYNTAXES) for (const n of [s.id, ...s.aliases]) expect(syntaxById(n)?.id).toBe(s.id);
	expect(names.filter(n => !/^[a-z0-9_]+$/.test(n))).toEqual([]);
	expect(syntaxById("no such syntax")).toBeUndefined();
});

describe.each(SYNTAXES.map(s => [s.id, s] as const))("%s", (id, s) => {
	test("reads its sample, given its name or not, and its sign is there", () => {
		for (const syntax of [id, "auto"]) {
			const { reading } = readCalls(s.sample.text, { syntax, tools: TOOLS });
			expect(reading.calls.map(c => ({ name: c.name, arguments: c.arguments }))).toEqual(s.sample.calls);
			expect(reading.problems.filter(p => p.code !== "unknown-tool")).toEqual([]);
		}
		expect(s.find(s.sample.text)).toBeGreaterThanOrEqual(0);
	});

	test("text without any call is content", () => {
		expect(readCalls("Nothing to call here, 3 < 4.", { syntax: id, tools: TOOLS })).toMatchObject({ content: "Nothing to call here, 3 < 4.", reading: { calls: [], blocks: [] } });
	});

	test("mutated samples never throw, and every span lies in the text", () => {
		const cut = fc.tuple(
			fc.nat(s.sample.text.length),
			fc.nat(12),
			fc.oneof(fc.string(), fc.constantFrom("{", "}", '"', "\\", "<", "|", "\n", "</think>", ...s.marks.flat(), s.sample.text)),
		);
		fc.assert(
			fc.property(fc.array(cut, { maxLength: 4 }), cuts => {
				let { text } = s.sample;
				for (const [at, n, put] of cuts) text = text.slice(0, at) + put + text.slice(at + n);
				sound(text, parse(id, text, TOOLS));
				sound(text, parse("auto", text));
			}),
			{ numRuns: 100 },
		);
	});

	test("linear time on hostile text", () => {
		const { text } = s.sample;
		const first = s.marks[0]?.[0] ?? "";
		for (const piece of [
			...s.marks.flat().filter(Boolean),
			text,
			text.slice(0, Math.ceil(text.length / 2)),
			text.slice(Math.ceil(text.length / 2)),
			`${first}{`,
			`${first}[{"name":`,
		])
			expect(time(id, piece), piece).toBeLessThan(LIMIT);
	});
});

test("random text never throws", () => {
	fc.assert(fc.property(fc.string({ unit: "grapheme" }), text => sound(text, parse("auto", text))));
});

const PIECES = [
	"{",
	"[",
	"(",
	'{"a":',
	"<",
	'"',
	"\\",
	"{'",
	"[f(",
	"<think>",
	"</think>",
	'{"name":"f","arguments":{"a":',
	"Action:\n",
	" ",
	"f(a=",
	'[{"name":"f"},',
	"x",
	"\n",
	"<a b=",
	"a.",
	"{{",
	"'",
	"`",
	"```",
];
test.each(PIECES)("linear time on %j over and over", piece => {
	for (const s of SYNTAXES) expect(time(s.id, piece), s.id).toBeLessThan(LIMIT);
	expect(time("auto", piece), "auto").toBeLessThan(LIMIT);
});

test("every problem has its sentence", () => {
	const codes: readonly CallProblemCode[] = [
		"bad-json",
		"unclosed-tag",
		"stray-close-tag",
		"not-a-call",
		"no-name",
		"arguments-not-object",
		"unknown-tool",
		"duplicate-key",
		"unknown-parameter",
		"trailing-text",
		"call-inside-reasoning",
		"untagged-call",
		"unclosed-reasoning",
	];
	expect(Object.keys(PROBLEM_WORDS)).toEqual(codes);
});

/** CPU milliseconds to read a piece repeated to SIZE characters. */
function time(syntax: string, piece: string): number {
	const text = piece.repeat(Math.ceil(SIZE / piece.length));
	const start = process.cpuUsage().user;
	parse(syntax, text);
	return (process.cpuUsage().user - start) / 1000;
}

/** Spans are half-open and inside; calls lie in the block they name; blocks are in order. */
function sound(text: string, r: SyntaxReading): void {
	const inside = ({ from, to }: Span, outer: Span = { from: 0, to: text.length }): void => {
		expect(from).toBeGreaterThanOrEqual(outer.from);
		expect(to).toBeLessThanOrEqual(outer.to);
		expect(from).toBeLessThanOrEqual(to);
	};
	for (const b of r.blocks) {
		inside(b.span);
		inside(b.body, b.span);
	}
	for (const c of [...r.calls, ...r.recovered]) {
		inside(c.span, r.blocks[c.block]?.span);
		if (c.argumentsSpan) inside(c.argumentsSpan, c.span);
	}
	for (const p of r.problems) inside(p.span);
	for (const s of [...r.reasoning, ...r.wrapping]) inside(s);
	expect(r.blocks.map(b => b.span.from)).toEqual(r.blocks.map(b => b.span.from).toSorted((a, b) => a - b));
}
