import { describe, expect, test } from "vitest";
import { lines, toNdjson, useCli } from "./support";

const cli = useCli();
const input = "user\nWhen is high tide?\nassistant\n";
const row = (step: number, score: unknown): object => ({ input, output: "14:20", gts: "14:20", score, step });
const printed = (name: string, args: readonly string[] = [], env = {}): string => {
	const { status, stdout } = cli.run(["groups", name, ...args], { env });
	expect(status).toBe(0);
	return stdout;
};

describe("columns that a narrow terminal has no room for", () => {
	const rewards = [0, 1, 0.5, 0.25];
	const steps = toNdjson([1, 2, 10].flatMap(step => rewards.map(r => row(step, r))));
	test("steps tell groups of one prompt apart, so they stay; what goes is named", () => {
		const name = cli.write("steps.jsonl", steps);
		for (const columns of ["60", "80", "100"]) {
			const text = printed(name, [], { COLUMNS: columns });
			expect(lines(text).flatMap(l => /^ +(\d+) {2}When/.exec(l)?.[1] ?? [])).toEqual(["1", "2", "10"]);
			if (columns === "60") expect(text).toMatch(/not shown, the terminal is too narrow: (?:size, )?kept by/);
		}
		expect(printed(name, [], { COLUMNS: "200" })).not.toContain("not shown");
		expect(printed(name, [], { COLUMNS: "60", LANG: "zh_CN.UTF-8" })).toContain("终端太窄，未显示的列：");
	});
	test("a single step may go, and is named", () => {
		const text = printed(cli.write("one.jsonl", toNdjson(rewards.map(r => row(7, r)))), [], { COLUMNS: "40" });
		expect(lines(text)[1]).not.toContain("step");
		expect(text.replace(/\s+/g, " ")).toContain("too narrow: step, size, kept by");
	});
});

describe("rewards that are not finite", () => {
	// 10^400 is beyond every double, NaN and Infinity are Python's
	const text = toNdjson(["@", 1, "#", 0, "%"].map(r => row(1, r)))
		.replace('"@"', "Infinity")
		.replace('"#"', "NaN")
		.replace('"%"', `1${"0".repeat(400)}`);
	test("are left out of mean, deviation and scale, with a mark of their own", () => {
		const text5 = printed(cli.write("odd.jsonl", text), [], { COLUMNS: "140" });
		expect(lines(text5)[2]).toMatch(/ 5 +0\.5 +0\.707 +↑█\?▁↑ /);
		expect(text5).toContain("from ▁ 0 to █ 1, ? = none, ↑ = +∞, ↓ = -∞: left out of statistics");
		const [group] = JSON.parse(cli.run(["groups", "odd.jsonl", "--json"]).stdout) as readonly { mean: number; std: number; degenerate: string | null }[];
		expect([group?.mean, group?.std, group?.degenerate]).toEqual([0.5, Math.SQRT1_2, null]);
	});
	test("are named, each", () => {
		const found = cli.run(["check", "odd.jsonl"]).stdout.replace(/\s+/g, " ");
		for (const value of ["Infinity", "NaN", "1e+400"]) expect(found).toContain(`The recorded reward is ${value};`);
	});
	test("keep a group from being called right as a whole", () => {
		const name = cli.write("right.jsonl", toNdjson([1, 1, "@"].map(r => row(1, r))).replace('"@"', "Infinity"));
		expect(printed(name, [], { COLUMNS: "140" })).toContain("All rewards are equal: no gradient");
	});
});
