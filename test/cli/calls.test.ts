import { describe, expect, test } from "vitest";
import { lines, ndjson, toNdjson, useCli } from "./support";

const cli = useCli();
const TOOLS = [{ type: "function", function: { name: "find_train", parameters: { type: "object", properties: { to: { type: "string" } } } } }];
const CALL = '<tool_call>\n{"name": "find_train", "arguments": {"to": "林茨", "id": 12345678901234567890}}\n</tool_call>';
const BROKEN = '好的。\n<tool_call>\n{"name": "find_train" "arguments": {}}\n</tool_call>';

interface Answer {
	readonly id: unknown;
	readonly syntax: string | null;
	readonly calls: readonly { readonly name: string; readonly arguments: unknown; readonly span: readonly [number, number] }[];
	readonly content: string;
	readonly reasoning: string | null;
	readonly problems: readonly { readonly code: string; readonly message: string; readonly span: readonly [number, number] }[];
	readonly recovered: readonly unknown[];
}
const ask = (rows: readonly unknown[], args: readonly string[] = []) => cli.run(["calls", "--ndjson", ...args], { input: toNdjson(rows) });
const answers = (rows: readonly unknown[], args: readonly string[] = []): readonly Answer[] => ndjson<Answer>(ask(rows, args).stdout);

describe("calls of model texts", () => {
	test("a call, its place, what is around it", () => {
		const text = `<think>\nhm\n</think>\n${CALL}\nDone.`;
		const [a] = answers([{ id: 7, text, tools: TOOLS }]);
		expect(a).toMatchObject({ id: 7, syntax: "hermes", problems: [], recovered: [] });
		expect(a?.calls.map(c => c.name)).toEqual(["find_train"]);
		expect(a?.reasoning).toContain("hm");
		expect(a?.content).toContain("Done.");
		const [from, to] = a?.calls[0]?.span ?? [0, 0];
		expect(JSON.parse(text.slice(from, to))).toMatchObject({ name: "find_train" });
	});

	test("digits beyond 2^53 are kept", () => {
		expect(ask([{ text: CALL }]).stdout).toContain('"id":12345678901234567890');
	});

	test("a broken call yields nothing, and the problem its exact place", () => {
		const [a] = answers([{ text: BROKEN }]);
		expect(a?.calls).toEqual([]);
		const problem = a?.problems.find(p => p.code === "bad-json");
		expect(problem?.span[0]).toBe(BROKEN.indexOf('"arguments"'));
	});

	test("a name outside the tools is kept and told", () => {
		const [own, named] = answers([{ text: CALL, tools: [{ name: "other" }] }, { text: CALL }]);
		expect([own?.calls.length, own?.problems.map(p => p.code)]).toEqual([1, ["unknown-tool"]]);
		expect(named?.problems).toEqual([]);
	});

	test("--tools stands in for rows that name none", () => {
		cli.write("tools.json", JSON.stringify([{ name: "other" }]));
		const [a, b] = answers([{ text: CALL }, { text: CALL, tools: TOOLS }], ["--tools", "tools.json"]);
		expect([a?.problems.map(p => p.code), b?.problems]).toEqual([["unknown-tool"], []]);
	});

	test.each(["hermes", "qwen25", "auto", null])("syntax %j", syntax => {
		expect(answers([{ text: CALL, syntax }])[0]).toMatchObject({ syntax: "hermes", calls: [{ name: "find_train" }] });
	});

	test("rows that cannot be answered are told with line and column; the others are answered", () => {
		const { status, stdout, stderr } = cli.run(["calls", "--ndjson"], {
			input: `{"text": "a"}\n\n{"text": 1}\nnope\r\n[1]\n{"syntax": "hermse", "text": "b"}\n{"id": 2, "text": "c\u2028d"}`,
		});
		expect(ndjson<Answer>(stdout).map(a => a.content)).toEqual(["a", "c\u2028d"]);
		expect(lines(stderr).map(l => l.split(": ")[1])).toEqual(["standard input:3:10", "standard input:4:1", "standard input:5:1", "standard input:6:12"]);
		expect(status).toBe(2);
	});

	test("nothing at all is no answer", () => {
		expect(cli.run(["calls", "--json"])).toEqual({ status: 2, stdout: "[]\n", stderr: "reward-inspector: standard input: no rows\n" });
	});

	test("--json is one document, from a file", () => {
		cli.write("texts.ndjson", toNdjson([{ text: "a" }, { text: CALL }]));
		const { status, stdout } = cli.run(["calls", "--json", "texts.ndjson"]);
		expect(status).toBe(0);
		expect((JSON.parse(stdout) as readonly Answer[]).map(a => a.calls.length)).toEqual([0, 1]);
	});

	test("--text reads the input as it is", () => {
		expect(ndjson<Answer>(cli.run(["calls", "--text", "--ndjson"], { input: CALL }).stdout)[0]?.calls).toHaveLength(1);
	});

	test("--list names what people serve with", () => {
		const listed = ndjson<{ id: string; aliases: readonly string[] }>(cli.run(["calls", "--list", "--ndjson"]).stdout);
		expect(listed.find(s => s.id === "hermes")?.aliases).toContain("qwen25");
		expect(cli.run(["calls", "--list"]).stdout).toContain("hermes");
	});
});

describe("a card for a person", () => {
	const input = toNdjson([
		{ id: "right", text: CALL, tools: TOOLS },
		{ id: "broken", text: BROKEN },
		{ id: "\u001b[2J", text: "no call here \u001b[31m" },
	]);

	test.each([
		["en", "60"],
		["zh-cn", "100"],
	])("%s at %s columns", async (locale, columns) => {
		const { status, stdout } = cli.run(["calls", "--locale", locale], { input, env: { COLUMNS: columns } });
		expect(status).toBe(0);
		expect(stdout).not.toContain("\u001b");
		await expect(stdout).toMatchFileSnapshot(`golden/calls-${locale}-${columns}.txt`);
	});
});
