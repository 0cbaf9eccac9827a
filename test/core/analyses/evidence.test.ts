import { expect, test } from "vitest";
import { checkEvidence } from "../../../src/core/analyses/evidence";

const OBSERVATIONS = ['{"flight": "SK-4711", "price": 1249.5, "from": "Oslo", "carrier": "Nordic Wings"}'];
const judge = (summary: string, observations: readonly string[] | null = OBSERVATIONS, question: string | null = "Which flight is cheapest from Oslo?") =>
	checkEvidence({ summary, observations, question });

/** The summary with a mark under every claim: ^ supported, ! not. */
function draw(summary: string, observations = OBSERVATIONS): string {
	const marks = [...summary].map(() => " ");
	for (const c of judge(summary, observations).claims) marks.fill(c.supported ? "^" : "!", c.span.from, c.span.to);
	return marks.join("").trimEnd();
}

test("numbers, ids, names and quotations are looked up", () => {
	expect(draw("The cheapest is SK-4711 for 1,249.50 by Nordic Wings.")).toBe("                ^^^^^^^     ^^^^^^^^    ^^^^^^ ^^^^^");
	expect(draw("The cheapest is SK-4712 for 1,300 by Polar.")).toBe("                !!!!!!!     !!!!!    !!!!!");
});

test.each([
	["a rounding counts", "It costs about 1250 in total.", 5],
	["a number from nowhere does not", "It costs about 900 in total.", 1],
	["what the question says is known", "From SK-4711 in Oslo, as asked.", 5],
	["small counts are not claims", "I found SK-4711 among 3 options.", 5],
])("%s", (_, summary, grade) => expect(judge(summary).grade).toBe(grade));

test.each([
	["", "empty", 1],
	["Done.", "too-short", 1],
	["Everything went fine and nothing is left to do.", "nothing-to-check", Number.NaN],
])("%j: %s", (summary, reason, grade) => expect(judge(summary)).toMatchObject({ reason, grade }));

test("without observations nothing is judged", () => {
	expect(judge("The cheapest is SK-4711.", null)).toMatchObject({ grade: Number.NaN, reason: "no-observations" });
});

test("Chinese replies: numbers and quotations; another language than the question's costs a grade", () => {
	const observations = ['{"title": "红楼梦", "price": 58}'];
	expect(checkEvidence({ summary: "《红楼梦》的价格是58元。", observations, question: "这本书多少钱？谢谢你的帮助" })).toMatchObject({ grade: 5, sameLanguage: true });
	expect(judge("价格最低的航班是 SK-4711，票价 1249.5。")).toMatchObject({ grade: 4, sameLanguage: false, reason: "other-language" });
});

test("a long run without an end is read in linear time", () => {
	const began = performance.now();
	judge(`${"a".repeat(300_000)} ${"A".repeat(300_000)} ${"1,".repeat(200_000)}`, ["x".repeat(1_000_000)]);
	expect(performance.now() - began).toBeLessThan(3000);
});
