import { resolve } from "node:path";
import { expect } from "vitest";
import type { RolloutView } from "../../../src/protocol/queries";
import { type Opened, type Opening, openPage, workerBackend } from "./harness";

const media = resolve(import.meta.dirname, "../../../media/sample");
export const SAMPLE = resolve(media, "tool-agent-step-40.jsonl");
const RECIPE = resolve(media, "tool-agent-step-40.reward.json");

/** The bundled sample, scanned to its end, with a rollout on screen. */
export async function openSample(more: Partial<Opening> = {}): Promise<Opened> {
	const locale = more.locale === "zh-cn" ? "zh-cn" : "en";
	const o = await openPage({ backend: workerBackend(SAMPLE, locale, { recipe: RECIPE }), ...more });
	await o.page.locator("#transcript .line").first().waitFor();
	await expect.poll(() => o.page.locator(".facts").textContent()).toContain("112");
	await o.page.locator(".trow.rollout").first().waitFor();
	return o;
}

/** Texts of all elements that match. */
export const texts = (o: Opened, selector: string): Promise<string[]> => o.page.locator(selector).allTextContents();
export const textOf = async (o: Opened, selector: string): Promise<string> => (await o.page.locator(selector).first().textContent()) ?? "";

/** The rollout on screen, as the session answered it last. */
export function shown(o: Opened): RolloutView {
	const looks = o.received.flatMap(m => (m.type === "answer" && m.body !== null && typeof m.body === "object" && "promptEnd" in m.body ? [m.body as RolloutView] : []));
	const last = looks[looks.length - 1];
	if (!last) throw new Error("nothing was looked at yet");
	return last;
}

/** Waits until the page shows a rollout. */
export const showing = (o: Opened, row: number): Promise<void> => expect.poll(() => textOf(o, ".rollout-title")).toContain(`Rollout ${row + 1} `);

export const MINUS = "\u2212";
/** A number as the page wrote it. */
export const numberOf = (text: string): number => Number(text.replace(MINUS, "-").replace("+", "").replace("—", "NaN"));
