import { rmSync, writeFileSync } from "node:fs";
import { afterAll, expect, test } from "vitest";
import { painted, watchPaint } from "../support/painted";
import { useWorkbench } from "./driver";

const workbench = useWorkbench();
const name = (tokens: number): string => `tokens-${tokens}.jsonl`;
const SIZES = [10_000, 100_000, 500_000];
afterAll(() => {
	for (const tokens of SIZES) rmSync(workbench().path(name(tokens)), { force: true });
});

/** Two rollouts of so many tokens: pseudo-tokens are words. */
function write(tokens: number): void {
	const words = (n: number): string => Array.from({ length: n }, (_, i) => (i % 12 === 11 ? `w${i % 97}\n` : `w${i % 97} `)).join("");
	const line = (score: number): string =>
		`${JSON.stringify({ input: "user\nCount.\nassistant\n", output: `<think>${words(tokens)}</think>\nDone.`, gts: "Done.", score, step: 1 })}\n`;
	writeFileSync(workbench().path(name(tokens)), line(0) + line(1));
}

interface Figures {
	/** Milliseconds from the rollout's arrival in the page until it is surely shown: three frames. */
	readonly paint: number;
	/** Median and 95th percentile of the time between two frames while scrolling, ms. */
	readonly frame: number;
	readonly slow: number;
	readonly nodes: number;
}

async function measure(tokens: number): Promise<Figures> {
	const w = workbench();
	write(tokens);
	const page = await w.openRollouts(name(tokens));
	await page.locator("#transcript .line").first().waitFor();
	await expect.poll(() => page.locator(".trow.rollout").count()).toBe(2);
	await page.locator("#transcript").focus();
	const transcript = page.locator("#transcript");
	const paints: number[] = [];
	for (const key of ["j", "k", "j"]) {
		// a frame that is under way when the rollout comes may show it already: the third one does
		await transcript.evaluate(watchPaint, 3);
		await w.page.keyboard.press(key);
		paints.push((await transcript.evaluate(painted)) ?? Number.NaN);
	}
	const frames = await transcript.evaluate(async e => {
		const times: number[] = [];
		let last = performance.now();
		for (let i = 0; i < 90; i++) {
			e.scrollTop += 120;
			await new Promise(done => requestAnimationFrame(done));
			times.push(performance.now() - last);
			last = performance.now();
		}
		return times.sort((a, b) => a - b);
	});
	const nodes = await page.locator("*").count();
	await w.closeAllEditors();
	return { paint: paints.sort((a, b) => a - b)[1] ?? 0, frame: frames[45] ?? 0, slow: frames[85] ?? 0, nodes };
}

test("a long rollout is shown in VS Code as fast as a short one", async () => {
	const found: Figures[] = [];
	for (const tokens of SIZES) found.push(await measure(tokens));
	console.table(Object.fromEntries(SIZES.map((tokens, i) => [`${tokens / 1000}k tokens`, found[i]])));
	// a busy machine stretches frames; work per token would show in all of it
	const [small, , large] = found as [Figures, Figures, Figures];
	expect(large.nodes).toBeLessThan(2000);
	expect(large.paint).toBeLessThan(Math.max(6 * small.paint, 600));
	expect(large.frame).toBeLessThan(Math.max(3 * small.frame, 100));
}, 240_000);
