import { afterAll, expect, test } from "vitest";
import { useWorkbench } from "./driver";

const workbench = useWorkbench();
afterAll(() => workbench().settings({ "workbench.colorTheme": null }));

test.each([
	["light", "Default Light Modern", "vscode-light"],
	["dark", "Default Dark Modern", "vscode-dark"],
	["high-contrast", "Default High Contrast", "vscode-high-contrast"],
	["high-contrast-light", "Default High Contrast Light", "vscode-high-contrast-light"],
])("in the %s theme the page takes VS Code's colours", async (name, theme, kind) => {
	const w = workbench();
	w.settings({ "workbench.colorTheme": theme });
	const page = name === "light" ? await w.openRollouts("tool-agent-step-40.jsonl") : w.editor();
	await page.locator('.trow.rollout[data-row="1"]').click();
	await expect.poll(() => page.locator("body").getAttribute("data-vscode-theme-kind")).toBe(kind);
	const [page_, editor] = await page
		.locator("body")
		.evaluate(b => [getComputedStyle(b).backgroundColor, getComputedStyle(document.documentElement).getPropertyValue("--vscode-editor-background")]);
	expect(editor).not.toBe("");
	expect(page_).not.toBe("");
	await w.shot(`look-${name}`);
	expect(w.ownErrors()).toEqual([]);
});
