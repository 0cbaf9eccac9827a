import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { bundlePage, bundleWorker, end, type Opened, openPage, workerBackend } from "./support/harness";
import { openSample, showing } from "./support/sample";

beforeAll(() => Promise.all([bundlePage(), bundleWorker()]));
afterAll(end);

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

async function openLab(options: Parameters<typeof openSample>[0] = {}): Promise<Opened> {
	const o = await openSample(options);
	await o.page.locator("#tab-lab").click();
	await expect.poll(() => o.page.locator("#view-lab .lab-table").count(), { timeout: 20_000 }).toBeGreaterThan(7);
	return o;
}
// biome-ignore lint/performance/useDomNodeTextContent: what is hidden does not count
const cardText = (o: Opened, id: string): Promise<string> => o.page.locator(`section[aria-labelledby=lab-${id}]`).innerText();

test("every card that the sample allows is drawn, the other one says what it lacks", async () => {
	const o = await openLab();
	await expect.poll(() => cardText(o, "sparsity")).toMatch(/Groups of 4 are enough: 68.9 %/);
	await expect.poll(() => cardText(o, "weights")).toContain("all correct");
	await expect.poll(() => cardText(o, "curriculum")).toContain("90 kept");
	await expect.poll(() => cardText(o, "filters")).toContain("11 / 14");
	await expect.poll(() => cardText(o, "redundancy")).toMatch(/\d+ \/ 195/);
	await expect.poll(() => cardText(o, "hacking")).toContain("H05");
	await expect.poll(() => cardText(o, "evidence")).toMatch(/Grade, 1 to 5\s+\d/);
	await expect.poll(() => cardText(o, "distillation")).toContain("No top-k log-probabilities");
	expect(o.errors).toEqual([]);
	await o.close();
});

test("weights rank the file anew as they are moved, and a recipe holds them", async () => {
	const o = await openLab();
	const slider = o.page.getByRole("slider", { name: "Weight of Content" });
	const before = await cardText(o, "whatif");
	await slider.fill("6");
	await expect.poll(() => cardText(o, "whatif")).not.toBe(before);
	await o.page.getByRole("button", { name: "Copy as recipe" }).click();
	await expect.poll(() => o.editorAsks.filter(a => a.name === "clipboard").length).toBe(1);
	const [asked] = o.editorAsks.filter(a => a.name === "clipboard");
	const { text } = (asked ?? { body: { text: "" } }).body as { text: string };
	expect(JSON.parse(text)).toMatchObject({ basis: "recomputed", reward: { id: "layered", options: { weights: { content: 6 } } } });
	await o.close();
});

test("the recipe that was tried is written to a file that the editor asks for", async () => {
	const o = await openLab();
	await o.page.getByRole("slider", { name: "Weight of Format" }).fill("0");
	await o.page.locator("section[aria-labelledby=lab-whatif]").getByRole("combobox", { name: "Estimator" }).selectOption("rloo");
	await expect.poll(() => cardText(o, "whatif")).toContain("Under rloo");
	await o.page.getByRole("button", { name: "Write a recipe…" }).click();
	await expect.poll(() => o.editorAsks.filter(a => a.name === "save").length).toBe(1);
	const asked = o.editorAsks.find(a => a.name === "save");
	const { text, suffix } = (asked ?? { body: { text: "", suffix: "" } }).body as { text: string; suffix: string };
	expect(suffix).toBe(".reward.json");
	expect(JSON.parse(text)).toMatchObject({ estimator: { id: "rloo" }, reward: { options: { weights: { format: 0 } } } });
	await expect.poll(() => cardText(o, "whatif")).toMatch(/Rollouts that gain most[\s\S]*Rollouts that lose most/);
	await o.close();
});

test("a class weight is typed where it stands: the figures follow, the caret stays", async () => {
	const o = await openLab();
	const field = o.page.getByRole("spinbutton", { name: "Weight of the class all correct" });
	const before = await cardText(o, "curriculum");
	await field.fill("2");
	await expect.poll(() => cardText(o, "curriculum")).not.toBe(before);
	// 39 rollouts weigh 1 more each
	await expect.poll(() => cardText(o, "curriculum")).toContain("weights that sum to 93.9");
	await expect.poll(() => o.page.evaluate("document.activeElement.getAttribute('aria-label')")).toBe("Weight of the class all correct");
	await o.close();
});

test("samples are exported as they are shown: the phase, the shape, a reason on each", async () => {
	const o = await openLab();
	const card = o.page.locator("section[aria-labelledby=lab-curriculum]");
	await card.getByRole("combobox", { name: "Phase", exact: true }).selectOption("3");
	await expect.poll(() => cardText(o, "curriculum")).not.toContain("90 kept");
	const [, kept] = /(\d+) kept/.exec(await cardText(o, "curriculum")) ?? [];
	await card.getByRole("combobox", { name: "Shape" }).selectOption("ms-swift");
	await card.getByRole("button", { name: "Export samples…" }).click();
	await expect.poll(() => o.editorAsks.filter(a => a.name === "save").length).toBe(1);
	const saved = o.editorAsks.find(a => a.name === "save");
	const { text, suffix } = (saved ?? { body: { text: "", suffix: "" } }).body as { text: string; suffix: string };
	const rows = text
		.trim()
		.split("\n")
		.map(line => JSON.parse(line));
	expect([suffix, rows.length]).toEqual([".phase-3.jsonl", Number(kept)]);
	expect(rows.every(r => r.reason !== "" && r.loss_weight > 0 && r.messages.some((m: { loss?: boolean }) => m.loss))).toBe(true);
	await o.close();
});

test("links lead to the rollout", async () => {
	const o = await openLab();
	const link = o.page.locator("section[aria-labelledby=lab-whatif] .lab-table .lab-link").first();
	await o.page.getByRole("slider", { name: "Weight of Result" }).fill("0");
	await expect.poll(() => link.count()).toBe(1);
	const row = await link.textContent();
	await link.click();
	await expect.poll(() => o.page.locator("#view-rollouts").isVisible()).toBe(true);
	await showing(o, Number(row));
	await o.close();
});

test("typed chances take the place of the file's; what is no chance is said", async () => {
	const o = await openLab();
	const chances = o.page.locator("section[aria-labelledby=lab-sparsity] vscode-text-field input");
	await chances.fill(".3 .3 .3 .3 .3");
	await expect.poll(() => cardText(o, "sparsity")).toContain("Below 1 %");
	await chances.fill("7");
	await expect.poll(() => cardText(o, "sparsity")).toContain("Numbers from 0 to 1");
	await o.close();
});

test("what teacher and student differ in is painted in the colours of the setting; approximate tokens are marked", async () => {
	const folder = mkdtempSync(join(tmpdir(), "ri-kd-"));
	const log = (o: Readonly<Record<string, number>>) => Object.fromEntries(Object.entries(o).map(([t, p]) => [t, Math.log(p)]));
	const row = {
		prompt: "When?",
		response: "At nine",
		reward: 1,
		tokens: ["At", " nine"],
		teacher_top_logprobs: [log({ At: 0.8, By: 0.1 }), log({ " nine": 0.7, " ten": 0.2 })],
		student_top_logprobs: [log({ At: 0.3, By: 0.6 }), log({ " nine": 0.5, " two": 0.4 })],
	};
	const path = join(folder, "kd.jsonl");
	writeFileSync(path, [row, { ...row, reward: 0 }].map(r => `${JSON.stringify(r)}\n`).join(""));
	const o = await openPage({ backend: workerBackend(path, "en"), palette: "positive-blue", theme: "dark" });
	await o.page.locator(".trow.rollout").first().waitFor();
	await o.page.locator("#tab-lab").click();
	const tokens = o.page.locator(".lab-token");
	await expect.poll(() => tokens.count()).toBe(2);
	await expect.poll(() => tokens.first().getAttribute("style")).toMatch(/background: rgba\(64, ?156, ?255/);
	await expect.poll(() => tokens.first().getAttribute("class")).not.toContain("approximate");
	await expect.poll(() => tokens.nth(1).getAttribute("class")).toContain("approximate");
	await expect.poll(() => tokens.nth(1).getAttribute("title")).toContain("approximate");
	await o.close();
	rmSync(folder, { recursive: true });
});

test("the keyboard alone: arrows change the view, the plot becomes a table and keeps the focus", async () => {
	const o = await openSample();
	await o.page.locator("#tab-rollouts").focus();
	await o.page.keyboard.press("ArrowRight");
	await expect.poll(() => o.page.locator("#view-lab").isVisible()).toBe(true);
	const toggle = o.page.locator(".lab-picture vscode-button");
	await expect.poll(() => toggle.count(), { timeout: 20_000 }).toBe(1);
	await toggle.focus();
	await o.page.keyboard.press("Enter");
	await expect.poll(() => o.page.locator(".lab-picture table").count()).toBe(1);
	await expect.poll(() => o.page.evaluate("document.activeElement.closest('.lab-picture') !== null")).toBe(true);
	await o.close();
});

describe("no serious violation of accessibility rules", () => {
	test.each([
		["light", "en", 1400],
		["dark", "zh-cn", 700],
		["hc-dark", "en", 1000],
		["hc-light", "zh-cn", 1400],
	] as const)("%s, %s, %d pixels", async (theme, locale, width) => {
		const o = await openLab({ theme, locale, width });
		await o.page.evaluate(axe);
		const { violations } = (await o.page.evaluate("axe.run(document, { resultTypes: ['violations'] })")) as {
			violations: { id: string; impact: string; nodes: { html: string; failureSummary: string }[] }[];
		};
		expect(
			violations.filter(v => v.impact === "serious" || v.impact === "critical").flatMap(v => v.nodes.map(n => `${v.id}: ${n.html.slice(0, 200)} ${n.failureSummary}`)),
		).toEqual([]);
		if (locale === "zh-cn") expect(await o.page.locator("#view-lab").textContent()).not.toMatch(/rollouts with|Groups of/);
		if (process.env.LAB_SHOTS) await o.page.screenshot({ path: `${process.env.LAB_SHOTS}/lab-${theme}-${locale}-${width}.png` });
		await expect.poll(() => o.page.evaluate("document.getElementById('view-lab').scrollWidth <= document.getElementById('view-lab').clientWidth")).toBe(true);
		await o.close();
	});
});
