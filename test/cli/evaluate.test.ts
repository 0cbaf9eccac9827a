import { beforeAll, describe, expect, test } from "vitest";
import { lines, ndjson, toNdjson, useCli } from "./support";

const cli = useCli();
interface Row {
	readonly row: number;
	readonly id: string | null;
	readonly valid: boolean | null;
	readonly error_type: string | null;
	readonly error: string | null;
}
const evaluate = (...args: readonly string[]) => {
	const { status, stdout, stderr } = cli.run(["evaluate", ...args, "--ndjson"]);
	return { status, rows: ndjson<Row>(stdout), stderr };
};

const FERRY = {
	name: "ferry.times",
	description: "",
	parameters: { type: "dict", properties: { harbour: { type: "string" }, fare: { type: "float" } }, required: ["harbour"] },
};

describe("bfcl", () => {
	beforeAll(() => {
		cli.write(
			"q.json",
			toNdjson([{ id: "simple_python_0", question: [], function: [FERRY] }, { id: "irrelevance_0", question: [], function: [FERRY] }, { id: "multi_turn_base_0" }]),
		);
		// 2.0 must stay a float
		cli.write("a.json", '{"id": "simple_python_0", "ground_truth": [{"ferry.times": {"harbour": ["Kiel"], "fare": [2.0, ""]}}]}\n');
	});
	const run = (results: readonly object[], ...args: readonly string[]) => {
		cli.write("r.json", toNdjson(results));
		return evaluate("--benchmark", "bfcl", "r.json", "--data", "q.json", "--answers", "a.json", ...args);
	};

	test("verdicts in the order of the results, ids may repeat; category by id", () => {
		const { status, rows, stderr } = run([
			{ id: "simple_python_0", result: "[ferry.times(harbour='Kiel', fare=2)]" },
			{ id: "irrelevance_0", result: "No ferry fits." },
			{ id: "simple_python_0", result: "[ferry.times(harbour='Lübeck')]" },
			{ id: "simple_python_0", result: "Kiel, of course" },
			{ id: "multi_turn_base_0", result: [] },
		]);
		expect(status).toBe(0);
		expect(rows.map(r => [r.row, r.id, r.valid, r.error_type])).toEqual([
			[0, "simple_python_0", true, null],
			[1, "irrelevance_0", true, null],
			[2, "simple_python_0", false, "value_error:string"],
			[3, "simple_python_0", false, "ast_decoder:decoder_failed"],
			[4, "multi_turn_base_0", null, "needs-environment"],
		]);
		expect(rows[2]?.error).toContain("harbour");
		expect(rows[4]?.error).toContain("the state of BFCL's API objects after each turn");
		expect(stderr).toContain("valid: 2 of 4 (50.00 %) · not decided: 1");
		expect(stderr).toContain("1 not decided: multi-turn is decided by the state");
	});

	test("function calls with underscores for dots", () => {
		const result = [{ ferry_times: '{"harbour": "Kiel"}' }];
		const results = [
			{ id: "simple_python_0", result },
			{ id: "simple_python_0", result: "I would rather not." },
		];
		expect(run(results, "--mode", "fc", "--underscore-to-dot").rows.map(r => r.error_type)).toEqual([null, "ast_decoder:decoder_failed"]);
		expect(run(results, "--mode", "fc").rows[0]?.error_type).toBe("simple_function_checker:wrong_func_name");
	});

	test("a result whose question is not there has no verdict, and the status says so", () => {
		const { status, rows, stderr } = run([{ id: "simple_python_9", result: "[]" }]);
		expect([status, rows[0]?.valid, rows[0]?.error_type]).toEqual([2, null, "no-question"]);
		expect(stderr).toContain("q.json: no question has the id simple_python_9");
	});

	test("for a person: how many of each kind", () => {
		run([{ id: "irrelevance_0", result: "None." }]);
		const { stdout } = cli.run(["evaluate", "--benchmark", "bfcl", "r.json", "--data", "q.json"]);
		expect(lines(stdout).map(l => l.trim())).toEqual(["results  error type", "1  valid"]);
	});
});

test("acebench: normal categories are decided, special ones are not", () => {
	const doc = { name: "tides", parameters: { type: "dict", properties: { port: { type: "string" } }, required: ["port"] } };
	cli.write(
		"ace.json",
		toNdjson([
			{ id: "normal_atom_bool_0", function: [doc] },
			{ id: "special_incomplete_0", function: [doc] },
		]),
	);
	cli.write(
		"ace-answers.json",
		toNdjson([
			{ id: "normal_atom_bool_0", ground_truth: { tides: { port: "Husum" } } },
			{ id: "special_incomplete_0", ground_truth: { tides: ["port"] } },
		]),
	);
	cli.write(
		"ace-results.json",
		toNdjson([
			{ id: "normal_atom_bool_0", result: "[tides(port='Husum, Germany')]" },
			{ id: "normal_atom_bool_0", result: "[tides()]" },
			{ id: "special_incomplete_0", result: "Which port?" },
		]),
	);
	const { rows } = evaluate("--benchmark", "acebench", "ace-results.json", "--data", "ace.json", "--answers", "ace-answers.json");
	expect(rows.map(r => [r.valid, r.error_type])).toEqual([
		[true, null],
		[false, "wrong_param"],
		[null, "needs-environment"],
	]);
	expect(rows[2]?.error).toContain("ACEBench's simulated user");
});

test("tau2: the product of the parts; the tasks may stand in a file of their own", () => {
	const task = { id: "7", user_scenario: {}, evaluation_criteria: { actions: [{ requestor: "assistant", name: "cancel", arguments: { order: "#1" } }], communicate_info: ["12"] } };
	const simulation = (trial: number, order: string, breakdown: object) => ({
		id: `s${trial}`,
		task_id: "7",
		trial,
		termination_reason: "user_stop",
		reward_info: { reward: 0, reward_basis: ["DB", "ACTION"], reward_breakdown: breakdown },
		messages: [
			{ role: "user", content: "Cancel #1." },
			{ role: "assistant", content: null, tool_calls: [{ id: "c", name: "cancel", arguments: { order }, requestor: "assistant" }] },
		],
	});
	cli.write("tasks.json", JSON.stringify([task]));
	cli.write(
		"sims.json",
		JSON.stringify({
			info: { environment_info: { domain_name: "shop", policy: "", tool_defs: null } },
			tasks: [],
			simulations: [simulation(0, "#1", { DB: 1 }), simulation(1, "#2", { DB: 1 }), simulation(2, "#1", {})],
		}),
	);
	const { rows } = evaluate("--benchmark", "tau2", "sims.json", "--data", "tasks.json");
	expect(rows.map(r => [r.id, r.valid, r.error_type])).toEqual([
		["s0", true, null],
		["s1", false, "ACTION"],
		["s2", null, "needs-environment"],
	]);
});

test("toucan: the wanted tools, in their order", () => {
	const row = (uuid: string, ...names: readonly string[]) => ({
		uuid,
		target_tools: "find, book",
		available_tools: "[]",
		messages: JSON.stringify([{ role: "user", content: "Go." }, ...names.map(n => ({ role: "assistant", content: "", function_call: { name: `shop-${n}`, arguments: "{}" } }))]),
	});
	cli.write("toucan.jsonl", toNdjson([row("a", "find", "book"), row("b", "book", "find"), row("c", "find")]));
	const { rows } = evaluate("--benchmark", "toucan", "toucan.jsonl", "--data", "toucan.jsonl");
	expect(rows.map(r => [r.id, r.valid, r.error_type])).toEqual([
		["a", true, null],
		["b", false, "order"],
		["c", false, "tools"],
	]);
});

test("an unknown benchmark is named with those there are", () => {
	const { status, stderr } = cli.run(["evaluate", "--benchmark", "bfkl", "x", "--data", "y"]);
	expect([status, stderr]).toEqual([2, "reward-inspector: There is no benchmark bfkl. Did you mean bfcl?\n"]);
});
