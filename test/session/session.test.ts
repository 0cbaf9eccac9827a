import { resolve } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { DEFAULT_RECIPE } from "../../src/core/model/recipe";
import { SEGMENT_KINDS } from "../../src/core/model/segment";
import type { TableItem } from "../../src/protocol/queries";
import { Session } from "../../src/session/session";
import { BytesSource, PathSource } from "../../src/session/source";
import { batch, run } from "../core/estimators/run";

const SAMPLE = resolve(import.meta.dirname, "../../media/sample/tool-agent-step-40.jsonl");
const open: Session[] = [];
afterEach(async () => {
	for (const s of open.splice(0)) await s.close();
});
const sample = async (): Promise<Session> => {
	const s = await Session.open(new PathSource(SAMPLE), { locale: "en" });
	open.push(s);
	await s.done();
	return s;
};
const bytes = async (text: string | Buffer): Promise<Session> => {
	const s = await Session.open(new BytesSource("1.jsonl", Buffer.from(text as string)), { locale: "en" });
	open.push(s);
	await s.done();
	return s;
};
const rollouts = (items: readonly TableItem[]) => items.filter(i => i.kind === "rollout");

describe("a session on the bundled sample", () => {
	test("counts its rollouts and groups and says what it lacks", async () => {
		const f = (await sample()).file();
		expect([f.format, f.rollouts, f.groups % 1, f.rollouts / f.groups]).toEqual(["verl", f.records, 0, 8]);
		expect(f.has).toMatchObject({ reward: true, reference: true, tools: true, tokens: false });
		expect(f.missing.map(m => m.signal)).toContain("token ids");
		expect(f.scan.state).toBe("done");
		expect(f.problems).toEqual([]);
		expect(f.degenerateGroups).toBeGreaterThanOrEqual(2);
	});

	test("its recomputed reward is what its trainer wrote", async () => {
		const s = await sample();
		const all = rollouts(s.rowsOf({ from: 0, to: 10_000 }).items);
		expect(all.length).toBe(s.rows);
		for (const r of all) expect([r.row, Math.abs(r.total - r.recorded) < 1e-6]).toEqual([r.row, true]);
	});

	test("every rollout opens: tokens tile the text, segments cover it, credit follows the mask", async () => {
		const s = await sample();
		for (let row = 0; row < s.rows; row++) {
			const v = await s.look(row);
			let at = 0;
			for (const g of v.segments) {
				expect(g.from).toBe(at);
				at = g.to;
			}
			expect(at).toBe(v.text.length);
			at = 0;
			for (let i = 0; i < v.tokens.from.length; i++) {
				if (v.tokens.from[i] !== at) throw new Error(`row ${row}: token ${i} begins at ${v.tokens.from[i]}, not ${at}`);
				at = v.tokens.to[i] as number;
			}
			expect(at).toBe(v.text.length);
			for (const credit of Object.values(v.credit)) expect(credit.findIndex((c, i) => !v.tokens.lossMask[i] && !Number.isNaN(c))).toBe(-1);
		}
	});

	test("each token's terms add up to its credit, under both estimators", async () => {
		const s = await sample();
		for (let row = 0; row < s.rows; row += 7) {
			const v = await s.look(row);
			for (const estimator of ["grpo", "slca"])
				for (let token = 0; token < v.tokens.from.length; token += 11) {
					const { credit, terms } = await s.explain({ row, token, estimator });
					const shown = v.credit[estimator]?.[token] as number;
					if (Number.isNaN(shown)) expect(credit).toBeNaN();
					else {
						expect(credit).toBeCloseTo(shown, 5);
						expect(terms.reduce((sum, t) => sum + t.value, 0)).toBeCloseTo(credit, 9);
					}
				}
		}
	});

	test("switching to SLCA changes what a call earns, and only lanes have advantages", async () => {
		const s = await sample();
		s.change({ estimator: "slca", basis: "recomputed" });
		const row = rollouts(s.rowsOf({ from: 0, to: 10_000 }).items).find(r => r.lanes && Math.abs(r.lanes.tool - r.lanes.summary) > 0.5);
		expect(row).toBeDefined();
		const v = await s.look(row?.row ?? 0);
		const call = SEGMENT_KINDS.indexOf("call");
		const token = v.tokens.kind.findIndex((k, i) => k === call && v.tokens.lossMask[i] === 1);
		expect(v.credit.slca?.[token]).toBeCloseTo(row?.lanes?.tool ?? Number.NaN, 5);
		expect(v.credit.slca?.[token]).not.toBeCloseTo(v.credit.grpo?.[token] as number, 2);
	});

	test("a finding's place in the file is where its text stands", async () => {
		const s = await sample();
		const { readFileSync } = await import("node:fs");
		const lines = readFileSync(SAMPLE, "utf8").split("\n");
		let seen = 0;
		for (let row = 0; row < s.rows; row++) {
			const v = await s.look(row);
			for (const f of v.findings) {
				if (!f.span || f.line === null || f.column === null) continue;
				seen++;
				const raw = (lines[f.line - 1] as string).slice(f.column - 1);
				const want = v.text.slice(f.span.from, Math.min(f.span.to, f.span.from + 8));
				expect(
					raw.startsWith(JSON.stringify(want).slice(1, -1).slice(0, 4)) || want === "" ? "" : `${f.code}: ${JSON.stringify(raw.slice(0, 12))} is not ${JSON.stringify(want)}`,
				).toBe("");
			}
		}
		expect(seen).toBeGreaterThan(10);
	});

	test("finds text, sorts, and walks degenerate groups", async () => {
		const s = await sample();
		const all = await s.arrange({ sort: "file", descending: false, text: "", only: "all" });
		expect(all.matching).toBe(s.rows);
		const some = await s.arrange({ sort: "reward", descending: true, text: "OSLO", only: "all" });
		expect(some.matching).toBeGreaterThan(0);
		expect(some.matching).toBeLessThan(s.rows);
		for (const r of rollouts(s.rowsOf({ from: 0, to: 10_000 }).items)) expect((await s.look(r.row)).text.toLowerCase()).toContain("oslo");
		await s.arrange({ sort: "deviation", descending: true, text: "", only: "all" });
		const deviations = s.rowsOf({ from: 0, to: 10_000 }).items.flatMap(i => (i.kind === "group" ? [i.deviation] : []));
		expect(deviations).toEqual([...deviations].sort((a, b) => b - a));
		await s.arrange({ sort: "file", descending: false, text: "", only: "degenerate" });
		const groups = s.rowsOf({ from: 0, to: 10_000 }).items.filter(i => i.kind === "group");
		expect(groups.length).toBe(s.file().degenerateGroups);
		const first = s.nextDegenerate({ index: -1, back: false });
		expect(first?.index).toBe(0);
	});
});

const row = (score: number, n: number): string => JSON.stringify({ input: "user\nq\nassistant\n", output: `answer ${n}`, score, step: 1 });

describe("a session on broken files", () => {
	test("CRLF, BOM, blank lines, NaN and a torn last line: every good line is there, every oddity is a finding", async () => {
		const s = await bytes(`\ufeff${row(1, 0)}\r\n\n{oops}\n${row(0, 1).replace(":0,", ":NaN,")}\n${row(1, 2)}\n{"input": "q", "outp`);
		const f = s.file();
		expect(f.rollouts).toBe(3);
		expect(f.problems.map(p => `${p.line}:${p.code}`)).toEqual(expect.arrayContaining(["1:bom", "3:not-json", "4:nan", "6:torn-line"]));
		expect((await s.look(2)).text).toContain("answer 2");
		expect((await s.look(2)).line).toBe(5);
		expect((await s.look(1)).recorded.reward).toBeNaN();
	});

	test.each([
		["", "empty"],
		["version https://git-lfs.github.com/spec/v1\noid sha256:abc\nsize 1\n", "lfs-pointer"],
		["hello\nworld\n", "not-rollouts"],
		['{"step": 1, "loss": 0.5}\n', "not-rollouts"],
		["\u0000\u0001\u0002", "binary"],
	])("%j is refused as %s", async (text, kind) => {
		await expect(Session.open(new BytesSource("x.jsonl", Buffer.from(text)), { locale: "en" })).rejects.toMatchObject({ kind });
	});

	test("a folder and a missing file are refused by name", async () => {
		await expect(Session.open(new PathSource(import.meta.dirname), { locale: "en" })).rejects.toMatchObject({ kind: "directory" });
		await expect(Session.open(new PathSource("/nowhere/x.jsonl"), { locale: "en" })).rejects.toMatchObject({ kind: "not-found" });
	});
});

describe("another estimator", () => {
	const advantages = (s: Session) => rollouts(s.rowsOf({ from: 0, to: 10_000 }).items).map(r => [r.row, r.advantage] as const);

	test("its numbers are there at once, the order of rows and what is known of groups stay; back again they are the same", async () => {
		const s = await sample();
		const before = advantages(s);
		const summary = s.groupSummary(0);
		s.change({ estimator: "rloo", preset: "verl" });
		const after = advantages(s);
		expect(after.map(([row]) => row)).toEqual(before.map(([row]) => row));
		expect(after.some(([, a], i) => a !== before[i]?.[1])).toBe(true);
		expect(s.groupSummary(0)).toBe(summary);
		s.change({ estimator: "grpo", preset: "" });
		expect(advantages(s)).toEqual(before);
	});

	test("rows sorted by advantage are sorted by the new one", async () => {
		const s = await sample();
		await s.arrange({ sort: "advantage", descending: true, text: "", only: "all" });
		const falling = (): boolean => {
			const { items } = s.rowsOf({ from: 0, to: 10_000 });
			return items.every((item, i) => {
				const next = items[i + 1];
				if (item.kind !== "rollout" || next?.kind !== "rollout" || Number.isNaN(next.lanes?.tool ?? next.advantage)) return true;
				return (item.lanes?.tool ?? item.advantage) >= (next.lanes?.tool ?? next.advantage);
			});
		};
		expect(falling()).toBe(true);
		s.change({ estimator: "slca" });
		expect(falling()).toBe(true);
	});

	test("another basis makes everything anew", async () => {
		const s = await sample();
		const summary = s.groupSummary(0);
		s.change({ basis: "recomputed" });
		expect(s.groupSummary(0)).not.toBe(summary);
	});
});

describe("DAPO's overlong punishment from a recipe", () => {
	test.each(["recorded", "recomputed"] as const)("is in every broadcast advantage of the %s reward, and in its explanation", async basis => {
		const recipe = { ...DEFAULT_RECIPE, basis, estimator: { id: "grpo", preset: "verl", options: { overlong: { limit: 60, buffer: 40, capped: false } } } };
		const s = await Session.open(new PathSource(SAMPLE), { locale: "en", recipe });
		open.push(s);
		await s.done();
		const { ledger, groups } = s.state;
		const rows = groups.membersOf(0);
		const reward = basis === "recorded" ? ledger.recorded : ledger.total;
		const punished = rows.map(r => reward.get(r) + Math.min(-(ledger.tokens.get(r) - 20) / 40, 0));
		const want = run("grpo", "verl", batch(punished)).advantages ?? [];
		rows.forEach((r, i) => {
			expect(s.estimate("grpo").estimate.advantages?.[r]).toBeCloseTo(want[i] as number, 9);
		});
		for (const row of rows.slice(0, 3)) {
			const view = await s.look(row);
			expect(view.advantages[0]?.corners).toContain("overlong punishment (limit 60, buffer 40");
			const token = view.credit.grpo?.findIndex(v => !Number.isNaN(v)) ?? -1;
			const { credit, terms } = await s.explain({ row, token, estimator: "grpo" });
			expect(terms.reduce((sum, t) => sum + t.value, 0)).toBeCloseTo(credit, 9);
			if (basis === "recomputed") expect(terms.map(t => t.id)).toContain("layer:overlong");
		}
		// a locked estimator pays segments, which have no length limit
		const plain = await sample();
		expect(s.estimate("slca").estimate.lanes).toEqual(plain.estimate("slca").estimate.lanes);
	});
});
