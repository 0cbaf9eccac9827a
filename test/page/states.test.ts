import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { FILE_CHANGED } from "../../src/protocol/editor";
import type { Queries } from "../../src/protocol/queries";
import { generatedFile, generatedSession } from "./support/generate";
import { bundlePage, bundleWorker, end, madeBackend, type Opened, openPage, workerBackend } from "./support/harness";
import { textOf, texts } from "./support/sample";

const folder = mkdtempSync(join(tmpdir(), "page-states-"));
beforeAll(() => Promise.all([bundlePage(), bundleWorker()]));
afterAll(async () => {
	await end();
	rmSync(folder, { recursive: true });
});

/** A rollout as verl's trainer dumps it. */
const record = (n: number, score: number | undefined, output = `<think>\nn = ${n}\n</think>\nThe answer is ${n}.`): string =>
	`${JSON.stringify({ input: "user\nWhat is n?\nassistant\n", output, gts: String(n), step: 1, ...(score === undefined ? {} : { score }) })}\n`;

let made = 0;
async function openText(content: string): Promise<Opened & { readonly path: string; poke(): void }> {
	const path = join(folder, `file-${++made}.jsonl`);
	writeFileSync(path, content);
	const backend = workerBackend(path, "en");
	return { ...(await openPage({ backend })), path, poke: () => backend.send({ type: "notice", name: FILE_CHANGED }) };
}

const LONG = { tokens: 100, rows: 40 };
const SCORING = generatedSession(LONG);
/** A file that was replaced, of which ten of forty rollouts are scored; scoring can be held up. */
function openScoring(over: Partial<typeof SCORING>): Promise<Opened> {
	let paused = false;
	const scan = () => ({ state: "scanning", bytesDone: 10, bytesTotal: 40, rows: 40, scored: 10, paused, secondsLeft: paused ? Number.NaN : 12 }) as const;
	const file = () => ({ ...generatedFile(LONG), scan: scan(), notice: "The file was replaced and read again." });
	const pause: (typeof SCORING)["pause"] = ask => {
		paused = ask.paused;
		return file();
	};
	return openPage({ backend: madeBackend<Queries>({ ...SCORING, file, pause, ...over }) });
}

describe("files that hold no rollouts are said to be so, and nothing else is shown", () => {
	test.each([
		["an empty file", "", /empty/],
		["a Git LFS pointer", "version https://git-lfs.github.com/spec/v1\noid sha256:1\nsize 3\n", /Git LFS/],
		["a metrics log", '{"step":1,"loss":0.5}\n{"step":2,"loss":0.4}\n', /no rollouts/],
	])("%s", async (_, content, sentence) => {
		const o = await openText(content);
		await expect.poll(() => textOf(o, ".banner")).toMatch(sentence);
		await expect.poll(() => o.page.locator(".banner").getAttribute("role")).toBe("alert");
		for (const part of await o.page.locator("main, header").all()) expect(await part.isVisible()).toBe(false);
		expect(o.errors).toEqual([]);
		await o.close();
	});
});

test("a rollout without a reward says so, and a rollout without a group has no advantage", async () => {
	const o = await openText(`{"prompt":"hi","completion":"hello"}\n{"prompt":"hi","completion":"good day"}\n`);
	await expect.poll(() => textOf(o, ".total-recorded")).toContain("reward: not in the file");
	await expect.poll(() => textOf(o, ".notes")).toContain("no group");
	await expect.poll(() => textOf(o, ".trow.group")).toContain("without a group");
	await expect.poll(() => texts(o, ".advantage-head strong")).toContain("—");
	await expect.poll(() => texts(o, ".layer .why")).not.toEqual([]);
	await o.page.locator(".topbar .disclosure").first().click();
	await expect.poll(() => o.page.locator(".missing").isVisible()).toBe(true);
	expect(o.errors).toEqual([]);
	await o.close();
});

test("a file that vanishes keeps what was read, under a banner; a file that grows gains rows", async () => {
	const o = await openText([1, 2, 3].map(n => record(n, n / 3)).join(""));
	await expect.poll(() => textOf(o, ".facts")).toContain("3 rollouts");
	const heading = o.page.locator(".section-recorded summary");
	await heading.focus();
	await heading.evaluate(e => e.setAttribute("data-old", ""));
	appendFileSync(o.path, record(4, 1));
	o.poke();
	await expect.poll(() => textOf(o, ".facts")).toContain("4 rollouts");
	// the pane was drawn anew, and the keyboard is where it was
	await expect.poll(() => heading.getAttribute("data-old")).toBeNull();
	await expect.poll(() => heading.evaluate(e => e === document.activeElement)).toBe(true);
	rmSync(o.path);
	o.poke();
	await expect.poll(() => textOf(o, ".banner")).toMatch(/gone/);
	await expect.poll(() => o.page.locator("main.panes").isVisible()).toBe(true);
	await expect.poll(() => o.page.locator("#transcript .line").count()).toBeGreaterThan(2);
	expect(o.errors).toEqual([]);
	await o.close();
});

test("a finding that is pointed at stays pointed at while the file is read on", async () => {
	const at = { code: "E04", severity: "error", message: "Not whole.", line: 1, column: 1, span: { from: 300, to: 310 } } as const;
	const o = await openScoring({ look: ask => ({ ...SCORING.look(ask), findings: [at] }) });
	await o.page.locator(".findings .finding button").first().click();
	const current = o.page.locator('.finding[aria-current="true"]');
	await expect.poll(() => current.count()).toBe(1);
	await current.evaluate(e => e.setAttribute("data-old", ""));
	await o.page.getByRole("button", { name: "Pause scoring" }).click();
	await expect.poll(() => o.page.locator(".finding[data-old]").count()).toBe(0);
	await expect.poll(() => current.count()).toBe(1);
	expect(o.errors).toEqual([]);
	await o.close();
});

test("a card of the Lab that is drawn anew under the keyboard leaves it where it was", async () => {
	const o = await openText([1, 2, 3].map(n => record(n, n / 3)).join(""));
	await o.page.locator("#tab-lab").click();
	await o.page.getByRole("textbox", { name: "Chance of a right step, one per step" }).fill(".9, .5");
	const toggle = o.page.locator(".lab-picture vscode-button");
	await toggle.focus();
	await toggle.evaluate(e => e.setAttribute("data-old", ""));
	appendFileSync(o.path, record(4, 1));
	o.poke();
	await expect.poll(() => toggle.getAttribute("data-old")).toBeNull();
	await expect.poll(() => toggle.evaluate(e => e === document.activeElement)).toBe(true);
	await o.page.keyboard.press("Enter");
	await expect.poll(() => o.page.locator(".lab-picture table").count()).toBe(1);
	expect(o.errors).toEqual([]);
	await o.close();
});

test("scoring in the background is shown, can be held up, and its rows say that they wait", async () => {
	const o = await openScoring({
		rows: ask => {
			const { total, items } = SCORING.rows(ask);
			return { total, items: items.map(i => (i.kind === "rollout" && i.row >= 10 ? { ...i, total: Number.NaN, recorded: 0.5, layers: [Number.NaN], waiting: true } : i)) };
		},
	});
	await expect.poll(() => textOf(o, ".scan-text")).toBe("Scoring 40 rollouts: 10 done, 12 s left");
	await expect.poll(() => textOf(o, ".banner.notice")).toBe("The file was replaced and read again.");
	await expect.poll(() => texts(o, ".trow.waiting .layer")).toContain("…");
	await expect.poll(() => texts(o, ".trow.waiting .reward")).toContain("0.50");
	await o.page.getByRole("button", { name: "Pause scoring" }).focus();
	await o.page.keyboard.press("Enter");
	await expect.poll(() => textOf(o, ".scan-text")).toBe("Scoring paused: 10 of 40 rollouts done");
	// the button that took its place has the keyboard
	await expect.poll(() => o.page.evaluate(() => document.activeElement?.getAttribute("aria-label") ?? document.activeElement?.outerHTML)).toContain("Go on scoring");
	await o.page.keyboard.press("Enter");
	await expect.poll(() => textOf(o, ".scan-text")).toContain("12 s left");
	expect(o.errors).toEqual([]);
	await o.close();
});

test("text that looks like markup stays text", async () => {
	const nasty = `<img src=x onerror="window.hacked=1"><script>window.hacked=1</script><b>bold</b> & "quotes" <style>*{display:none}</style>`;
	const o = await openText(record(1, 1, nasty) + record(2, 0, nasty));
	await expect.poll(() => textOf(o, "#transcript")).toContain("onerror");
	await o.page.locator("#transcript").focus();
	await o.page.keyboard.press("]");
	expect(await texts(o, "#transcript .text").then(t => t.join(""))).toContain('<img src=x onerror="window.hacked=1">');
	expect(await o.page.locator("#transcript :is(img, script, b, style)").count()).toBe(0);
	expect(await o.page.evaluate(() => (window as unknown as { hacked?: number }).hacked)).toBeUndefined();
	expect(o.errors).toEqual([]);
	await o.close();
});

test("wide, combining, right-to-left and invisible characters are measured where they stand", async () => {
	const text = "天气 is \u05e9\u05dc\u05d5\u05dd ok\te\u0301 👍🏽 zero\u200bwidth \u202e override";
	const o = await openText(record(1, 1, text) + record(2, 0, text));
	await expect.poll(() => textOf(o, "#transcript")).toContain("天气");
	await expect.poll(() => textOf(o, "#transcript")).not.toContain("\u202e");
	await o.page.locator("#transcript").focus();
	await o.page.keyboard.press("Control+End");
	await o.page.keyboard.press("Home");
	// every token of the row has a frame of its own width, inside the row
	const widths: number[] = [];
	for (let i = 0; i < 8; i++) {
		const frame = await o.page.locator(".frame.caret").first().boundingBox();
		widths.push(frame?.width ?? 0);
		await o.page.keyboard.press("ArrowRight");
	}
	expect(Math.min(...widths)).toBeGreaterThan(2);
	expect(o.errors).toEqual([]);
	await o.close();
});
