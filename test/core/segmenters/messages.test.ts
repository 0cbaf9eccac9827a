import { describe, expect, test } from "vitest";
import type { ObjectCall } from "../../../src/core/model/rollout";
import { messages } from "../../../src/core/segmenters/messages";
import { segmenterById } from "../../../src/core/segmenters/registry";
import { answer, draw, rollout } from "./rollouts";

describe("messages", () => {
	test("what the file states comes first: an unclosed tag ends where a stated call begins", () => {
		const r = rollout(
			[
				{ role: "assistant", text: "<think>hm{call}" },
				{ role: "tool", text: "42" },
				{ role: "assistant", text: "It is 42." },
			],
			{ marks: [{ kind: "call", from: 9, to: 15 }] },
		);
		expect(`${r.text}\n${draw(messages.segment(r))}`).toBe("<think>hm{call}42It is 42.\nRRRRRRRRRCCCCCCooSSSSSSSSS");
		expect(messages.segment(r).truncated).toBe("think");
	});

	test("a user turn with a stated tool result is an observation", () => {
		const turns = [
			{ role: "assistant", text: "{c}" },
			{ role: "user", text: "42" },
			{ role: "assistant", text: "ok" },
		] as const;
		const call = { kind: "call", from: 0, to: 3 } as const;
		expect(draw(messages.segment(rollout(turns, { marks: [call, { kind: "observation", from: 3, to: 5 }] })))).toBe("CCCooSS");
		expect(draw(messages.segment(rollout(turns, { marks: [call] })))).toBe("CCCuuSS");
	});

	test("stated calls count without a mark as well", () => {
		const r = answer("a{c}", { objectCalls: [{ name: "c", arguments: {}, span: { from: 1, to: 4 }, turn: 0, block: 0, problem: null }] });
		expect(draw(messages.segment(r))).toBe("NCCC");
	});

	test("white space between the stated calls of one message is no call", () => {
		const stated = (from: number): ObjectCall => ({ name: "c", arguments: {}, span: { from, to: from + 3 }, turn: 0, block: 0, problem: null });
		const r = answer("{c}\n{c}", { objectCalls: [stated(0), stated(4)], calls: [{ from: 0, to: 7 }] });
		expect(draw(messages.segment(r))).toBe("CCC=CCC");
	});

	test("auto takes messages when the file states something, else tags", () => {
		const plain = answer("a");
		expect([segmenterById("auto", plain).id, segmenterById("auto", { ...plain, marks: [{ kind: "call", from: 0, to: 1 }] }).id, segmenterById("positional", plain).id]).toEqual([
			"tags",
			"messages",
			"positional",
		]);
	});
});
