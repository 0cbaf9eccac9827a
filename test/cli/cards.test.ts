import { beforeAll, describe, expect, test } from "vitest";
import { widthOf } from "../../src/cli/width";
import { ROLLOUTS } from "./rollouts";
import { useCli } from "./support";

const cli = useCli();
const FILE = "run.jsonl";
beforeAll(() => {
	cli.write(FILE, ROLLOUTS);
	cli.write("metrics.jsonl", '{"loss": 1.5, "lr": 0.1}\n');
});

const COMMANDS: Readonly<Record<string, readonly string[]>> = {
	formats: ["formats", FILE, "metrics.jsonl"],
	score: ["score", FILE],
	groups: ["groups", FILE],
	credit: ["credit", "--row", "1", FILE],
	locked: ["credit", "--row", "1", "--estimator", "slca", "--full", FILE],
	compare: ["credit", "--row", "1", "--compare", "grpo,slca", FILE],
};
const card = (name: string, env: Readonly<Record<string, string>>): string => {
	const { status, stdout, stderr } = cli.run(COMMANDS[name] ?? [], { env });
	expect([status, stderr]).toEqual([0, ""]);
	return stdout;
};

describe.each(Object.keys(COMMANDS))("%s for a person", name => {
	test.each(["60", "100", "160"])("at %s columns, without colour", async columns => {
		const text = card(name, { COLUMNS: columns });
		expect(text).not.toContain("\u001b");
		for (const line of text.split("\n")) expect(widthOf(line), line).toBeLessThanOrEqual(Number(columns));
		await expect(text).toMatchFileSnapshot(`golden/${name}-${columns}.txt`);
	});

	test("in Chinese", async () => {
		const text = card(name, { LANG: "zh_CN.UTF-8" });
		for (const line of text.split("\n")) expect(widthOf(line), line).toBeLessThanOrEqual(100);
		await expect(text).toMatchFileSnapshot(`golden/${name}-zh-cn.txt`);
	});

	test("colour adds nothing that is not said without it", () => {
		const painted = card(name, { FORCE_COLOR: "3" });
		expect(painted).toContain("\u001b[");
		// every opened colour is closed in its line
		for (const line of painted.split("\n")) expect(line).not.toMatch(/\u001b\[(?!0m|22m|39m)[\d;]+m[^\u001b]*$/);
	});
});

test.each([
	["16 colours", "1"],
	["256 colours", "2"],
	["all colours", "3"],
])("heatmap in %s", async (_, level) => {
	await expect(card("locked", { FORCE_COLOR: level })).toMatchFileSnapshot(`golden/locked-colour-${level}.txt`);
});

test("a file's escape codes and direction marks never reach the terminal", () => {
	for (const args of [
		["credit", "--row", "5", FILE],
		["score", FILE],
	]) {
		const { stdout } = cli.run(args);
		expect(stdout).not.toMatch(/[\u001b\u202e]/);
	}
	expect(cli.run(["credit", "--row", "5", FILE]).stdout).toContain("␛[31m37.5␛[0m<U+202E> CHF");
});
