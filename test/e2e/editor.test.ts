import type { FrameLocator } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { signed } from "../../webview/format";
import { type CreditJson, cli, type GroupJson } from "./cli";
import { useWorkbench, type Workbench } from "./driver";

const FILE = "tool-agent-step-40.jsonl";
const workbench = useWorkbench();
let w: Workbench;
let page: FrameLocator;
beforeAll(async () => {
	w = workbench();
	page = await w.openRollouts(FILE);
	await page.locator('.trow.rollout[data-row="0"]').waitFor();
});

const row = (n: number) => page.locator(`.trow.rollout[data-row="${n}"]`);
const credit = (n: number) => cli<CreditJson>("credit", w.path(FILE), "--row", String(n), "--compare", "grpo,slca", "--json");
const key = async (...keys: string[]) => {
	for (const k of keys) await w.page.keyboard.press(k);
};
/** Goes round the panes with F6 until one of them has the focus. */
const focusPane = async (id: "rollouts" | "transcript" | "reward") => {
	const target = page.locator(`#${id}`);
	for (let i = 0; i < 4; i++) {
		if (await target.evaluate(e => e.ownerDocument.activeElement === e)) return;
		await key("F6");
	}
	throw new Error(`F6 does not reach ${id}`);
};
const allTexts = (selector: string) => page.locator(selector).allTextContents();
const heat = () =>
	page.locator("#transcript .line .text").evaluateAll(cells => cells.map(c => (c as HTMLElement).style.background.match(/rgba?\([^)]*\)/g)?.join(" ") ?? "").join("\n"));

describe("the sample in a real VS Code", () => {
	test("rewards and advantages in the table are those of the command line", async () => {
		const groups = cli<GroupJson[]>("groups", w.path(FILE), "--json");
		const expected = new Map(groups.flatMap(g => g.members.map(m => [m.row, m] as const)));
		await expect.poll(() => row(0).locator(".reward").textContent()).toBe("1.80");
		const shown = await page
			.locator(".trow.rollout")
			.evaluateAll(rows => rows.map(r => ({ row: Number(r.getAttribute("data-row")), cells: [...r.querySelectorAll(".number")].map(c => c.textContent ?? "") })));
		expect(shown.length).toBeGreaterThan(15);
		for (const { row: n, cells } of shown) {
			const member = expected.get(n);
			expect(cells[0], `reward of ${n}`).toBe(signed(member?.reward ?? Number.NaN).replace(/^\+/, ""));
			expect(cells[4], `advantage of ${n}`).toBe(signed(member?.advantage ?? Number.NaN));
		}
	});

	test("a rollout is chosen by keyboard alone", async () => {
		await focusPane("rollouts");
		await key("ArrowDown");
		await expect.poll(() => row(1).getAttribute("aria-selected")).toBe("true");
		await expect.poll(() => page.locator(".rollout-title").textContent()).toContain("Rollout 2");
	});

	test("1, 2 and 3 switch colours and numbers between GRPO, SLCA-GRPO and their difference", async () => {
		const { segments } = credit(1);
		const of = { "1": (a: Record<string, number | null>) => a.grpo, "2": (a: Record<string, number | null>) => a.slca, "3": difference };
		const seen = new Set<string>();
		for (const [lens, value] of Object.entries(of)) {
			await key(lens);
			await expect.poll(() => page.locator('.lens [aria-checked="true"] kbd').textContent()).toBe(lens);
			const paid = segments.filter(s => s.lane !== null).map(s => signed(value(s.advantages) ?? Number.NaN));
			const shown = (await allTexts("#transcript .gutter .value")).filter(text => text !== "");
			expect(shown.length).toBeGreaterThan(2);
			expect(paid.join(" ")).toContain(shown.join(" "));
			seen.add(await heat());
		}
		expect(seen.size).toBe(3);
		await key("1");
	});

	test("the caret's token shows the command line's credit, and its terms add up to it", async () => {
		await focusPane("transcript");
		await key("]", "ArrowRight");
		const { tokens } = credit(1);
		const number = /token (\d+) of/.exec((await page.locator(".token-head").textContent()) ?? "")?.[1];
		const token = tokens[Number(number) - 1];
		expect(token?.credits.grpo).not.toBeNull();
		const shown = await allTexts(".token-credits dd");
		expect(shown.slice(0, 2)).toEqual([signed(token?.credits.grpo ?? Number.NaN, 4), signed(token?.credits.slca ?? Number.NaN, 4)]);
		await expect.poll(() => page.locator(".token-terms li").count()).toBeGreaterThan(0);
		const terms = (await allTexts(".token-terms li .number")).map(text => Number(text.replace("−", "-")));
		expect(terms.reduce((a, b) => a + b, 0)).toBeCloseTo(token?.credits.grpo ?? Number.NaN, 3);
	});

	test("find counts every occurrence in the whole text, and Escape closes it", async () => {
		const { text } = credit(1);
		await key("Control+F");
		await w.page.keyboard.type("get_forecast");
		await expect.poll(() => page.locator(".find-count").textContent()).toBe(`1 of ${text.split("get_forecast").length - 1}`);
		await key("Escape");
		await expect.poll(() => page.locator(".find-bar").isVisible()).toBe(false);
	});

	test("the palette copies the chosen rollout as JSON and as Markdown", async () => {
		const clipboard = () => w.page.evaluate(() => navigator.clipboard.readText());
		await w.command("Reward Inspector: Copy Rollout as JSON");
		await expect.poll(async () => (await clipboard()).startsWith("{")).toBe(true);
		expect(JSON.parse(await clipboard())).toMatchObject({ row: 1 });
		await w.command("Reward Inspector: Copy Rollout as Markdown");
		await expect.poll(clipboard).toMatch(/^\*\*row 1\*\*/);
	});

	test("the next degenerate group is found from the palette", async () => {
		const groups = cli<GroupJson[]>("groups", w.path(FILE), "--json");
		const first = groups.find(g => g.degenerate !== null)?.members[0]?.row ?? -1;
		await w.command("Reward Inspector: Next Degenerate Group");
		await expect.poll(() => row(first).getAttribute("aria-selected")).toBe("true");
		await expect.poll(() => page.locator(".trow.group.degenerate .group-flag").first().isVisible()).toBe(true);
	});

	test("the text editor opens beside at the rollout's line", async () => {
		await focusPane("rollouts");
		await key("Home", "ArrowDown", "ArrowDown", "ArrowDown");
		await expect.poll(() => row(2).getAttribute("aria-selected")).toBe("true");
		await w.command("Reward Inspector: Reveal Rollout in the Text Editor");
		await w.page.locator(".editor-group-container").nth(1).locator(".monaco-editor").waitFor();
		await w.page.locator(".statusbar-item", { hasText: /Ln 3, Col/ }).waitFor();
		await w.command("View: Close Editor");
	});

	test("hidden and shown again, the editor is where it was", async () => {
		await w.openText("tool-agent-step-40.reward.json");
		await page.locator("body").waitFor({ state: "detached" });
		await w.tab(FILE).click();
		page = w.editor();
		await expect.poll(() => row(2).getAttribute("aria-selected"), { timeout: 20_000 }).toBe("true");
		await expect.poll(() => page.locator(".rollout-title").textContent()).toContain("Rollout 3");
	});

	test("two editors of one file both answer", async () => {
		await w.command("View: Split Editor Right");
		await w.page.locator("iframe.webview.ready").nth(1).waitFor();
		for (const n of [0, 1]) await w.editor(n).locator('.trow.rollout[data-row="0"]').waitFor();
		await w.command("View: Close Editor");
		await w.page.locator("iframe.webview.ready").nth(1).waitFor({ state: "detached" });
		page = w.editor();
	});

	test("the palette setting repaints an open editor", async () => {
		await row(0).click();
		await expect.poll(heat).toMatch(/rgb/);
		const before = await heat();
		w.settings({ "rewardInspector.palette": "positive-blue" });
		await expect.poll(heat).not.toBe(before);
		w.settings({ "rewardInspector.palette": null });
		await expect.poll(heat).toBe(before);
	});

	test("nothing was written to the console as an error, no policy was violated", () => {
		expect(w.ownErrors()).toEqual([]);
	});
});

const difference = (a: Record<string, number | null>): number => (a.grpo ?? Number.NaN) - (a.slca ?? Number.NaN);
