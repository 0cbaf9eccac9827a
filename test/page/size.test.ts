import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Generated, generatedRollout } from "./support/generate";
import { bundlePage, end, type Opened, openPage } from "./support/harness";

beforeAll(bundlePage);
afterAll(end);

const open = async (g: Generated): Promise<Opened> => {
	const o = await openPage({ backend: g });
	await o.page.locator("#transcript .line").first().waitFor();
	return o;
};
/** Elements and texts of the page. */
const nodes = (o: Opened): Promise<number> =>
	o.page.evaluate(() => document.createTreeWalker(document, NodeFilter.SHOW_ALL) && document.querySelectorAll("*").length + countTexts());
const installCount = (o: Opened): Promise<void> =>
	o.page.evaluate(() => {
		(window as unknown as { countTexts: () => number }).countTexts = () => {
			const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
			let n = 0;
			while (walker.nextNode()) n++;
			return n;
		};
	});
declare function countTexts(): number;

const CASES: readonly (Generated & { readonly name: string })[] = [
	{ name: "100k tokens", tokens: 100_000, rows: 8 },
	{ name: "500k tokens", tokens: 500_000, rows: 8 },
	{ name: "100k Chinese tokens, each with its own credit", tokens: 100_000, rows: 8, wide: true, dense: true },
	{ name: "2 M table rows", tokens: 500, rows: 2_000_000 },
];

describe.each(CASES)("$name", g => {
	test("stays virtual wherever it is scrolled, to the last row", { timeout: 120_000 }, async () => {
		const o = await open(g);
		await installCount(o);
		expect(await nodes(o)).toBeLessThan(2000);
		for (const key of ["Control+End", "PageUp", "Control+Home", "PageDown"]) {
			await o.page.locator("#transcript").focus();
			await o.page.keyboard.press(key);
			expect(await nodes(o), key).toBeLessThan(2000);
		}
		await o.page.locator("#transcript").focus();
		await o.page.keyboard.press("Control+End");
		await expect.poll(() => o.page.locator(".token-head .fact").first().textContent()).toContain(`${g.tokens} of ${g.tokens}`);
		await o.page.locator("#rollouts").focus();
		await o.page.keyboard.press("End");
		await expect.poll(() => o.page.locator(".rollout-title").textContent()).toContain(`Rollout ${g.rows}`);
		expect(await o.page.locator(".trow.active").isVisible()).toBe(true);
		expect(await nodes(o)).toBeLessThan(2000);
		expect(o.errors).toEqual([]);
		await o.close();
	});
});

test("no row of Chinese text is wider than the pane", async () => {
	const o = await open({ tokens: 5000, rows: 8, wide: true });
	const [widest, room] = await o.page.evaluate(() => {
		const grid = document.querySelector("#transcript") as HTMLElement;
		const widths = [...grid.querySelectorAll(".line:not(.placeholder) .text")].map(e => {
			const range = document.createRange();
			range.selectNodeContents(e);
			return range.getBoundingClientRect().right - grid.getBoundingClientRect().left;
		});
		return [Math.max(...widths), grid.clientWidth] as const;
	});
	expect(widest).toBeLessThanOrEqual(room);
	// and the room is used
	expect(widest).toBeGreaterThan(room * 0.85);
	await o.close();
});

test("selecting everything of 100k tokens copies the model's text, mounted or not", async () => {
	const g = { tokens: 100_000, rows: 8 };
	const o = await open(g);
	await o.page.keyboard.press("p");
	await o.page.locator("#transcript").focus();
	await o.page.keyboard.press("Control+a");
	await o.page.keyboard.press("Control+c");
	await expect.poll(() => o.editorAsks.filter(a => a.name === "clipboard").length).toBe(1);
	const { text } = generatedRollout(g, 0);
	const copied = o.editorAsks.flatMap(a => (a.name === "clipboard" ? [(a.body as { readonly text: string }).text] : []));
	expect(copied[0] === text).toBe(true);
	await o.close();
});

test("a search in 500k tokens finds every match", { timeout: 120_000 }, async () => {
	const g = { tokens: 500_000, rows: 8 };
	const o = await open(g);
	const expected = generatedRollout(g, 0).text.split("get_weather").length - 1;
	await o.page.keyboard.press("Control+f");
	await o.page.keyboard.type("GET_weather");
	await expect.poll(() => o.page.locator(".find-count").textContent()).toContain(`of ${expected.toLocaleString("en-US")}`);
	await o.page.keyboard.press("Shift+Enter");
	await expect.poll(() => o.page.locator(".frame.match").count()).toBeGreaterThan(0);
	await o.close();
});
