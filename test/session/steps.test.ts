import { Buffer } from "node:buffer";
import { afterEach, expect, test } from "vitest";
import { Session } from "../../src/session/session";
import { BytesSource } from "../../src/session/source";
import { meanLine } from "../../webview/views/stepPicture";

const open: Session[] = [];
afterEach(async () => {
	for (const s of open.splice(0)) await s.close();
});
const row = (question: string, score: number | null, step: number | null): string =>
	JSON.stringify({
		messages: [
			{ role: "user", content: question },
			{ role: "assistant", content: "a" },
		],
		reward: score,
		group_id: question,
		...(step === null ? {} : { step }),
	});
async function of(rows: readonly string[]): Promise<Session> {
	const s = await Session.open(new BytesSource("chat.jsonl", Buffer.from(`${rows.join("\n")}\n`)), { locale: "en" });
	open.push(s);
	await s.done();
	return s;
}

test("steps in ascending order with their mean of known rewards and their useful groups; rollouts without a step last", async () => {
	const s = await of([row("q", 1, 10), row("q", 0, 10), row("p", 1, 10), row("p", 1, 10), row("q", 0.25, 9), row("q", null, 9), row("q", 0.5, null)]);
	expect(s.steps()).toEqual({
		basis: "recorded",
		steps: [
			{ step: 9, rollouts: 2, mean: 0.25, groups: 1, useful: 0 },
			{ step: 10, rollouts: 4, mean: 0.75, groups: 2, useful: 1 },
			{ step: null, rollouts: 1, mean: 0.5, groups: 1, useful: 0 },
		],
	});
});

test("the table shows one step alone, or what has none, together with other filters", async () => {
	const s = await of([row("q", 1, 10), row("q", 0, 10), row("q", 0.25, 9), row("q", 0.5, null)]);
	const rows = async (step: number | null | undefined, text = ""): Promise<readonly number[]> => {
		await s.arrange({ sort: "file", descending: false, text, only: "all", ...(step === undefined ? {} : { step }) });
		return s.rowsOf({ from: 0, to: 100 }).items.flatMap(i => (i.kind === "rollout" ? [i.row] : []));
	};
	expect(await rows(undefined)).toEqual([0, 1, 2, 3]);
	expect(await rows(10)).toEqual([0, 1]);
	expect(await rows(9)).toEqual([2]);
	expect(await rows(null)).toEqual([3]);
	expect(await rows(10, "nowhere")).toEqual([]);
});

test.each([
	["a rise over the whole height", [0, 1], "M0.5 92.00L1.5 8.00"],
	["a gap where a step has no reward", [0, Number.NaN, 1], "M0.5 92.00M2.5 8.00"],
	["a level line in the middle", [2, 2], "M0.5 50.00L1.5 50.00"],
	["nothing", [Number.NaN], ""],
])("the line of means: %s", (_, means, line) => {
	expect(meanLine(means)).toBe(line);
});
