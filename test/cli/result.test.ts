import { expect, test } from "vitest";
import { ndjson, toNdjson, useCli } from "./support";

const cli = useCli();
const row = (content: string, status: string) => ({
	messages: [
		{ role: "user", content: "Where is my order?" },
		{ role: "assistant", content },
	],
	status,
});
const FILE = toNdjson([row("Your order #42 has shipped.", "shipped"), row("Lost, sorry.", "shipped")]);

interface Answer {
	readonly layers: {
		readonly result: {
			readonly score: number | null;
			readonly parts: readonly { readonly id: string; readonly expected: string; readonly actual: string; readonly span: [number, number] | null }[];
		};
	};
}

test("score judges the result by the recipe's rule, and says what was expected and what was there", () => {
	const file = cli.write("a.jsonl", FILE);
	cli.write("a.reward.json", '{"result": {"id": "regex", "options": {"pattern": "order #\\\\d+"}}, "reward": {"id": "layered", "options": {"gate": 0}}}');
	const [first, second] = ndjson<Answer>(cli.run(["score", "--ndjson", file]).stdout).map(a => a.layers.result);
	expect([first?.score, second?.score]).toEqual([1, 0]);
	expect(first?.parts).toMatchObject([{ id: "rule-pattern", expected: "order #\\d+", actual: "order #42" }]);
	expect(first?.parts[0]?.span).toHaveLength(2);
	expect(cli.run(["score", file]).stdout).toContain("The recipe's pattern order #\\d+ is not found in Lost, sorry.");
});

test("a rule may look at the record", () => {
	const file = cli.write("b.jsonl", FILE);
	cli.write(
		"b.reward.json",
		'{"result": {"id": "json-path", "options": {"path": "$.messages[-1].role", "on": "record", "equals": "assistant"}}, "reward": {"id": "layered", "options": {"gate": 0}}}',
	);
	expect(ndjson<Answer>(cli.run(["score", "--ndjson", file]).stdout).map(a => a.layers.result.parts[0])).toMatchObject([
		{ id: "rule-equal", actual: "assistant", span: null },
		{ id: "rule-equal", actual: "assistant", span: null },
	]);
});

test("a rule that cannot be used is refused with its place", () => {
	const file = cli.write("c.jsonl", FILE);
	cli.write("c.reward.json", '{"result": {"id": "regex",\n"options": {"pattern": "(?<=a)b"}}}');
	const { status, stderr } = cli.run(["score", file]);
	expect([status, stderr]).toEqual([2, expect.stringContaining('c.reward.json:2:25 cannot be read: result.options.pattern cannot be used from "(?<=a)b" on')]);
});
