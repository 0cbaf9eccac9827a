import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { score, signed } from "../../webview/format";
import { ROLLOUTS } from "../cli/rollouts";
import { bundlePage, bundleWorker, end, type Opened, openPage, workerBackend } from "./support/harness";

const folder = mkdtempSync(join(tmpdir(), "reward-inspector-page-"));
const file = join(folder, "run.jsonl");
const audited = join(folder, "audited.jsonl");
const bundle = join(folder, "cli.js");
const root = resolve(import.meta.dirname, "../..");
const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

beforeAll(async () => {
	writeFileSync(file, ROLLOUTS);
	writeFileSync(
		audited,
		[1, 0, 0.5, 0.25].map((reward, i) => `${JSON.stringify({ prompt: "p", response: String(i), reward, group: "g", advantage: i === 2 ? 9 : reward - 0.4375 })}\n`).join(""),
	);
	const { bundleTo } = (await import(pathToFileURL(join(root, "scripts/build.mjs")).href)) as { bundleTo: (out: string, file: string) => Promise<void> };
	await Promise.all([bundlePage(), bundleWorker(), bundleTo("cli.js", bundle)]);
}, 120_000);
afterAll(end);

const cli = (...args: readonly string[]) => JSON.parse(spawnSync(process.execPath, [bundle, ...args], { encoding: "utf8" }).stdout);
const opened = (path: string, locale: "en" | "zh-cn" = "en", more: Partial<Parameters<typeof openPage>[0]> = {}): Promise<Opened> =>
	openPage({ backend: workerBackend(path, locale), locale, ...more });
/** Opens a folded section with the keyboard. */
async function unfold(o: Opened, id: string): Promise<void> {
	const details = o.page.locator(`.section-${id}`);
	const open = (): Promise<boolean> => details.evaluate(d => (d as HTMLDetailsElement).open);
	// the pane is drawn anew while the file is read, and a key pressed in that moment meets nothing
	await expect
		.poll(async () => {
			if (!(await open())) await o.page.locator(`.section-${id} > summary`).press("Enter");
			return open();
		})
		.toBe(true);
	await expect.poll(() => details.textContent()).not.toBe("");
}
async function violations(o: Opened): Promise<readonly string[]> {
	await o.page.evaluate(axe);
	const found = (await o.page.evaluate("axe.run(document, { resultTypes: ['violations'] })")) as { violations: { id: string; impact: string; nodes: { html: string }[] }[] };
	return found.violations.filter(v => v.impact === "serious" || v.impact === "critical").flatMap(v => v.nodes.map(n => `${v.id}: ${n.html.slice(0, 160)}`));
}

test("estimators compared: the numbers are the command line's, each difference has its reason, and a member opens", async () => {
	const o = await opened(file);
	await unfold(o, "compare");
	await expect.poll(() => o.page.locator(".compared").count()).toBe(2);
	const beside = cli("credit", "--json", "--row", "0", "--compare", "grpo,slca", file);
	const of = (id: string) => beside.advantages.find((a: { estimator: string }) => a.estimator === id);
	const cells = await o.page.locator(".compared").first().locator("tbody tr").first().locator("td.number").allTextContents();
	expect(cells.slice(1, 3)).toEqual([signed(of("grpo").advantage), signed(of("slca").lanes.tool)]);
	const rows = await o.page.locator(".compared").first().locator("tbody tr.member").count();
	expect(rows).toBe(3);
	await expect.poll(() => o.page.locator(".compared .why span").count()).toBeGreaterThan(0);
	// no column lies beyond the pane
	const beyond = await o.page
		.locator("#reward")
		.evaluate(e => [...e.querySelectorAll(".compared, .told, .params")].map(x => x.getBoundingClientRect().right - e.getBoundingClientRect().right));
	expect(beyond.filter(d => d > 0)).toEqual([]);
	await expect.poll(() => o.page.locator(".reach tbody tr").count()).toBe(16);
	expect(await violations(o)).toEqual([]);
	await o.page.locator(".compared button.link").nth(1).click();
	await expect.poll(() => o.page.locator('.compared tr[aria-current="true"] th').first().textContent()).toBe("Rollout 2");
	expect(o.errors).toEqual([]);
	await o.close();
});

test("leakage of the group is the command line's", async () => {
	const o = await opened(file);
	await unfold(o, "leakage");
	await expect.poll(() => o.page.locator(".section-leakage > div").textContent()).not.toBe("");
	const { leakage } = cli("credit", "--json", "--row", "0", "--compare", "grpo,slca", file);
	const text = await o.page.locator(".section-leakage").textContent();
	if (leakage === null) expect(text).toContain("Leakage needs");
	else if (leakage.decomposition) expect(text).toContain(score(leakage.decomposition.kappa, 3));
	expect(await violations(o)).toEqual([]);
	await o.close();
});

test.each(["en", "zh-cn"] as const)("the audit names the variant and the rollout nothing explains, in %s", async locale => {
	const o = await opened(audited, locale);
	await unfold(o, "audit");
	const [{ best }] = cli("audit", "--json", audited);
	await expect.poll(() => o.page.locator(".section-audit").textContent()).toContain(best.preset);
	const text = await o.page.locator(".section-audit").textContent();
	expect(text).toContain(locale === "en" ? "3 of 4 recorded advantages" : "4 个优势中有 3 个");
	await expect.poll(() => o.page.locator(".section-audit button.link").first().textContent()).toBe("Rollout 3");
	expect(await violations(o)).toEqual([]);
	expect(o.errors).toEqual([]);
	await o.close();
});
