import { describe, expect, test } from "vitest";
import { COMMANDS } from "../../src/cli/registry";
import { CLI_WORDS } from "../../src/words/cli";
import { ROLLOUTS } from "./rollouts";
import { lines, useCli } from "./support";

const cli = useCli();

describe("every command", () => {
	test.each(COMMANDS.map(c => [c.name, c] as const))("%s has its words", (_, command) => {
		expect(CLI_WORDS).toHaveProperty([`command:${command.name}`]);
		for (const flag of command.flags) expect(CLI_WORDS).toHaveProperty([`option:${flag.name}`]);
	});

	test.each(COMMANDS.map(c => [c.name]))("%s --help names its options in both languages", name => {
		const en = cli.run([name, "--help"]);
		const zh = cli.run([name, "--help"], { env: { LANG: "zh_CN.UTF-8" } });
		expect([en.status, en.stderr, zh.status, zh.stderr]).toEqual([0, "", 0, ""]);
		expect(en.stdout).toContain("Options of every command:");
		expect(zh.stdout).toContain("通用选项：");
		for (const flag of COMMANDS.find(c => c.name === name)?.flags ?? [])
			for (const help of [en.stdout, zh.stdout]) expect(help).toContain(`--${flag.name.replace(/[A-Z]/g, c => `-${c.toLowerCase()}`)}`);
	});

	test("ids are unique", () => expect(new Set(COMMANDS.map(c => c.name)).size).toBe(COMMANDS.length));
});

describe("words", () => {
	const holes = (text: string): readonly string[] => [...text.matchAll(/\{\w+\}/g)].map(m => m[0]).sort();
	test.each(Object.entries(CLI_WORDS))("%s says the same in both languages", (_, phrase) => {
		expect(phrase.en.trim()).not.toBe("");
		expect(phrase.zh.trim()).not.toBe("");
		expect(holes(phrase.zh)).toEqual(holes(phrase.en));
	});
});

/** Arguments, what standard error must hold, and the status. `ok.jsonl` is a good file. */
const REFUSED: readonly (readonly [string, readonly string[], string])[] = [
	["an unknown option", ["score", "--bogus", "ok.jsonl"], "There is no option --bogus."],
	["an option nearly right", ["score", "--rewrad", "x", "ok.jsonl"], "Did you mean --reward?"],
	["an unknown command", ["scor", "ok.jsonl"], "There is no command scor. Did you mean score?"],
	["no file", ["score"], "Name at least one file."],
	["two files for one", ["credit", "--row", "0", "ok.jsonl", "ok.jsonl"], "Too many arguments."],
	["a row that is no number", ["credit", "--row", "x", "ok.jsonl"], "--row <N> does not take “x”, but ≥ 0."],
	["a language there is not", ["formats", "--locale", "fr", "ok.jsonl"], "does not take “fr”, but en, zh-cn."],
	["an option without its value", ["groups", "ok.jsonl", "--estimator"], "needs a value."],
	["no row", ["credit", "ok.jsonl"], "--row N is needed"],
	["a row beyond the end", ["credit", "--row", "6", "ok.jsonl"], "There is no rollout 6; the file has 6."],
	["an unknown reward", ["score", "--reward", "layerd", "ok.jsonl"], "There is no reward layerd. Known: layered"],
	["an unknown estimator", ["groups", "--estimator", "grop", "ok.jsonl"], "There is no estimator grop. Known: grpo"],
	["an unknown preset", ["groups", "--preset", "verl_", "ok.jsonl"], "The estimator has no preset verl_."],
	["an unknown format", ["score", "--format", "vrl", "ok.jsonl"], "There is no format vrl. Known: verl"],
	["an unknown syntax", ["calls", "--syntax", "hermse"], "There is no tool-call syntax hermse. Known: hermes"],
	["an estimator to compare that there is not", ["credit", "--row", "0", "--compare", "grpo,nope", "ok.jsonl"], "There is no estimator nope."],
	["a file that is not there", ["score", "nope.jsonl"], "nope.jsonl: no such file"],
	["a pattern that names nothing", ["groups", "*.nothing"], "*.nothing: no such file"],
	["a folder", ["score", "."], "folder"],
	["an empty file", ["score", "empty.jsonl"], "empty.jsonl"],
	["a Git LFS pointer", ["groups", "lfs.jsonl"], "git lfs pull"],
	["a binary file", ["score", "--ndjson", "binary.jsonl"], "binary"],
	["a metrics log", ["score", "metrics.jsonl"], "metrics.jsonl holds no rollouts"],
	["tools that are none", ["score", "--tools", "metrics.jsonl", "ok.jsonl"], "metrics.jsonl: names no tool"],
	["answers that are none", ["score", "--reference", "metrics.jsonl", "ok.jsonl"], "metrics.jsonl: holds no right answer"],
	["a recipe that is not JSON", ["score", "--recipe", "ok.jsonl", "ok.jsonl"], "ok.jsonl:2:1"],
	["tools that are not JSON", ["calls", "--tools", "torn.json"], "torn.json:2:1: not JSON"],
	["tools with a broken line", ["calls", "--tools", "torn.jsonl"], "torn.jsonl:2:9: not JSON"],
];

describe("refusals: one sentence on standard error, status 2", () => {
	test.each(REFUSED)("%s", (_, args, said) => {
		cli.write("ok.jsonl", ROLLOUTS);
		cli.write("empty.jsonl", "");
		cli.write("lfs.jsonl", "version https://git-lfs.github.com/spec/v1\noid sha256:00ff\nsize 12\n");
		cli.write(
			"binary.jsonl",
			Uint8Array.from({ length: 600 }, (_x, i) => i % 7),
		);
		cli.write("metrics.jsonl", '{"loss": 1.5, "lr": 0.1}\n{"loss": 1.4, "lr": 0.1}\n');
		cli.write("torn.jsonl", '{"name": "f"}\n{"name":\n');
		cli.write("torn.json", '{"name": \n');
		const { status, stdout, stderr } = cli.run(args);
		expect(stderr).toContain(said);
		expect(stderr).not.toMatch(/\bat .*\.js:\d+|internal|undefined/);
		expect(lines(stderr).length).toBeLessThanOrEqual(2);
		for (const line of lines(stderr)) expect(line).toMatch(/^reward-inspector: /);
		expect(stdout).toBe("");
		expect(status).toBe(2);
	});

	test("in Chinese too", () => {
		cli.write("ok.jsonl", ROLLOUTS);
		expect(cli.run(["--locale", "zh-cn", "score", "--reward", "x", "ok.jsonl"]).stderr).toContain("没有奖励 x");
		expect(cli.run(["scor", "ok.jsonl", "--locale=zh-cn"]).stderr).toContain("没有命令 scor。 是否想用 score？");
	});
});

describe("a good end", () => {
	test("version and help", () => {
		expect(cli.run(["--version"])).toMatchObject({ status: 0, stderr: "", stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/) });
		const help = cli.run([]);
		expect(help.status).toBe(0);
		for (const c of COMMANDS) expect(help.stdout).toContain(`\n  ${c.name} `);
	});

	test("a reader that has seen enough ends it quietly", async () => {
		cli.write("many.jsonl", ROLLOUTS.repeat(400));
		const child = cli.start(["score", "--ndjson", "many.jsonl"]);
		let said = "";
		child.stderr?.on("data", chunk => {
			said += String(chunk);
		});
		const ended = new Promise<number | null>(done => child.on("close", done));
		await Promise.race([new Promise(done => child.stdout?.once("data", done)), ended]);
		child.stdout?.destroy();
		expect([await ended, said]).toEqual([0, ""]);
	});

	test("answers come as rows do; Ctrl+C ends it with 130", async () => {
		const child = cli.start(["calls", "--ndjson"]);
		const ended = new Promise<number | null>(done => child.on("close", done));
		const answered = new Promise<string>(done => child.stdout?.once("data", chunk => done(String(chunk))));
		child.stdin?.write('{"text": "x"}\n');
		expect(JSON.parse(await answered)).toMatchObject({ content: "x" });
		child.kill("SIGINT");
		expect(await ended).toBe(130);
	});
});
