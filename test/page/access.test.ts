import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { bundlePage, bundleWorker, end, type Opened, openPage, workerBackend } from "./support/harness";
import { openSample, SAMPLE, textOf } from "./support/sample";

beforeAll(() => Promise.all([bundlePage(), bundleWorker()]));
afterAll(end);

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** Serious and critical violations, one line each. */
async function violations(o: Opened): Promise<string[]> {
	await o.page.evaluate(axe);
	const { violations: found } = (await o.page.evaluate("axe.run(document, { resultTypes: ['violations'] })")) as {
		violations: { id: string; impact: string; nodes: { html: string; failureSummary: string }[] }[];
	};
	return found
		.filter(v => v.impact === "serious" || v.impact === "critical")
		.flatMap(v => v.nodes.map(n => `${v.id}: ${n.html.slice(0, 160)} — ${n.failureSummary.split("\n")[1] ?? ""}`));
}

describe("no serious violation of accessibility rules", () => {
	test.each([
		["light", 1400],
		["dark", 1400],
		["hc-dark", 1400],
		["hc-light", 1400],
		["light", 700],
	] as const)("%s, %d pixels", async (theme, width) => {
		const o = await openSample({ theme, width });
		await o.page.locator("#transcript").focus();
		for (const key of ["]", "]", "3"]) await o.page.keyboard.press(key);
		await expect.poll(() => o.page.locator(".term-list").count()).toBe(2);
		expect(await violations(o)).toEqual([]);
		await o.page.locator(".topbar .disclosure").first().click();
		await o.page.keyboard.press("Control+f");
		expect(await violations(o)).toEqual([]);
		await o.page.keyboard.press("Escape");
		await o.page.keyboard.press("?");
		expect(await violations(o)).toEqual([]);
		await o.close();
	});
});

describe("no serious violation where files are several, or of no known shape", () => {
	const folder = mkdtempSync(join(tmpdir(), "page-access-"));
	afterAll(() => rmSync(folder, { recursive: true }));

	test.each(["light", "dark", "hc-dark", "hc-light"] as const)("the axis of steps, %s", async theme => {
		const rows = readFileSync(SAMPLE, "utf8").split("\n");
		for (const step of [1, 2, 3])
			writeFileSync(
				join(folder, `${step}.jsonl`),
				rows
					.slice(8 * step, 8 * step + 8)
					.map(l => `${JSON.stringify({ ...JSON.parse(l), step })}\n`)
					.join(""),
			);
		const o = await openPage({ backend: workerBackend(folder, "en", { source: { kind: "run", folder, files: null } }), theme });
		const slider = o.page.getByRole("slider", { name: "Training steps" });
		await slider.focus();
		await o.page.keyboard.press("ArrowRight");
		await expect.poll(() => textOf(o, ".facts")).toContain("3 files");
		expect(await violations(o)).toEqual([]);
		await o.page.getByRole("button", { name: "As table" }).click();
		expect(await violations(o)).toEqual([]);
		expect(o.errors).toEqual([]);
		await o.close();
	});

	test.each(["light", "dark"] as const)("the dialog that asks which key is which, %s", async theme => {
		const path = join(folder, "strange.jsonl");
		writeFileSync(path, `${JSON.stringify({ ask: "What is 2 + 2?", said: { text: "4" }, merit: 1, n: 3 })}\n`.repeat(4));
		const o = await openPage({ backend: workerBackend(path, "en"), theme });
		await o.page.getByRole("button", { name: "Say which key is which…" }).click();
		await o.page.locator("dialog[open] select").first().waitFor();
		expect(await violations(o)).toEqual([]);
		await o.page.screenshot({ path: `shots/mapping-${theme}.png` });
		expect(o.errors).toEqual([]);
		await o.close();
	});
});

test("everything can be reached by Tab, and what has the focus shows it", async () => {
	const o = await openSample();
	const seen = new Set<string>();
	for (let i = 0; i < 80; i++) {
		await o.page.keyboard.press("Tab");
		const here = await o.page.evaluate(() => {
			const e = document.activeElement as HTMLElement | null;
			return e === null || e === document.body ? "" : e.getAttribute("aria-label") || e.id || e.className || e.localName;
		});
		if (here !== "") seen.add(here);
	}
	for (const name of [
		"Estimator",
		"Preset",
		"Filter rollouts by text",
		"Rollouts",
		"Size of the rollouts pane",
		"Transcript",
		"Size of the reward pane",
		"Reward",
		"Next degenerate group",
		"Find in transcript",
	])
		expect([...seen]).toContain(name);
	await o.page.locator("#transcript").focus();
	await o.page.keyboard.press("ArrowRight");
	await expect.poll(() => o.page.locator("#transcript").evaluate(e => getComputedStyle(e).outlineStyle)).toBe("solid");
	await o.close();
});

test.each([1000, 1400])("at %d pixels every column of the table is seen whole, and so is every number in it", async width => {
	const o = await openSample({ width });
	const grid = o.page.locator("#rollouts");
	await expect.poll(() => grid.evaluate(e => e.scrollWidth - e.clientWidth)).toBe(0);
	const cut = await grid.evaluate(e => [...e.querySelectorAll(".trow.rollout .number")].filter(c => c.scrollWidth > c.clientWidth).map(c => c.textContent));
	expect(cut).toEqual([]);
	await grid.screenshot({ path: `shots/table-${width}.png` });
	await o.close();
});

test("screen readers hear the caret's token and its credit", async () => {
	const o = await openSample();
	await o.page.locator("#transcript").focus();
	await o.page.keyboard.press("]");
	await o.page.keyboard.press("]");
	await expect.poll(() => textOf(o, '.token-panel [aria-live="polite"]')).toMatch(/GRPO [+\u2212]\d/);
	const row = await o.page.locator("#transcript").getAttribute("aria-activedescendant");
	await expect.poll(() => o.page.locator(`#${row}`).getAttribute("role")).toBe("row");
	await o.close();
});

test("another theme repaints, another font breaks rows anew", async () => {
	const o = await openSample({ theme: "light" });
	const line = o.page.locator("#transcript .line.k-call .text").first();
	const paint = (): Promise<string> => line.evaluate(e => (e as HTMLElement).style.background);
	const [before, height] = [await paint(), (await line.boundingBox())?.height ?? 0];
	await o.page.evaluate(() => {
		document.body.className = "vscode-dark";
	});
	await expect.poll(paint).not.toBe(before);
	await o.page.evaluate(() => document.documentElement.style.setProperty("--vscode-editor-font-size", "20px"));
	await expect.poll(async () => (await o.page.locator("#transcript .line").first().boundingBox())?.height ?? 0).toBeGreaterThan(height);
	expect(o.errors).toEqual([]);
	await o.close();
});

test("forced colours and reduced motion leave a usable page", async () => {
	const o = await openSample();
	await o.page.emulateMedia({ forcedColors: "active", reducedMotion: "reduce" });
	expect(
		await o.page
			.locator("#transcript .text")
			.first()
			.evaluate(e => getComputedStyle(e).color),
	).not.toBe("");
	await expect.poll(() => o.page.locator(".toast").evaluate(e => getComputedStyle(e).transitionDuration)).toBe("0s");
	expect(o.errors).toEqual([]);
	await o.close();
});
