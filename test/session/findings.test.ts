import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { DEFAULT_RECIPE, type Recipe } from "../../src/core/model/recipe";
import { allFindings, MAX_KEPT } from "../../src/session/findings";
import { Session } from "../../src/session/session";
import { BytesSource, PathSource } from "../../src/session/source";
import { ROLLOUTS, ROWS } from "../cli/rollouts";

const folder = mkdtempSync(join(tmpdir(), "ri-findings-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function opened(text: string, recipe: Recipe | null = null): Promise<Session> {
	const session = await Session.open(new BytesSource("run.jsonl", Buffer.from(text)), { locale: "en", recipe });
	await session.done();
	return session;
}
const codes = (all: readonly { readonly line: number | null; readonly code: string }[]) => all.map(f => `${f.line} ${f.code}`);
const line = (n: number): string => `${JSON.stringify(ROWS[n])}\n`;

describe("findings of a session", () => {
	test("errors come first, each severity in file order; counts are of all", async () => {
		const session = await opened(`${ROLLOUTS}{"input": 1,}\n`);
		const { items, counts, total, complete } = await session.findings({ from: 0, to: 100 });
		expect(codes(items)).toEqual(["2 E11", "3 E13", "3 E03", "5 E17", "7 not-json", "2 H01"]);
		expect([total, complete]).toEqual([6, true]);
		expect(counts.map(c => [c.code, c.severity, c.count])).toEqual([
			["E03", "error", 1],
			["E11", "error", 1],
			["E13", "error", 1],
			["E17", "error", 1],
			["not-json", "error", 1],
			["H01", "info", 1],
		]);
		expect(codes((await session.findings({ from: 1, to: 3 })).items)).toEqual(["3 E13", "3 E03"]);
		await session.close();
	});

	test("the same, and no others, as the command line lists them", async () => {
		const session = await opened(ROLLOUTS);
		const listed: string[] = [];
		for await (const f of allFindings(session)) listed.push(`${f.line} ${f.code}`);
		expect(listed.sort()).toEqual(codes((await session.findings({ from: 0, to: 100 })).items).sort());
		await session.close();
	});

	test("a line's findings with their evidence; a line without a rollout has its own", async () => {
		const session = await opened(`${line(1)}oops\n`);
		const [made] = (await session.findings({ line: 1 })).items;
		expect(made?.related.map(r => r.message)).toEqual(["the reference", "the right value can be read here"]);
		const place = made?.related[1]?.place;
		expect(line(1).slice((place?.column ?? 1) - 1, (place?.endColumn ?? 1) - 1)).toBe("Linz");
		expect(codes((await session.findings({ line: 2 })).items)).toEqual(["2 not-json"]);
		expect((await session.findings({ line: 3 })).items).toEqual([]);
		await session.close();
	});

	test("a card holds the ledger's numbers", async () => {
		const session = await opened(ROLLOUTS);
		const [card] = await session.card({ line: 2 });
		expect(card).toMatchObject({ row: 1, step: 3, recorded: 0.8, findings: 1, severity: "error", estimator: "grpo" });
		expect(card?.layers.map(l => l.id)).toEqual(["format", "content", "result"]);
		expect(await session.card({ line: 99 })).toEqual([]);
		// the reasons are read from the line itself, and only when asked for
		expect(card?.layers.every(l => l.reason === undefined)).toBe(true);
		const [why] = await session.card({ line: 2, reasons: true });
		expect(why?.layers.map(l => l.reason ?? null)).toHaveLength(3);
		await session.close();
	});

	test("of more than can be kept the first ones are, and all are counted", async () => {
		const session = await opened(line(4).repeat(MAX_KEPT + 50));
		const { items, counts } = await session.findings({ from: 0, to: 10_000 });
		expect(items.filter(f => f.code === "E17")).toHaveLength(MAX_KEPT);
		expect(counts.find(c => c.code === "E17")?.count).toBe(MAX_KEPT + 50);
		await session.close();
	});

	test("what a recipe ignores is neither listed nor counted", async () => {
		const session = await opened(`${ROLLOUTS}oops\n`, { ...DEFAULT_RECIPE, ignore: ["E13", "not-json", "H01"] });
		const { items, counts } = await session.findings({ from: 0, to: 100 });
		expect([codes(items), counts.length]).toEqual([["2 E11", "3 E03", "5 E17"], 3]);
		await session.close();
	});

	test("a file that grows is read on: earlier findings stay", async () => {
		const path = join(folder, "grows.jsonl");
		writeFileSync(path, line(1));
		const session = await Session.open(new PathSource(path), { locale: "en" });
		await session.done();
		expect(codes((await session.findings({ from: 0, to: 9 })).items)).toEqual(["1 E11", "1 H01"]);
		writeFileSync(path, `${readFileSync(path, "utf8")}${line(4)}`);
		await session.refresh();
		await session.done();
		expect(codes((await session.findings({ from: 0, to: 9 })).items)).toEqual(["1 E11", "2 E17", "1 H01"]);
		await session.close();
	});
});
