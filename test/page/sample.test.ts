import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { signed } from "../../webview/format";
import { bundlePage, bundleWorker, end, type Opened } from "./support/harness";
import { numberOf, openSample, showing, shown, textOf, texts } from "./support/sample";

beforeAll(() => Promise.all([bundlePage(), bundleWorker()]));
afterAll(end);

/** Opens the sample, runs a scenario, and demands that the console stayed silent. */
const scenario = (name: string, run: (o: Opened) => Promise<void>, more: Parameters<typeof openSample>[0] = {}): void =>
	test(name, async () => {
		const o = await openSample(more);
		await run(o);
		expect(o.errors).toEqual([]);
		await o.close();
	});
const press = async (o: Opened, ...keys: string[]): Promise<void> => {
	for (const key of keys) await o.page.keyboard.press(key);
};
const focusOn = (o: Opened, id: "rollouts" | "transcript" | "reward"): Promise<void> => o.page.locator(`#${id}`).focus();
/** Texts that went to the clipboard. */
const copied = (o: Opened): string[] => o.editorAsks.flatMap(a => (a.name === "clipboard" ? [(a.body as { readonly text: string }).text] : []));
const focused = (o: Opened): Promise<string> => o.page.evaluate(() => document.activeElement?.id ?? "");

describe("the table", () => {
	scenario("lists groups and rollouts, and the keyboard shows one after the other", async o => {
		await showing(o, 0);
		await press(o, "F6");
		await expect.poll(() => focused(o)).toBe("rollouts");
		await press(o, "Home", "ArrowDown", "ArrowDown", "ArrowDown");
		await showing(o, 2);
		await expect.poll(() => o.page.locator("#rollouts").getAttribute("aria-activedescendant")).toBe("row-3");
		await expect.poll(() => o.page.locator('.trow[aria-selected="true"]').getAttribute("aria-rowindex")).toBe("5");
		await press(o, "ArrowLeft");
		await expect.poll(() => o.page.locator(".trow.active").getAttribute("aria-level")).toBe("1");
		await press(o, "End");
		await showing(o, 111);
		await press(o, "k", "k");
		await showing(o, 109);
	});

	scenario("cells are the session's numbers", async o => {
		const answers = o.received.flatMap(m =>
			m.type === "answer" && m.body !== null && typeof m.body === "object" && "items" in m.body ? [m.body.items as { kind: string; advantage: number; recorded: number }[]] : [],
		);
		const first = (answers[answers.length - 1] ?? []).filter(r => r.kind === "rollout").slice(0, 8);
		await expect.poll(() => texts(o, ".trow.rollout .reward")).toEqual(expect.arrayContaining(first.map(r => r.recorded.toFixed(2))));
		const cells = await o.page.locator(".trow.rollout").first().locator(".number").allTextContents();
		expect(cells).toContain(signed(first[0]?.advantage ?? Number.NaN));
	});

	scenario("sorts, filters, and says how many match", async o => {
		// by the keyboard, which stays on the head that was drawn anew
		await o.page.getByRole("button", { name: "Adv." }).focus();
		await press(o, "Enter");
		await expect.poll(() => o.page.locator('[role="columnheader"][aria-sort="descending"]').textContent()).toContain("Adv.");
		await expect.poll(() => o.page.evaluate(() => document.activeElement?.textContent)).toBe("Adv.");
		// groups stay together, ordered by their mean; rollouts are ordered inside
		const first = async (): Promise<number[]> => (await texts(o, ".trow.rollout .advantage")).slice(0, 7).map(numberOf);
		await expect.poll(async () => JSON.stringify(await first()) === JSON.stringify((await first()).sort((a, b) => b - a))).toBe(true);
		await expect.poll(() => o.page.locator(".trow").first().getAttribute("data-index")).toBe("0");

		await press(o, "/");
		await o.page.keyboard.type("bergen");
		await expect.poll(() => textOf(o, ".matching")).toBe("8 of 112 rollouts");
		await press(o, "Escape");
		await expect.poll(() => textOf(o, ".matching")).toBe("112 of 112 rollouts");
		await expect.poll(() => focused(o)).toBe("rollouts");
		await press(o, "/");
		await o.page.keyboard.type("no such text anywhere");
		await expect.poll(() => o.page.locator(".table-pane .empty").isVisible()).toBe(true);
	});

	scenario("G goes from one degenerate group to the next, Shift+G back, and says when there is none", async o => {
		const flag = (): Promise<string> => textOf(o, ".trow.active .group-flag");
		const seen: string[] = [];
		for (let i = 0; i < 3; i++) {
			const before = await o.page.locator("#rollouts").getAttribute("aria-activedescendant");
			await press(o, "g");
			await expect.poll(() => o.page.locator("#rollouts").getAttribute("aria-activedescendant")).not.toBe(before);
			await expect.poll(flag).not.toBe("");
			seen.push((await o.page.locator("#rollouts").getAttribute("aria-activedescendant")) ?? "");
		}
		expect(new Set(seen).size).toBe(3);
		await press(o, "g");
		await expect.poll(() => textOf(o, ".toast")).toBe("No degenerate group below this one");
		await press(o, "Shift+G");
		await expect.poll(() => o.page.locator("#rollouts").getAttribute("aria-activedescendant")).toBe(seen[1]);
		await expect.poll(() => textOf(o, ".rollout-title")).toContain("Rollout");
	});
});

describe("the transcript", () => {
	scenario("caret, credit and lens: every number is the session's", async o => {
		await focusOn(o, "transcript");
		await press(o, "]", "]", "ArrowRight");
		const view = shown(o);
		const token = Number((await textOf(o, ".token-head .fact")).match(/[\d,]+/)?.[0]) - 1;
		const credits = async (): Promise<string[]> => texts(o, ".token-credits dd");
		const [grpo, slca] = [view.credit.grpo?.[token] as number, view.credit.slca?.[token] as number];
		await expect.poll(credits).toEqual([signed(grpo, 4), signed(slca, 4), signed(grpo - slca, 4)]);
		await expect.poll(() => textOf(o, ".token-head code")).toContain(view.text.slice(view.tokens.from[token], view.tokens.to[token]).trim());

		const gutter = (): Promise<string[]> => texts(o, "#transcript .line.first .value");
		const broadcast = await gutter();
		expect(broadcast.filter(v => v !== "")).toContain(signed(grpo));
		await press(o, "2");
		await expect.poll(() => o.page.locator('[data-lens="slca"]').getAttribute("aria-checked")).toBe("true");
		expect((await gutter()).filter(v => v !== "")).toContain(signed(slca));
		await expect.poll(() => gutter()).not.toEqual(broadcast);
		await press(o, "3");
		expect((await gutter()).filter(v => v !== "")).toContain(signed(grpo - slca));
		await press(o, "x");
		await expect.poll(() => o.page.locator('[data-lens="grpo"]').getAttribute("aria-checked")).toBe("true");
	});

	scenario("the terms shown for a token add up to its credit, under each estimator", async o => {
		await focusOn(o, "transcript");
		await press(o, "]", "]", "3");
		await expect.poll(() => o.page.locator(".term-list").count()).toBe(2);
		for (const list of await o.page.locator(".term-list").all()) {
			const credit = numberOf((await list.locator(".term-head").textContent())?.match(/[+\u2212]?[\d.]+(?=,)/)?.[0] ?? "");
			const terms = (await list.locator("li .number").allTextContents()).map(numberOf);
			expect(terms.length).toBeGreaterThan(0);
			expect(terms.reduce((a, b) => a + b, 0)).toBeCloseTo(credit, 3);
		}
	});

	scenario("the factors shown for a token multiply to its gradient weight; the file does not tell the ratio, and that is said", async o => {
		await focusOn(o, "transcript");
		await press(o, "]", "]");
		const list = o.page.locator(".weight-list").first();
		await expect.poll(() => list.locator("li").count()).toBe(3);
		const number = (text: string | null | undefined): number => Number((text ?? "").replace("\u2212", "-"));
		const weight = number((await list.locator(".term-head").textContent())?.match(/\u2212?[\d.]+(?:e-\d+)?(?=,)/)?.[0]);
		const product = (await list.locator("li .number").allTextContents()).map(number).reduce((a, b) => a * b, 1);
		// three digits each
		expect(Math.abs(product - weight)).toBeLessThan(0.02 * Math.abs(weight));
		await expect.poll(() => list.locator("li .term").last().textContent()).toBe("Needs the policy's log-probabilities at the update; shown at ratio 1, where nothing is clipped");
	});

	scenario("colours are painted, masked text is hatched, lanes are underlined differently", async o => {
		const styles = await o.page.locator("#transcript .text").evaluateAll(all => all.map(e => (e as HTMLElement).style.background));
		expect(styles.some(s => s.includes("rgba("))).toBe(true);
		expect(styles.some(s => s.includes("--hatch"))).toBe(true);
		expect(styles.some(s => s.includes("--lane-tool"))).toBe(true);
		await focusOn(o, "transcript");
		await press(o, "Control+End");
		await expect
			.poll(async () => (await o.page.locator("#transcript .text").evaluateAll(all => all.map(e => (e as HTMLElement).style.background))).some(s => s.includes("--lane-summary")))
			.toBe(true);
	});

	scenario("find: counts as the text has it, goes round, minds the case, gives the focus back", async o => {
		const { text } = shown(o);
		const count = (wanted: RegExp): number => text.match(wanted)?.length ?? 0;
		await press(o, "Control+f");
		await o.page.keyboard.type("celsius");
		await expect.poll(() => textOf(o, ".find-count")).toMatch(new RegExp(`of ${count(/celsius/gi)}$`));
		const before = await textOf(o, ".find-count");
		await press(o, "Enter");
		await expect.poll(() => textOf(o, ".find-count")).not.toBe(before);
		await press(o, "Shift+F3");
		await expect.poll(() => textOf(o, ".find-count")).toBe(before);
		await expect.poll(() => o.page.locator(".frame.match").count()).toBeGreaterThan(0);
		await press(o, "Control+a");
		await o.page.keyboard.type("OSLO");
		await expect.poll(() => textOf(o, ".find-count")).toMatch(new RegExp(`of ${count(/oslo/gi)}$`));
		await press(o, "Alt+c");
		await expect.poll(() => textOf(o, ".find-count")).toBe(count(/OSLO/g) === 0 ? "No results" : "");
		await press(o, "Escape");
		await expect.poll(() => focused(o)).toBe("transcript");
		await expect.poll(() => o.page.locator(".find-bar").isVisible()).toBe(false);
	});

	scenario("what is selected by key is copied as the file holds it", async o => {
		await focusOn(o, "transcript");
		await press(o, "]", "Shift+ArrowDown", "Shift+ArrowRight", "Control+c");
		await expect.poll(() => copied(o).length).toBe(1);
		expect(copied(o)[0]).toContain("\n");
		expect(shown(o).text).toContain(copied(o)[0]);
	});

	scenario("the mouse puts the caret, drags a selection, and points at tokens", async o => {
		const line = o.page.locator("#transcript .line.k-call .text").first();
		await line.hover({ position: { x: 20, y: 8 } });
		await expect.poll(() => textOf(o, ".token-head")).toContain("tool call");
		await line.click({ position: { x: 20, y: 8 } });
		await expect.poll(() => o.page.locator(".frame.caret").count()).toBe(1);
		const box = await line.boundingBox();
		if (!box) throw new Error("no line");
		await o.page.mouse.move(box.x + 2, box.y + 8);
		await o.page.mouse.down();
		await o.page.mouse.move(box.x + 60, box.y + 8, { steps: 4 });
		await o.page.mouse.up();
		await expect.poll(() => line.evaluate(e => (e as HTMLElement).style.background)).toContain("--selection");
	});

	scenario("segments are walked by bracket, or by Alt and an arrow", async o => {
		await focusOn(o, "transcript");
		const kind = (): Promise<string> => textOf(o, ".token-head .fact:nth-of-type(2)");
		await press(o, "]");
		const first = await kind();
		await press(o, "Alt+ArrowDown");
		await expect.poll(kind).not.toBe(first);
		await press(o, "[");
		await expect.poll(kind).toBe(first);
	});

	scenario("the prompt folds into one line and opens again", async o => {
		await press(o, "p");
		await expect.poll(() => o.page.locator(".placeholder").count()).toBe(1);
		await expect.poll(() => textOf(o, ".placeholder")).toMatch(/Prompt: \d+ turns, [\d,]+ tokens/);
		await expect.poll(() => o.page.locator("#transcript .line.k-system").count()).toBe(0);
		await o.page.locator(".placeholder button").click();
		await expect.poll(() => o.page.locator(".placeholder").count()).toBe(0);
	});
});

describe("the reward", () => {
	scenario("layers add up to the total; a failed check lights up its place", async o => {
		for (let i = 0; i < 2; i++) await press(o, "j");
		await showing(o, 2);
		await press(o, "k");
		await showing(o, 1);
		const { score } = shown(o);
		expect(numberOf(await textOf(o, ".total-value"))).toBeCloseTo(score.total, 2);
		const sums = (await texts(o, ".layer-sum strong")).map(numberOf);
		expect(sums.reduce((a, b) => a + b, 0)).toBeCloseTo(score.total, 1);
		const failed = o.page.locator(".checks .fail button").first();
		await failed.focus();
		await press(o, "Enter");
		await expect.poll(() => o.page.locator(".frame.marked").count()).toBeGreaterThan(0);
		const span = score.layers.flatMap(l => l.checks).find(c => c.verdict === "fail" && c.span)?.span;
		const view = shown(o);
		const token = Number((await textOf(o, ".token-head .fact")).match(/[\d,]+/)?.[0]?.replace(",", "")) - 1;
		expect(span && (view.tokens.from[token] as number) <= span.from && span.from < (view.tokens.to[token] as number)).toBe(true);
	});

	scenario("another estimator changes columns, lens and advantages", async o => {
		const estimator = o.page.getByRole("combobox", { name: "Estimator" });
		await estimator.focus();
		await press(o, "Enter", "ArrowDown", "Enter");
		await expect.poll(() => texts(o, ".thead [role=columnheader]")).toEqual(expect.arrayContaining(["Tool", "Summary"]));
		await expect.poll(() => o.page.locator('[data-lens="slca"]').getAttribute("aria-checked")).toBe("true");
		const view = shown(o);
		const lanes = view.advantages.find(a => a.estimator === "slca")?.lanes;
		await expect.poll(() => texts(o, ".advantage-head strong")).toContain(`tool ${signed(lanes?.tool ?? Number.NaN)} · summary ${signed(lanes?.summary ?? Number.NaN)}`);
	});

	scenario("copies, and reveals the record in the text editor", async o => {
		await o.page.getByRole("button", { name: "Copy this rollout's explanation as Markdown" }).click();
		await expect.poll(() => textOf(o, ".toast")).toBe("Copied as Markdown");
		await press(o, "o");
		await expect.poll(() => o.editorAsks.find(a => a.name === "reveal")?.body).toEqual({ line: 1, column: 1 });
		await o.notify("copy-json");
		await expect.poll(() => copied(o).length).toBe(2);
		const json = copied(o)[1] ?? "";
		expect(JSON.parse(json)).toBeTypeOf("object");
	});
});

describe("the page as a whole", () => {
	scenario("F6 cycles panes, ? lists the keys, Escape closes the list", async o => {
		for (const id of ["rollouts", "transcript", "reward", "rollouts"]) {
			await press(o, "F6");
			await expect.poll(() => focused(o)).toBe(id);
		}
		await press(o, "Shift+F6");
		await expect.poll(() => focused(o)).toBe("reward");
		await press(o, "?");
		await expect.poll(() => o.page.locator("#keys-help").isVisible()).toBe(true);
		await expect.poll(() => textOf(o, "#keys-help")).toContain("Next or previous degenerate group");
		await press(o, "Escape");
		await expect.poll(() => o.page.locator("#keys-help").isVisible()).toBe(false);
	});

	scenario("splitters move by key and are kept", async o => {
		const width = (): Promise<number> => o.page.locator(".table-pane").evaluate(e => e.clientWidth);
		const before = await width();
		await o.page.getByRole("separator", { name: "Size of the rollouts pane" }).focus();
		await press(o, "ArrowLeft", "ArrowLeft");
		await expect.poll(width).toBe(before - 48);
		await expect.poll(() => o.page.evaluate(() => (window as unknown as { savedState?: { sizes: { table: number } } }).savedState?.sizes.table)).toBe(before - 48);
	});

	test("a reopened page stands where it was", async () => {
		const first = await openSample();
		await press(first, "j", "j", "2", "p");
		await showing(first, 2);
		await focusOn(first, "transcript");
		await press(first, "]", "ArrowRight");
		const token = await textOf(first, ".token-head");
		await expect.poll(() => first.page.evaluate(() => (window as unknown as { savedState?: { caret: number } }).savedState?.caret ?? -1)).toBeGreaterThan(0);
		const saved = await first.page.evaluate(() => (window as unknown as { savedState: unknown }).savedState);
		await first.close();
		const again = await openSample({ saved });
		await showing(again, 2);
		await expect.poll(() => textOf(again, ".token-head")).toBe(token);
		await expect.poll(() => again.page.locator('[data-lens="slca"]').getAttribute("aria-checked")).toBe("true");
		await expect.poll(() => again.page.locator(".placeholder").count()).toBe(1);
		await again.close();
	});

	scenario(
		"speaks Chinese throughout",
		async o => {
			await expect.poll(() => o.page.evaluate(() => document.documentElement.lang)).toBe("zh-cn");
			await focusOn(o, "transcript");
			await press(o, "]", "?");
			const seen = await o.page.locator("body").textContent();
			for (const word of ["奖励", "优势", "推理", "工具调用", "键盘快捷键", "分层得分"]) expect(seen).toContain(word);
			for (const word of ["Reward", "Advantage", "Keyboard", "Filter", "Findings", "reasoning"]) expect(seen).not.toContain(word);
		},
		{ locale: "zh-cn" },
	);

	scenario(
		"stands on top of each other where the editor is narrow",
		async o => {
			const boxes = await Promise.all([".table-pane", ".transcript-pane", ".reward-pane"].map(s => o.page.locator(s).boundingBox()));
			const tops = boxes.map(b => b?.y ?? 0);
			expect(tops).toEqual([...tops].sort((a, b) => a - b));
			expect(boxes.every(b => b !== null && b.width > 680 && b.height > 100)).toBe(true);
			await expect.poll(() => o.page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(700);
			await o.page.getByRole("button", { name: /Layered/ }).click();
			await expect.poll(() => o.page.getByRole("combobox", { name: "Estimator" }).isVisible()).toBe(true);
		},
		{ width: 700 },
	);
});
