import { afterAll, beforeAll, expect, test } from "vitest";
import { painted, watchPaint } from "../support/painted";
import { type Generated, generatedRollout } from "./support/generate";
import { bundlePage, end, openPage } from "./support/harness";

beforeAll(bundlePage);
afterAll(end);

interface Figures {
	/** Milliseconds from a rollout's arrival to the frame that shows it. */
	readonly paint: number;
	/** Main-thread milliseconds per scrolled frame. */
	readonly task: number;
	/** Milliseconds from a change of lens to its frame. */
	readonly recolor: number;
	/** JavaScript heap in MB. */
	readonly heap: number;
}

const median = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[values.length >> 1] as number;

async function measure(g: Generated): Promise<Figures> {
	const o = await openPage({ backend: g });
	await o.page.locator("#transcript .line").first().waitFor();
	const cdp = await o.page.context().newCDPSession(o.page);
	await cdp.send("Performance.enable");
	const metric = async (name: string): Promise<number> => (await cdp.send("Performance.getMetrics")).metrics.find(m => m.name === name)?.value ?? Number.NaN;
	const paints: number[] = [];
	for (let i = 0; i < 3; i++) {
		await o.page.locator("#transcript").evaluate(watchPaint, 2);
		await o.page.keyboard.press("j");
		paints.push((await o.page.locator("#transcript").evaluate(painted)) ?? Number.NaN);
	}
	const scroll = await metric("TaskDuration");
	const frames = 60;
	await o.page.evaluate(async n => {
		const grid = document.querySelector("#transcript") as HTMLElement;
		for (let i = 0; i < n; i++) {
			grid.scrollTop += 120;
			await new Promise(done => requestAnimationFrame(done));
		}
	}, frames);
	const task = (((await metric("TaskDuration")) - scroll) * 1000) / frames;
	const recolor = await o.page.evaluate(
		() =>
			new Promise<number>(done => {
				const start = performance.now();
				document.querySelector<HTMLElement>('[data-lens="slca"]')?.click();
				requestAnimationFrame(() => requestAnimationFrame(() => done(performance.now() - start)));
			}),
	);
	const heap = (await metric("JSHeapUsedSize")) / 1e6;
	await o.close();
	return { paint: median(paints), task, recolor, heap };
}

/** The plain way, as a yardstick: one element per token, milliseconds to its frame. */
async function spanPerToken(g: Generated): Promise<number> {
	const o = await openPage({ backend: { tokens: 10, rows: 8 } });
	const view = generatedRollout({ ...g, dense: true }, 0);
	const tokens = Array.from(view.tokens.from, (from, i) => view.text.slice(from, view.tokens.to[i]));
	const time = await o.page.evaluate(
		texts =>
			new Promise<number>(done => {
				const start = performance.now();
				const box = document.createElement("div");
				box.style.cssText = "position:fixed;inset:0;overflow:auto;white-space:pre-wrap;font-family:monospace";
				for (const [i, text] of texts.entries()) {
					const span = document.createElement("span");
					span.textContent = text;
					span.style.background = `rgba(0,128,0,${(i % 40) / 100})`;
					box.append(span);
				}
				document.body.append(box);
				requestAnimationFrame(() => requestAnimationFrame(() => done(performance.now() - start)));
			}),
		tokens,
	);
	await o.close();
	return time;
}

test("a rollout of 100k tokens is painted at a fraction of the cost of one element per token", { timeout: 180_000 }, async () => {
	const g = { tokens: 100_000, rows: 16 };
	const ours = await measure(g);
	const theirs = await spanPerToken(g);
	console.log(`painted in ${ours.paint.toFixed(0)} ms, one element per token in ${theirs.toFixed(0)} ms`);
	expect(ours.paint * 10).toBeLessThan(theirs);
});

test("figures do not grow with the rollout", { timeout: 180_000 }, async () => {
	const small = await measure({ tokens: 10_000, rows: 16 });
	const middle = await measure({ tokens: 100_000, rows: 16 });
	const large = await measure({ tokens: 500_000, rows: 16 });
	console.table({ "10k tokens": small, "100k tokens": middle, "500k tokens": large });
	// frames of 16.7 ms set the floor; the bounds leave room for a busy machine, not for work per token on screen
	expect(large.task).toBeLessThan(Math.max(3 * small.task, 12));
	expect(large.paint).toBeLessThan(Math.max(6 * small.paint, 400));
});
