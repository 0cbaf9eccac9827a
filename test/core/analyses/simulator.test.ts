import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { fidelity } from "../../../src/core/analyses/fidelity";
import { mersenneTwister } from "../../../src/core/analyses/mersenneTwister";
import { errorIn, gate, LIKENESS, recordingOf, type SimulatorSetup, simulate, stripAnswer } from "../../../src/core/analyses/simulator";
import { conforming } from "../../../src/core/analyses/template";
import { compileSchema } from "../../../src/core/base/schema";
import type { JsonObject } from "../../../src/core/base/units";
import { golden } from "../../support/golden";

interface Input {
	readonly name: string;
	readonly definition: { readonly function: { readonly name: string; readonly parameters: JsonObject } } | null;
	readonly arguments: JsonObject;
	readonly text?: string;
}

describe("gates and stripping as in the published simulator", () => {
	test.each(golden<Input, { readonly error?: string | null; readonly observation?: string }>("27_sgls").cases)("$id", ({ input, expected }) => {
		if (input.text !== undefined) expect(stripAnswer(input.text)).toBe(expected.observation);
		else expect(gate(input, input.definition && { parameters: input.definition.function.parameters })).toBe(expected.error);
	});
});

const call = (name: string, args: JsonObject) => ({ name, arguments: args });
const setup = (rest: Partial<SimulatorSetup> = {}): SimulatorSetup => ({ tools: null, outputs: new Map(), recording: recordingOf([]), mode: "auto", ...rest });
const BOOK = { customer: { name: "Li", city: "Oslo", tier: "gold", since: 2019, tags: ["a", "b"] }, amount: 12, currency: "NOK" };

describe("replay", () => {
	const recording = recordingOf([
		{ call: call("weather", { city: "Oslo", unit: "C" }), observation: '{"temp": 3}' },
		{ call: call("charge", { ...BOOK, note: "first" }), observation: '{"receipt": "R-1"}' },
	]);

	test("the same call, whatever the order of its keys", () => {
		expect(simulate(setup({ recording }), call("weather", { unit: "C", city: "Oslo" }))).toMatchObject({ observation: '{"temp": 3}', origin: "replay", likeness: 1 });
	});

	test("a call that is nearly the same", () => {
		const near = simulate(setup({ recording }), call("charge", { ...BOOK, note: "second" }));
		expect(near).toMatchObject({ observation: '{"receipt": "R-1"}', origin: "nearest" });
		expect(near.likeness).toBeGreaterThanOrEqual(LIKENESS);
	});

	test("a call that is not alike is not answered by another one's answer", () => {
		expect(simulate(setup({ recording, mode: "replay" }), call("weather", { city: "Rome" }))).toMatchObject({ error: expect.stringContaining("no recorded answer") });
		expect(simulate(setup({ recording }), call("weather", { city: "Rome" }))).toMatchObject({ origin: "shape", error: null });
	});
});

describe("template", () => {
	const outputs = new Map<string, JsonObject>([
		["get", { type: "object", required: ["id", "total"], properties: { id: { type: "string" }, total: { type: "number", minimum: 1, maximum: 9 } } }],
	]);

	test("equal calls have equal answers, others have others; arguments come back under their names", () => {
		const [a, b, c] = [{ id: "x1" }, { id: "x1" }, { id: "x2" }].map(args => simulate(setup({ outputs }), call("get", args)).observation);
		expect(a).toBe(b);
		expect(a).not.toBe(c);
		expect(JSON.parse(a as string)).toMatchObject({ id: "x1" });
	});

	test("what the session wrote is read again, and a read before it is not repeated after it", () => {
		const read = call("get", { id: "x1" });
		const first = simulate(setup({ outputs }), read);
		const again = simulate(setup({ outputs }), read, [{ call: read, observation: "seen before" }]);
		expect(again).toMatchObject({ origin: "session", observation: "seen before" });
		const write = { call: call("update", { id: "x1", total: 7 }), observation: "ok" };
		const after = simulate(setup({ outputs }), read, [{ call: read, observation: first.observation }, write]);
		expect(JSON.parse(after.observation)).toEqual({ id: "x1", total: 7 });
	});

	test("nothing known about the tool's answers: it says no more than what was asked", () => {
		expect(simulate(setup(), call("ping", { host: "a" }))).toMatchObject({ origin: "echo", observation: '{"status":"ok","tool":"ping","host":"a"}' });
	});
});

const leaf: fc.Arbitrary<JsonObject> = fc.oneof(
	fc.constant<JsonObject>({ type: "boolean" }),
	fc.constant<JsonObject>({ enum: ["a", 2, null] }),
	fc.record({ type: fc.constant("integer"), minimum: fc.integer({ min: -5, max: 5 }), maximum: fc.integer({ min: 6, max: 20 }) }),
	fc.record({ type: fc.constant("number"), exclusiveMinimum: fc.integer({ min: -5, max: 5 }), maximum: fc.integer({ min: 6, max: 20 }) }),
	fc.record({ type: fc.constant("integer"), minimum: fc.integer({ min: 1, max: 3 }), multipleOf: fc.integer({ min: 2, max: 5 }) }),
	fc.record({ type: fc.constant("string"), minLength: fc.integer({ min: 0, max: 30 }), maxLength: fc.integer({ min: 30, max: 40 }) }),
	fc.record({ type: fc.constant("string"), format: fc.constantFrom("date", "date-time", "email", "uri", "uuid") }),
);
const { schema } = fc.letrec<{ schema: JsonObject }>(tie => ({
	schema: fc.oneof(
		{ maxDepth: 3 },
		leaf,
		fc.record({ type: fc.constant("array"), items: tie("schema"), minItems: fc.integer({ min: 0, max: 2 }), maxItems: fc.integer({ min: 2, max: 4 }) }) as fc.Arbitrary<JsonObject>,
		fc
			.record({ properties: fc.dictionary(fc.constantFrom("a", "b", "id", "name"), tie("schema")), open: fc.boolean() })
			.map(({ properties, open }): JsonObject => ({ type: "object", properties: { ...properties }, required: Object.keys(properties), additionalProperties: open })),
		fc.record({ anyOf: fc.array(tie("schema"), { minLength: 1, maxLength: 3 }) }) as fc.Arbitrary<JsonObject>,
	),
}));

test("made values meet their schema", () => {
	fc.assert(
		fc.property(schema, fc.nat(), (s, seed) => {
			const value = conforming(s, mersenneTwister(seed), { id: "x", name: 3, a: true });
			expect(compileSchema(s)?.(value)).toEqual([]);
		}),
		{ numRuns: 300 },
	);
});

test("references, merged parts, examples and a schema without end", () => {
	const tree: JsonObject = {
		type: "object",
		required: ["value", "kind"],
		properties: {
			value: { allOf: [{ type: "integer" }, { minimum: 3, maximum: 3 }] },
			kind: { type: "string", examples: ["oak"] },
			next: { $ref: "#" },
			leaf: { $ref: "#/$defs/leaf" },
		},
		$defs: { leaf: { const: 1 } },
	};
	const value = conforming(tree, mersenneTwister(1));
	expect(value).toMatchObject({ value: 3, kind: "oak", leaf: 1, next: { value: 3 } });
	expect(compileSchema(tree)?.(value)).toEqual([]);
	expect(conforming({ $ref: "#/nowhere" }, mersenneTwister(1))).toEqual(expect.any(String));
});

test.each([
	['{"error": "no such city"}', "no such city"],
	['{"success": false, "message": "late"}', "late"],
	['{"error": null, "temp": 3}', null],
	["Error: timeout", "Error: timeout"],
	["The error rate is 3 %", null],
])("%s fails with %s", (text, expected) => expect(errorIn(text)).toBe(expected));

test("fidelity against what was recorded", () => {
	const exchanges = [
		{ call: call("get", { id: 1 }), observation: '{"id": 1, "name": "a"}' },
		{ call: call("get", { id: 1 }), observation: '{"id": 1, "name": "a"}' },
		{ call: call("get", { id: 2 }), observation: '{"error": "gone"}' },
	];
	const outputs = new Map<string, JsonObject>([["get", { type: "object", required: ["id"] }]]);
	const made = fidelity(exchanges, c => simulate(setup({ outputs, mode: "template" }), c), outputs);
	expect(made).toMatchObject({ calls: 3, conformance: 1, determinism: 1, errorGap: expect.closeTo(-1 / 3, 9) });
	// {id} against {id, name} twice, and against {error} once
	expect(made.keyJaccard).toBeCloseTo(1 / 3, 9);
	expect(fidelity(exchanges, c => simulate(setup({ recording: recordingOf(exchanges) }), c), new Map())).toMatchObject({ keyJaccard: 1, errorGap: 0, conformance: Number.NaN });
});
