import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import type { FrameLocator } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { cli, type GroupJson } from "./cli";
import { useWorkbench } from "./driver";

const workbench = useWorkbench();
const OPEN = "Open as Run with Reward Inspector";
/** Lines of the sample as those of another step. */
const lines = (from: number, to: number, step: number): string =>
	readFileSync(workbench().path("tool-agent-step-40.jsonl"), "utf8")
		.split("\n")
		.slice(from, to)
		.map(l => `${JSON.stringify({ ...JSON.parse(l), step })}\n`)
		.join("");
const write = (name: string, content: string): void => writeFileSync(workbench().path(`dump/${name}`), content);
const inExplorer = (name: string) => workbench().page.locator(".explorer-folders-view .monaco-list-row", { hasText: name }).first();
/** By the explorer's menu; a menu that has just come swallows clicks. */
const openAsRun = async (name: string): Promise<void> => {
	await inExplorer(name).click({ button: "right" });
	const item = workbench().page.locator(".monaco-menu .action-label", { hasText: OPEN });
	for (let tries = 0; tries < 10; tries++) {
		await item.click({ timeout: 2000 }).catch(() => {});
		const gone = await item.waitFor({ state: "hidden", timeout: 2000 }).then(
			() => true,
			() => false,
		);
		if (gone) return;
	}
	throw new Error(`the menu of ${name} does not take a click`);
};
let page: FrameLocator;

beforeAll(async () => {
	rmSync(workbench().path("dump"), { recursive: true, force: true });
	mkdirSync(workbench().path("dump"));
	write("2.jsonl", lines(0, 8, 2));
	write("10.jsonl", lines(0, 16, 10));
	write("9.jsonl", lines(72, 80, 9));
	// a watcher that is just starting may miss the folder
	await workbench().reload();
	await inExplorer("dump").waitFor();
	await openAsRun("dump");
	page = workbench().editor();
	await page.locator('.trow.rollout[data-row="0"]').waitFor();
});
afterEach(() => expect(workbench().ownErrors()).toEqual([]));
afterAll(() => rmSync(workbench().path("dump"), { recursive: true, force: true }));

const slider = () => page.getByRole("slider", { name: "Training steps" });
const valueText = () => slider().getAttribute("aria-valuetext");
const matching = () => page.locator(".matching").textContent();
const key = async (...keys: string[]): Promise<void> => {
	for (const k of keys) await workbench().page.keyboard.press(k);
};

test("a folder opens as one run under its name, its files in natural order", async () => {
	await workbench().tab("dump").waitFor();
	await expect.poll(() => page.locator("h1").textContent()).toBe("dump");
	await expect.poll(() => page.locator(".facts").textContent()).toMatch(/^3 files · 32 rollouts/);
	await expect.poll(() => page.locator(".rollout-title").textContent()).toContain("2.jsonl, line 1");
	await workbench().shot("run");
});

test("the axis tells each step's mean and useful groups, as the command line does", async () => {
	await expect.poll(() => slider().getAttribute("aria-valuemax")).toBe("3");
	const groups = cli<GroupJson[]>("groups", "--run", workbench().path("dump"), "--json");
	await slider().focus();
	for (const [at, step] of [2, 9, 10].entries()) {
		await key("Home", ...Array<string>(at).fill("ArrowRight"));
		const members = groups.filter(g => (g as unknown as { step: number }).step === step).flatMap(g => g.members.map(m => m.reward ?? Number.NaN));
		const mean = members.reduce((a, b) => a + b, 0) / members.length;
		await expect.poll(valueText).toContain(`Step ${step}: mean reward ${mean.toFixed(3)}`);
	}
});

test("Enter shows one step alone, Escape all; a click does the same, and the table view too", async () => {
	await slider().focus();
	await key("Home", "ArrowRight", "Enter");
	await expect.poll(matching).toMatch(/^8 of 32/);
	await expect.poll(valueText).toMatch(/Step 9: .*shown alone$/);
	await key("Escape");
	await expect.poll(matching).toMatch(/^32 of 32/);
	const box = await slider().boundingBox();
	await slider().click({ position: { x: (box?.width ?? 0) - 5, y: 10 } });
	await expect.poll(matching).toMatch(/^16 of 32/);
	await page.getByRole("button", { name: "As table" }).click();
	const table = page.getByRole("table", { name: "Training steps" });
	await expect.poll(() => table.locator("tbody th").allTextContents()).toEqual(["2", "9", "10"]);
	await table.getByRole("button", { name: "2", exact: true }).click();
	await expect.poll(matching).toMatch(/^8 of 32/);
	await page.getByRole("button", { name: "Show all steps" }).click();
	await page.getByRole("button", { name: "As picture" }).click();
	await expect.poll(matching).toMatch(/^32 of 32/);
});

test("a rollout's line is shown in its own file", async () => {
	await page.locator('.trow.rollout[data-row="9"]').click();
	await expect.poll(() => page.locator(".rollout-title").textContent()).toContain("9.jsonl, line 2");
	await page.locator("#transcript").focus();
	await key("O");
	await workbench().tab("9.jsonl").waitFor();
	await expect.poll(() => workbench().page.locator(".part.statusbar").textContent()).toMatch(/Ln 2,/);
	await workbench().command("View: Close Editor");
});

test("a new step file appears, and so does what is appended to the last one", async () => {
	write("11.jsonl", lines(0, 4, 11));
	await expect.poll(() => page.locator(".facts").textContent(), { timeout: 20_000 }).toMatch(/^4 files · 36 rollouts/);
	await expect.poll(() => slider().getAttribute("aria-valuemax")).toBe("4");
	write("11.jsonl", lines(0, 8, 11));
	await expect.poll(() => page.locator(".facts").textContent(), { timeout: 20_000 }).toMatch(/^4 files · 40 rollouts/);
});

test("the run is there again after a restart of the window", async () => {
	await workbench().reload();
	page = workbench().editor();
	await expect.poll(() => page.locator("h1").textContent(), { timeout: 60_000 }).toBe("dump");
	await expect.poll(() => page.locator(".facts").textContent()).toMatch(/^4 files/);
});

test("files that are selected open as a run of just these", async () => {
	await workbench().closeAllEditors();
	if (!(await inExplorer("10.jsonl").isVisible())) await inExplorer("dump").click();
	await inExplorer("10.jsonl").click();
	await inExplorer("9.jsonl").click({ modifiers: ["Control"] });
	await openAsRun("9.jsonl");
	page = workbench().editor();
	await expect.poll(() => page.locator("h1").textContent()).toBe("dump");
	await expect.poll(() => page.locator(".facts").textContent()).toMatch(/^2 files · 24 rollouts/);
});

test("a file of no known shape: a person says which key is which, and it is read", async () => {
	const w = workbench();
	const row = (ask: string, said: string, grade: number): string => `${JSON.stringify({ ask, said: { last: said }, meta: { grade } })}\n`;
	writeFileSync(w.path("odd.jsonl"), row("High tide?", "At 14:20.", 1) + row("High tide?", "At noon.", 0));
	page = await w.openRollouts("odd.jsonl");
	await expect.poll(() => page.locator(".banner:not([hidden])").textContent()).toMatch(/Name the keys/);
	await page.getByRole("button", { name: "Say which key is which" }).click();
	const dialog = page.getByRole("dialog", { name: "Which key is which?" });
	await dialog.getByRole("button", { name: "Read it so" }).click();
	await expect.poll(() => dialog.getByRole("alert").textContent()).toMatch(/holds the response/);
	await dialog.getByLabel("Prompt").selectOption("ask");
	await dialog.getByLabel("Response").selectOption("said.last");
	await dialog.getByLabel("Reward").selectOption("meta.grade");
	await w.shot("mapping");
	await dialog.getByRole("button", { name: "Read it so" }).click();
	await dialog.waitFor({ state: "hidden" });
	await expect.poll(() => page.locator(".trow.rollout .reward").allTextContents()).toEqual(["1.00", "0.00"]);
	await expect.poll(() => page.locator(".banner:not([hidden])").count()).toBe(0);
	rmSync(w.path("odd.jsonl"));
});
