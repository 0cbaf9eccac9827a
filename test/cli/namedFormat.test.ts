import { describe, expect, test } from "vitest";
import { ndjson, toNdjson, useCli } from "./support";

const cli = useCli();
const chat = {
	messages: [
		{ role: "user", content: "Tide?" },
		{ role: "assistant", content: "14:20" },
	],
	reward: 1,
};
const verl = { input: "user\nTide?\nassistant\n", output: "14:20", score: 1, step: 1 };
const REFUSED = "No record has the shape of BFCL, the format that was named";

describe("a format that was named and that no record has", () => {
	test.each(["groups", "check", "score", "formats", "export"])("%s refuses the file and says what it looks like", command => {
		const name = cli.write("chat.jsonl", toNdjson([chat, chat]));
		const { status, stderr, stdout } = cli.run([command, name, "--format", "bfcl"]);
		// formats is asked what a file is: a refusal is its answer
		expect([status, `${stderr}${stdout}`.replace(/\s+/g, " ")]).toEqual([command === "formats" ? 0 : 2, expect.stringContaining(`${REFUSED}; the file looks like Chat messages.`)]);
	});
	test("what looks like nothing is told by its keys", () => {
		const name = cli.write("odd.jsonl", toNdjson([{ q: 1, a: { b: 2 } }]));
		expect(cli.run(["check", name, "--format", "bfcl"]).stderr).toContain(`${REFUSED} (keys: q, a).`);
	});
	test("in a recipe and in Chinese", () => {
		cli.write("bfcl.json", JSON.stringify({ format: "bfcl" }));
		const name = cli.write("verl.jsonl", toNdjson([verl]));
		const { status, stderr } = cli.run(["check", name, "--recipe", "bfcl.json"], { env: { LANG: "zh_CN.UTF-8" } });
		expect([status, stderr]).toEqual([2, expect.stringContaining("没有记录符合所指定的格式 BFCL；该文件看起来是 verl。")]);
	});
});

describe("a format that was named and that the first records do not look like", () => {
	const late = toNdjson([{ note: "begin" }, { note: "still" }, { note: "soon" }, chat]);
	test("is read as it, and said", () => {
		const name = cli.write("late.jsonl", late);
		for (const args of [["groups"], ["score", "--ndjson"]]) {
			const { status, stderr } = cli.run([...args, name, "--format", "messages"]);
			expect([status, stderr]).toEqual([0, expect.stringContaining("The first records do not look like the format that was named; they are read as it all the same.")]);
		}
		expect(ndjson(cli.run(["score", "late.jsonl", "--ndjson", "--format", "messages"]).stdout)).toHaveLength(1);
	});
	test("a format that fits is not doubted", () => {
		expect(cli.run(["groups", cli.write("fits.jsonl", toNdjson([verl, verl])), "--format", "verl"]).stderr).toBe("");
	});
	test("keys of a recipe make any record one of generic text", () => {
		cli.write("keys.json", JSON.stringify({ format: "generic-text", keys: { prompt: "q", response: "a", reward: "r" } }));
		const name = cli.write("short.jsonl", toNdjson([{ q: "2+2?", a: "5", r: 0 }]));
		expect(ndjson(cli.run(["score", name, "--recipe", "keys.json", "--ndjson"]).stdout)).toMatchObject([{ recorded: { reward: 0 } }]);
	});
});
