import { afterAll, beforeAll, expect, test } from "vitest";
import { Workbench } from "./driver";

let w: Workbench;
beforeAll(async () => {
	w = await Workbench.open();
});
afterAll(() => w.close());

test("the sample opens in our editor", async () => {
	const page = await w.openRollouts("tool-agent-step-40.jsonl");
	await page.locator("body").waitFor();
	await w.shot("sample");
	expect(w.ownErrors()).toEqual([]);
});
