import { writeFileSync } from "node:fs";
import type { FrameLocator } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { signed } from "../../webview/format";
import { type CreditJson, checked, cli } from "./cli";
import { useWorkbench, type Workbench } from "./driver";
import { FAULTS, faultyFile, RECIPE } from "./faults";

const FILE = "faults.jsonl";
const workbench = useWorkbench();
let w: Workbench;
let page: FrameLocator;
beforeAll(async () => {
	w = workbench();
	writeFileSync(w.path(FILE), faultyFile());
	writeFileSync(w.path("faults.reward.json"), RECIPE);
	page = await w.openRollouts(FILE);
	await page.locator('.trow.rollout[data-row="0"]').waitFor();
});
const select = async (row: number): Promise<void> => {
	await page.locator(`.trow.rollout[data-row="${row}"]`).click();
	await expect.poll(() => page.locator(".rollout-title").textContent()).toContain(`Rollout ${row + 1} `);
};
const unfold = async (id: string): Promise<void> => {
	await page.locator(`.section-${id} > summary`).focus();
	await w.page.keyboard.press("Enter");
};
interface CompareJson extends CreditJson {
	readonly advantages: readonly { readonly estimator: string; readonly advantage: number | null; readonly lanes: { readonly tool: number | null } | null }[];
}

describe("a file with planted faults in what is trained", () => {
	test.each(FAULTS.map((code, row) => [row, code] as const))("rollout %i: %s", async (row, code) => {
		await select(row);
		const wanted = checked(w.path(FILE)).filter(f => f.row === row && f.code.startsWith("M"));
		expect(wanted.map(f => f.code)).toEqual(code ? [code] : []);
		for (const f of wanted) await expect.poll(() => page.locator(".findings").textContent()).toContain(f.message);
		if (!code) await expect.poll(() => page.locator(".section-findings").textContent()).not.toMatch(/M0\d/);
	});

	test("the comparison's numbers are the command line's", async () => {
		await select(0);
		await unfold("compare");
		const { advantages } = cli<CompareJson>("credit", w.path(FILE), "--row", "0", "--compare", "grpo,slca", "--json");
		const of = (id: string) => advantages.find(a => a.estimator === id);
		await expect.poll(() => page.locator(".compared").count()).toBe(2);
		const cells = page.locator(".compared").first().locator("tbody tr").first().locator("td.number");
		await expect
			.poll(async () => (await cells.allTextContents()).slice(1, 3))
			.toEqual([signed(of("grpo")?.advantage ?? Number.NaN), signed(of("slca")?.lanes?.tool ?? Number.NaN)]);
	});

	test("the leakage card says what the command line says", async () => {
		await unfold("leakage");
		const { leakage } = cli<{ readonly leakage: { readonly summaryShare: number | null } | null }>("credit", w.path(FILE), "--row", "0", "--compare", "grpo,slca", "--json");
		await expect
			.poll(() => page.locator(".section-leakage").textContent())
			.toContain(leakage === null ? "Leakage needs" : leakage.summaryShare === null ? "—" : `${Math.round(leakage.summaryShare * 100)} %`);
	});

	test("the audit card names the variant the command line names", async () => {
		await unfold("audit");
		const [{ best }] = cli<[{ readonly best: { readonly estimator: string; readonly preset: string } }]>("audit", w.path(FILE), "--json");
		await expect.poll(() => page.locator(".section-audit").textContent()).toContain(best.preset);
	});

	test("and what it says token by token, down to the masked tokens that carry an advantage", async () => {
		const [{ tokens }] = cli<
			[{ readonly tokens: { readonly best: { readonly preset: string; readonly matching: number }; readonly masked: readonly { readonly row: number; readonly count: number }[] } }]
		>("audit", w.path(FILE), "--json");
		expect(tokens.masked.map(m => m.row)).toEqual([FAULTS.indexOf("M01")]);
		const said = page.locator(".section-audit");
		await expect.poll(() => said.textContent()).toContain(`${tokens.best.matching} `);
		await expect.poll(() => said.textContent()).toContain(`first in row ${tokens.masked[0]?.row}: ${tokens.masked[0]?.count} tokens`);
	});

	test("nothing of ours complained", () => expect(w.ownErrors()).toEqual([]));
});
