import { describe, expect, test } from "vitest";
import { positional, positionalLanes } from "../../../src/core/segmenters/positional";
import { cards } from "../estimators/cards";
import { answer, draw, rollout } from "./rollouts";

describe("positionalLanes, golden cards", () => {
	for (const { id, input, expected } of cards("07_slca_grpo")) {
		if (!id.startsWith("seg_")) continue;
		test(id, () => {
			const { runs, tool, summary } = positionalLanes(Uint8Array.from(input.mask as number[]));
			expect({ runs, tool: [...tool], summary: [...summary], tool_present: tool.includes(1), summary_present: summary.includes(1) }).toEqual(expected);
		});
	}
});

describe("positional", () => {
	const call = "<tool_call>{}</tool_call>";
	const result = "<tool_response>1</tool_response>";

	test("runs of learnable text: the last is the summary, earlier ones are tool, reasoning included", () => {
		const r = answer(`ab${call}${result}<think>c</think>d`);
		const cut = positional.segment(r);
		expect(draw(cut)).toBe(`${"C".repeat(27)}${"o".repeat(32)}${"S".repeat(17)}`);
		expect(cut.warnings).toEqual(["reasoning-labelled-summary"]);
	});

	test("a rollout cut off inside a call has it labelled summary, with a warning", () => {
		const cut = positional.segment(answer(`${call}${result}<tool_call>{"na`));
		expect(draw(cut)).toBe(`${"C".repeat(25)}${"o".repeat(32)}${"S".repeat(15)}`);
		expect([cut.truncated, cut.warnings]).toEqual(["tool_call", ["call-labelled-summary"]]);
	});

	test("a direct answer is summary", () => {
		expect(draw(positional.segment(answer("Hello.")))).toBe("SSSSSS");
	});

	test("white space after the last result is no run of its own", () => {
		expect(draw(positional.segment(answer(`${call}${result}\n`)))).toBe(`${"S".repeat(25)}${"o".repeat(32)}=`);
	});

	test("the file's mask decides where its tokens have places", () => {
		const bare = rollout(
			[
				{ role: "user", text: "Q:" },
				{ role: "assistant", text: "abcdef" },
			],
			{ prompt: 1 },
		);
		const spans = { from: Uint32Array.of(2, 4, 6), to: Uint32Array.of(4, 6, 8) };
		const tokens = { count: 3, spans, ids: null, lossMask: Uint8Array.of(1, 0, 1), logprobs: null, advantages: null };
		expect(draw(positional.segment({ ...bare, tokens }))).toBe("uuCCssSS");
	});
});
