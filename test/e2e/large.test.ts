import { closeSync, openSync, readFileSync, rmSync, writeSync } from "node:fs";
import { afterEach, expect, test } from "vitest";
import { useWorkbench } from "./driver";

const MB = 1024 * 1024;
const workbench = useWorkbench();
const sample = () => readFileSync(workbench().path("tool-agent-step-40.jsonl"), "utf8");

/** The sample again and again, each time as another step, until the file has this size. No two files are the same: scores are kept from one opening to the next. */
function write(name: string, bytes: number): void {
	const text = sample();
	const file = openSync(workbench().path(name), "w");
	for (let step = Date.now() % 1e6, done = 0; done < bytes; step++) done += writeSync(file, text.replaceAll(/"step": ?40\b/g, `"step": ${step}`));
	closeSync(file);
}

afterEach(async () => {
	await workbench().closeAllEditors();
	expect(workbench().ownErrors()).toEqual([]);
});

test("of a 100 MB file the first rollout is shown before the file has been read", async () => {
	const w = workbench();
	write("large.jsonl", 100 * MB);
	await w.openText("large.jsonl");
	const started = Date.now();
	const page = await w.openWithOurs();
	await page.locator(".trow.rollout").first().waitFor();
	await page.locator("#transcript .line").first().waitFor();
	const progress = await page.locator(".scan:not(.idle) .scan-text").textContent();
	console.log(`first rollout of 100 MB after ${Date.now() - started} ms, the palette included: ${progress}`);
	expect(progress).toMatch(/^(Reading 10\d MB: \d{1,2} %|Scoring [\d,]+ rollouts)/);

	// the page answers while the file is still being read
	await page.locator("#rollouts").focus();
	await w.page.keyboard.press("ArrowDown");
	await expect.poll(() => page.locator('.trow.rollout[data-row="1"]').getAttribute("aria-selected")).toBe("true");
	// the text editor is not for files of this size: said, with the place
	await w.command("Reward Inspector: Reveal Rollout in the Text Editor");
	await w.toast("VS Code's text editor and its extensions work with files up to 50 MB. The place is line 2, column 1.").waitFor();
	await w.command("Notifications: Clear All Notifications");
	rmSync(w.path("large.jsonl"));
});

test("a line of 60 MB is one more rollout", async () => {
	const w = workbench();
	const [first = "", second = ""] = sample().split("\n");
	const file = openSync(w.path("line.jsonl"), "w");
	writeSync(file, `${first}\n`);
	writeSync(
		file,
		`{"input": "${"system prompt ".repeat(64)}", "output": "<think>${`${"reconsidering".repeat(5)} `.repeat((60 * MB) / 66)}</think>\\nDone.", "gts": "Done.", "score": 1, "step": 40}\n`,
	);
	writeSync(file, `${second}\n`);
	closeSync(file);
	const page = await w.openRollouts("line.jsonl");
	await expect.poll(() => page.locator(".trow.rollout").count(), { timeout: 100_000 }).toBe(3);
	// the two rollouts of the sample's group stand together, the long one comes last
	await page.locator("#rollouts").focus();
	await w.page.keyboard.press("End");
	await expect.poll(() => page.locator(".rollout-title").textContent(), { timeout: 100_000 }).toContain("Rollout 2");
	await page.locator("#transcript").focus();
	await w.page.keyboard.press("Control+End");
	await expect.poll(() => page.locator("#transcript .line").last().textContent(), { timeout: 20_000 }).toContain("Done.");
	expect(await page.locator("*").count()).toBeLessThan(3000);
	rmSync(w.path("line.jsonl"));
}, 240_000);
