import { afterAll, beforeAll, expect, test } from "vitest";
import { useWorkbench } from "./driver";

const workbench = useWorkbench();
beforeAll(() => workbench().settings({ "rewardInspector.language": "zh-cn" }));
afterAll(() => workbench().settings({ "rewardInspector.language": null }));

test("the whole page is Chinese", async () => {
	const w = workbench();
	const page = await w.openRollouts("tool-agent-step-40.jsonl");
	await page.locator('.trow.rollout[data-row="1"]').click();
	await expect.poll(() => page.locator("html").getAttribute("lang")).toMatch(/^zh/);
	await page.getByRole("button", { name: "下一个退化组" }).waitFor();
	await expect.poll(() => page.locator(".layer-name, .reward-pane h3, .reward-pane h2").allTextContents()).not.toEqual([]);
	await w.shot("chinese");

	// what a person reads beside the rollout itself: no sentence may be left in English
	const texts = await page
		.locator("body")
		.evaluate(body =>
			[...body.querySelectorAll(".topbar, .pane-tools, .legend, .pane-note, .token-panel, .reward-pane, .thead")].flatMap(e =>
				[...e.querySelectorAll("*")].filter(x => x.children.length === 0).map(x => x.textContent?.trim() ?? ""),
			),
		);
	const sentences = texts.filter(t => /[A-Za-z]{2,}( [A-Za-z]{2,}){3,}/.test(t) && !/[\u4e00-\u9fff]/.test(t));
	expect(sentences).toEqual([]);
	expect(w.ownErrors()).toEqual([]);
});
