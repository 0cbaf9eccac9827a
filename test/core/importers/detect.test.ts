import { describe, expect, test } from "vitest";
import type { JsonValue } from "../../../src/core/base/units";
import { detect } from "../../../src/core/importers/detect";
import { importerById } from "../../../src/core/importers/registry";
import { signalsOf } from "../../../src/core/importers/signals";
import { LOOKS_LIKE_WORDS, REFUSAL_WORDS } from "../../../src/words/formats";
import { codes, readOne } from "./support/read";

const sample = (records: readonly JsonValue[], head = "x"): Parameters<typeof detect>[0] => ({ name: "a.jsonl", folders: [], head, records, container: "jsonl" });

describe("refusals, each with what it looks like", () => {
	test.each<[string, readonly JsonValue[], string, string, readonly string[]]>([
		["nothing", [], " \n", "empty", []],
		["an LFS pointer", [], "version https://git-lfs.github.com/spec/v1\noid sha256:0", "git-lfs", []],
		["bytes", [], "PK\u0000\u0001", "binary", []],
		["prose", [], "Dear all,", "not-json", []],
		["placeholders", [], "<PLACEHOLDER ROW>\n<PLACEHOLDER ROW>", "placeholder-rows", []],
		["verl's metrics", [{ step: 1, data: { loss: 0.1 } }], "x", "not-rollouts", ["verl-metrics"]],
		["a trainer state", [{ global_step: 1, log_history: [] }], "x", "not-rollouts", ["trainer-state"]],
		["a verifiers metadata file", [{ env: "x", num_examples: 1, rollouts_per_example: 2 }], "x", "not-rollouts", ["verifiers-metadata"]],
		["aggregated metrics", [{ "eval/all/avg_score": 0.5 }], "x", "not-rollouts", ["aggregated-metrics"]],
		["tool schemas", [{ name: "f", description: "d", parameters: {} }], "x", "not-rollouts", ["tool-schemas"]],
		["an agent's session log", [{ uuid: "u", parentUuid: null, sessionId: "s", type: "user", message: { role: "user" } }], "x", "not-rollouts", ["session-log"]],
		["bare values", [1, "a"], "x", "not-rollouts", ["bare-values"]],
		["numbers only", [{ step: 1, "env/reward": 0.5, entropy: 0.8 }], "x", "metrics", []],
		["numbers beside a run's name and a time", [{ step: 1, loss: 0.5, run: "a", created_at: "2025-01-01", timestamp: "1" }], "x", "metrics", []],
		["short texts under unusual names", [{ q: "2+2?", a: "5", r: 0, g: 0 }], "x", "no-text", []],
		["a text and no number", [{ q: "2+2?" }], "x", "no-text", []],
		["no model's text", [{ id: 1, question_text: "a".repeat(80) }], "x", "no-text", []],
	])("%s", (_, records, head, code, looksLike) => {
		const found = detect(sample(records, head));
		expect(found).toMatchObject({ ok: false, code, looksLike });
		expect(REFUSAL_WORDS).toHaveProperty([code]);
		for (const l of looksLike) expect(LOOKS_LIKE_WORDS).toHaveProperty([l]);
	});
});

test("weaker readings are named beside the winner", () => {
	const found = detect(sample([{ input: "q", output: "a", score: 1, step: 1 }]));
	expect(found.ok && [found.importer.id, found.others]).toEqual(["verl", [{ format: "generic-text", confidence: 0.5 }]]);
});

test("one list in one document is its elements", () => {
	const found = detect(sample([[{ query: "q", answers: "[]", tools: "[]" }]]));
	expect(found.ok && found.importer.id).toBe("xlam");
});

describe("generic text", () => {
	test("usual names", () => {
		const r = readOne({ prompt: "High tide?", response: "14:20", score: 1, group_id: "g", global_step: 3, id: 9, answer: "14:20", tone: 0.5 });
		expect([r.text, r.group, r.step, r.id, r.reference?.answer, r.recorded]).toEqual([
			"High tide?14:20",
			"g",
			3,
			"9",
			"14:20",
			{ reward: 1, components: { tone: 0.5 }, advantage: Number.NaN },
		]);
	});

	test("any shape with a mapping, in dotted paths", () => {
		const record = { run: { q: "High tide?", out: [{ say: "14:20" }], n: 4 }, ev: { grade: 0.25, gold: '[{"name": "tide", "arguments": {}}]' }, defs: [{ name: "tide" }], k: "K" };
		const r = readOne(record, {
			format: "generic-text",
			keys: { prompt: "run.q", response: "run.out.0.say", reward: "ev.grade", reference: "ev.gold", tools: "defs", group: "k", step: "run.n" },
		});
		expect([r.text, r.group, r.step, r.recorded.reward, r.reference?.calls, r.tools?.[0]?.name]).toEqual([
			"High tide?14:20",
			"K",
			4,
			0.25,
			[[{ name: "tide", arguments: {} }]],
			"tide",
		]);
		expect(r.pieces.map(p => p.path)).toEqual([
			["run", "q"],
			["run", "out", 0, "say"],
		]);
	});

	test("a mapping may point at messages", () => {
		const r = readOne(
			{ before: [{ role: "user", content: "q" }], after: [{ role: "assistant", content: "a" }] },
			{ format: "generic-text", keys: { prompt: "before", response: "after" } },
		);
		expect(r.turns.map(t => [t.role, t.trained])).toEqual([
			["user", false],
			["assistant", true],
		]);
	});

	test("a mapped key that is not there is said", () => {
		const reading = importerById("generic-text")?.read({ a: 1 }, { subtype: "generic-text", name: "x", keys: { response: "b.c" } });
		expect(reading && [reading.rollouts.length, codes(reading), reading.findings[0]?.data]).toEqual([0, ["no-text"], { keys: "b.c" }]);
	});
});

test("signals: what one rollout has the file has; the rest is missing with its code", () => {
	const verl = readOne({ input: "user\nq\nassistant\n", output: "a", score: 1, step: 1, acc: 1 });
	const { has, missing } = signalsOf([verl]);
	expect(has).toEqual({
		messages: false,
		tokens: false,
		logprobs: false,
		lossMask: false,
		advantages: false,
		values: false,
		reward: true,
		components: true,
		reference: false,
		tools: false,
	});
	expect(missing.map(m => m.disables)).toEqual([
		"without-messages",
		"without-tokens",
		"without-logprobs",
		"without-lossMask",
		"without-advantages",
		"without-reference",
		"without-tools",
	]);
	const chat = readOne({
		messages: [
			{ role: "user", content: "q" },
			{ role: "assistant", content: "a" },
		],
		tools: [{ name: "f" }],
	});
	expect([signalsOf([chat]).has.messages, signalsOf([chat]).has.tools, signalsOf([verl, chat]).missing.length]).toEqual([true, true, 5]);
});
