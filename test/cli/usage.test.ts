import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { describe, expect, test } from "vitest";
import { COMMANDS } from "../../src/cli/registry";
import { ESTIMATORS } from "../../src/core/estimators/registry";
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
	["an unknown reward", ["score", "--reward", "layerd", "ok.jsonl"], "There is no reward layerd. Did you mean layered?"],
	["an unknown estimator", ["groups", "--estimator", "grop", "ok.jsonl"], "There is no estimator grop. Did you mean grpo?"],
	["an unknown preset", ["groups", "--preset", "verl_", "ok.jsonl"], "The estimator has no preset verl_."],
	["an unknown format", ["score", "--format", "vrl", "ok.jsonl"], "There is no format vrl. Did you mean verl"],
	["an unknown syntax", ["calls", "--syntax", "hermse"], "There is no tool-call syntax hermse. Did you mean hermes?"],
	["an estimator to compare that there is not", ["credit", "--row", "0", "--compare", "grpo,nope", "ok.jsonl"], "There is no estimator nope. Did you mean opo?"],
	["an estimator like none", ["groups", "--estimator", "quux", "ok.jsonl"], `There is no estimator quux. Known: ${ESTIMATORS.map(e => e.id).join(", ")}`],
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

describe("pipes, devices and ports", () => {
	const shell = (script: string) =>
		spawnSync("bash", ["--norc", "--noprofile", "-c", script, "ri", process.execPath, cli.path("cli.js")], {
			cwd: cli.path("."),
			encoding: "utf8",
			env: { PATH: process.env.PATH ?? "", LANG: "C.UTF-8" },
		});

	test("a pipe is read once, whole, also as a file beside", () => {
		const piped = shell('"$1" "$2" groups --json <(cat ok.jsonl)');
		const plain = JSON.parse(cli.run(["groups", "--json", "ok.jsonl"]).stdout) as { file: string }[];
		expect([piped.status, piped.stderr]).toEqual([0, ""]);
		expect((JSON.parse(piped.stdout) as { file: string }[]).map(g => ({ ...g, file: "ok.jsonl" }))).toEqual(plain);
		cli.write("tools.json", JSON.stringify([{ type: "function", function: { name: "f", parameters: { type: "object", properties: {} } } }]));
		expect(shell('"$1" "$2" score --ndjson --tools <(cat tools.json) ok.jsonl').stdout).toBe(cli.run(["score", "--ndjson", "--tools", "tools.json", "ok.jsonl"]).stdout);
		expect(shell('"$1" "$2" groups --run <(cat ok.jsonl)').stderr).toContain("This is a pipe or a device");
	});

	test("a folder without files is no run, and said so", () => {
		mkdirSync(cli.path("bare"), { recursive: true });
		const ran = cli.run(["groups", "--run", "bare"]);
		expect([ran.status, ran.stderr]).toEqual([2, "reward-inspector: bare holds no file with rollouts; 0 were looked at.\n"]);
	});

	test("a full disk behind standard output is told", () => {
		const full = shell('"$1" "$2" score --ndjson ok.jsonl > /dev/full');
		expect([full.status, full.stderr]).toEqual([2, "reward-inspector: standard output cannot be written: no space is left\n"]);
		expect(shell('"$1" "$2" score --ndjson ok.jsonl | true').stderr).toBe("");
	});

	test("a port that there is not, and one that is taken", async () => {
		expect(cli.run(["simulate", "--port", "99999", "ok.jsonl"]).stderr).toContain("--port <N> does not take “99999”, but 0 – 65535.");
		const server = createServer().listen(0, "127.0.0.1");
		await once(server, "listening");
		const { port } = server.address() as AddressInfo;
		const child = cli.start(["simulate", "--port", String(port), "ok.jsonl"]);
		let said = "";
		child.stderr?.on("data", part => {
			said += String(part);
		});
		const [status] = await once(child, "close");
		server.close();
		expect([status, said]).toEqual([2, `reward-inspector: Port ${port} is taken by another program: name another, or 0 for any.\n`]);
	});
});
