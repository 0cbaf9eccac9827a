import { describe, expect, test } from "vitest";
import { cardMarkdown, escaped, findingMarkdown, lensText } from "../../../src/extension/inline/card";
import type { CardView, FindingView } from "../../../src/protocol/queries";

const layer = (label: string, score: number, contribution = score) => ({ id: label, label, score, contribution });
const CARD: CardView = {
	row: 4,
	group: "a|b",
	step: 40,
	recorded: 0.5,
	reward: "Layered",
	total: 0.76,
	known: 0.76,
	layers: [layer("format", 1), layer("content", 0.6, 0.36), layer("result", 0)],
	estimator: "grpo",
	advantage: -1.25,
	lanes: null,
	findings: 1,
	severity: "error",
};

describe("CodeLens", () => {
	test.each([
		["one rollout", [CARD], "reward 0.76 · format ✓ · content 0.6 · result ✗"],
		["an unknown layer", [{ ...CARD, total: Number.NaN, known: 0.4, layers: [layer("result", Number.NaN)] }], "reward 0.4 + ? · result ?"],
		["several rollouts in a line", [CARD, { ...CARD, total: 2 }], "2 rollouts, rewards 0.76, 2"],
		["none", [], null],
	])("%s", (_, cards, expected) => {
		expect(lensText(cards, "en")).toBe(expected);
	});

	test("in Chinese", () => {
		expect(lensText([CARD], "zh-cn")).toBe("奖励 0.76 · format ✓ · content 0.6 · result ✗");
	});
});

describe("hover", () => {
	test("no advantage: what is missing for it", () => {
		const text = cardMarkdown({ ...CARD, advantage: Number.NaN, lacks: "Needs the reward of this rollout" }, "en");
		expect(text.endsWith("\n\n? Needs the reward of this rollout")).toBe(true);
	});

	test("the score card adds up: layers, reward, recorded, advantage", () => {
		expect(cardMarkdown(CARD, "en")).toBe(
			[
				"**Rollout 4** · group a\\|b · step 40",
				"",
				"| layer | &nbsp;&nbsp;score | &nbsp;&nbsp;adds |",
				"|---|--:|--:|",
				"| format | 1 ✓ | 1 |",
				"| content | 0.6 | 0.36 |",
				"| result | 0 ✗ | 0 |",
				"| **recomputed (Layered)** |  | **0.76** |",
				"| recorded |  | 0.5 |",
				"| advantage (grpo) |  | -1.25 |",
			].join("\n"),
		);
	});

	test("under it what each layer lacks, with nothing in it that Markdown would read", () => {
		const text = cardMarkdown({ ...CARD, layers: [layer("format", 1), { ...layer("result", 0), reason: "expected [a](x), found *b*" }] }, "en");
		expect(text.split("\n").slice(-2)).toEqual(["", "- ✗ result: expected \\[a\\]\\(x\\), found \\*b\\*"]);
	});

	test("segment-locked estimators have an advantage per lane", () => {
		const text = cardMarkdown({ ...CARD, estimator: "slca", lanes: { tool: 1, summary: Number.NaN } }, "en");
		expect(text).toContain("| advantage, tool lane (slca) |  | 1 |\n| advantage, summary lane (slca) |  | – |");
	});

	test("a rollout's text cannot become Markdown, a link or HTML", () => {
		const finding: FindingView = {
			code: "E12",
			severity: "warning",
			message: "x is y",
			line: 1,
			column: 1,
			span: null,
			row: 0,
			place: null,
			expected: "`y` [a](command:evil) <img src=x>\n# big",
			actual: null,
			related: [],
			reference: null,
			repaired: null,
		};
		const text = findingMarkdown(finding, "en");
		expect(text).not.toMatch(/[^\\][[<]/);
		expect(text).toContain("Expected: \\`y\\`");
		expect(findingMarkdown({ ...finding, expected: null }, "en")).toBeNull();
		expect(escaped("a\n# b")).toBe("a ⏎ \\# b");
	});
});
