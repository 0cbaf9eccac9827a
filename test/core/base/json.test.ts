import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { MAX_DEPTH, readJson, readJsonFast, writeJson } from "../../../src/core/base/json";
import { locate, rawOffset } from "../../../src/core/base/jsonLocate";

/** What JSON.parse says, with integers beyond 2^53 exact. */
const exact = (v: unknown): unknown => {
	if (typeof v === "number") return Number.isInteger(v) && !Number.isSafeInteger(v) ? BigInt(JSON.stringify(v).includes("e") ? 0 : JSON.stringify(v)) : v;
	if (Array.isArray(v)) return v.map(exact);
	if (v && typeof v === "object") return Object.fromEntries(Object.entries(v).map(([k, x]) => [k, exact(x)]));
	return v;
};
/** Values whose integers JSON.stringify writes without exponent, so that both readers see the same digits. */
const plain = fc.jsonValue().filter(v => !/\d{16,}\.|\d{22}|e\+/.test(JSON.stringify(v)));

const oddities = (text: string) => {
	const r = readJson(text);
	return r.ok ? r.oddities.map(o => `${o.code}@${o.at} ${o.detail}`) : r;
};

describe("readJson", () => {
	test("agrees with JSON.parse on whatever JSON.stringify writes", () => {
		fc.assert(
			fc.property(plain, v => {
				const text = JSON.stringify(v);
				expect(readJson(text)).toEqual({ ok: true, value: exact(JSON.parse(text)), oddities: expect.anything() });
				expect(readJsonFast(text)).toEqual({ ok: true, value: exact(JSON.parse(text)), oddities: expect.anything() });
			}),
		);
	});

	test("never throws, and agrees with JSON.parse on what is JSON", () => {
		fc.assert(
			fc.property(
				fc.array(fc.constantFrom("{", "}", "[", "]", '"', ":", ",", "1", "-", ".", "e", "\\", "u00", "true", "null", " ", "\n", "NaN", "a", "\u2028"), { maxLength: 14 }),
				parts => {
					const text = parts.join("");
					const mine = readJson(text);
					let theirs: unknown;
					try {
						theirs = JSON.parse(text);
					} catch {
						return;
					}
					expect(mine).toMatchObject({ ok: true, value: theirs });
				},
			),
			{ numRuns: 3000 },
		);
	});

	test.each([
		["NaN and infinities are kept", '{"a": NaN, "b": [-Infinity]}', ["nan@6 NaN", "nan@17 -Infinity"]],
		["duplicate keys, the last wins", '{"a": 1, "a": 2}', ["duplicate-key@9 a"]],
		["digits beyond 2^53", '{"id": 9007199254740993}', ["big-integer@7 9007199254740993"]],
		["a lone surrogate", '["\\ud83d", "\\ud83d\\ude00"]', ["lone-surrogate@2 \\ud83d"]],
		["a raw tab inside a string", '["a\tb"]', ["control-character@3 U+0009"]],
	])("%s", (_, text, wanted) => expect(oddities(text)).toEqual(wanted));

	test("values behind the oddities", () => {
		expect(readJson('{"a": 1, "a": 2, "id": 9007199254740993, "n": NaN}')).toMatchObject({ value: { a: 2, id: 9007199254740993n, n: Number.NaN } });
		expect(readJsonFast("[12345678901234567890]")).toMatchObject({ value: [12345678901234567890n] });
		expect(readJsonFast('{"a": -9007199254740993}')).toMatchObject({ value: { a: -9007199254740993n } });
		expect(readJsonFast("9007199254740993")).toMatchObject({ value: 9007199254740993n });
		expect(readJsonFast('{"a":[0.7333333333333333,12345678901234567168.5,1e16,-0.1234567890123456]}')).toMatchObject({
			value: { a: [0.7333333333333333, Number("12345678901234567168.5"), 1e16, -0.1234567890123456] },
		});
	});

	test("both readers give one value, whatever numbers there are", () => {
		const number = fc
			.tuple(fc.constantFrom("", "-"), fc.stringMatching(/^(0|[1-9]\d{0,20})$/), fc.constantFrom("", ".5", ".1234567890123456789", "e3", "E-20"), fc.constantFrom("", " "))
			.map(p => p.join(""));
		fc.assert(
			fc.property(fc.array(number), fc.nat(40), (numbers, fractions) => {
				// behind few or many long fractions
				const text = `{"f":[${Array(fractions).fill("-0.7333333333333333").join(",")}],"a":[${numbers.join(",")}],"b":${numbers[0] ?? "1"}}`;
				expect(readJsonFast(text)).toEqual(readJson(text));
			}),
			{ numRuns: 500 },
		);
	});

	test.each([
		['{"a": 1', 7, '"," or "}"', "the end"],
		["{'a': 1}", 1, "a key in double quotes", '"\'"'],
		['{"a": tru}', 6, "a value", '"t"'],
		['{"a": "x', 8, 'a closing "\\""', "the end"],
		["[1,]", 3, "a value", '"]"'],
		["1 2", 2, "the end", '"2"'],
	])("%s fails at %i", (text, at, expected, found) => expect(readJson(text)).toEqual({ ok: false, at, expected, found }));

	test("deep nesting is refused, not a stack overflow", () => {
		expect(readJson("[".repeat(1_000_000))).toMatchObject({ ok: false, at: MAX_DEPTH + 1 });
		for (const levels of [MAX_DEPTH, MAX_DEPTH + 1, MAX_DEPTH + 2, 5000]) {
			const text = `${"[".repeat(levels)}${"]".repeat(levels)}`;
			expect(readJsonFast(text).ok).toBe(readJson(text).ok);
			const inner = `${'{"a":'.repeat(levels)}1${"}".repeat(levels)}`;
			expect(readJsonFast(inner).ok).toBe(readJson(inner).ok);
		}
	});

	test("a key named __proto__ is data", () => {
		const r = readJson('{"__proto__": {"x": 1}}');
		expect(r.ok && Object.keys(r.value as object)).toEqual(["__proto__"]);
	});
});

describe("writeJson", () => {
	test("is the inverse of readJson, bigint included", () => {
		const text = '{"a":[1,9007199254740993,"\\u2028"],"b":{}}';
		const r = readJson(text);
		expect(r.ok && readJson(writeJson(r.value))).toMatchObject({ value: r.ok && r.value });
		expect(writeJson({ n: Number.NaN, i: 2n ** 60n })).toBe('{"n":null,"i":1152921504606846976}');
		expect(writeJson({ b: 1, a: [{ d: 1, c: 2 }] }, { sortKeys: true })).toBe('{"a":[{"c":2,"d":1}],"b":1}');
		expect(writeJson({ a: [1, { b: 2 }], e: [] }, { indent: 2 })).toBe(JSON.stringify({ a: [1, { b: 2 }], e: [] }, null, 2));
	});
});

describe("locate", () => {
	const text = '{ "a\\u0062": [1, {"x": "q\\"\\n\\u00e9z"}], "n": NaN, "last": 2, "last": 3 }';
	test.each([
		[[], text],
		[["ab"], '[1, {"x": "q\\"\\n\\u00e9z"}]'],
		[["ab", 1, "x"], '"q\\"\\n\\u00e9z"'],
		[["n"], "NaN"],
		[["last"], "3"],
	])("%j", (path, wanted) => {
		const at = locate(text, path);
		expect(at && text.slice(at.from, at.to)).toBe(wanted);
	});
	test("says null for what is not there", () => {
		expect(locate(text, ["nope"])).toBeNull();
		expect(locate(text, ["ab", 7])).toBeNull();
		expect(locate(text, ["ab", "x"])).toBeNull();
		expect(locate("{", ["a"])).toBeNull();
	});
	test("finds any path of any value", () => {
		fc.assert(
			fc.property(fc.jsonValue({ maxDepth: 4 }), v => {
				const line = JSON.stringify(v);
				const walk = (x: unknown, path: (string | number)[]): void => {
					const at = locate(line, path);
					expect(at).not.toBeNull();
					if (at) expect(JSON.parse(line.slice(at.from, at.to))).toEqual(x === undefined ? null : JSON.parse(JSON.stringify(x)));
					if (Array.isArray(x)) for (const [i, y] of x.entries()) walk(y, [...path, i]);
					else if (x && typeof x === "object") for (const [k, y] of Object.entries(x)) walk(y, [...path, k]);
				};
				walk(JSON.parse(line), []);
			}),
		);
	});
	test("an offset of the decoded string is found through its escapes", () => {
		const at = locate(text, ["ab", 1, "x"]);
		const decoded = 'q"\né';
		expect([...`${decoded}z`].map((_, i) => text[rawOffset(text, at?.from ?? 0, i)])).toEqual(["q", "\\", "\\", "\\", "z"]);
	});
	test("offsets survive any escaping", () => {
		fc.assert(
			fc.property(fc.string({ unit: "binary" }), s => {
				const line = JSON.stringify(s);
				for (let i = 0; i < s.length; i++) {
					const raw = rawOffset(line, 0, i);
					expect(JSON.parse(`"${line.slice(1, raw)}"`).length).toBe(i);
				}
			}),
		);
	});
});
