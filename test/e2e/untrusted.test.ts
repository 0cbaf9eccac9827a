import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { Workbench } from "./driver";

interface Started {
	url(query: Readonly<Record<string, string>>): string;
	stop(): Promise<void>;
}
const root = resolve(import.meta.dirname, "../..");
const { version, folder } = inject("vscode");
const home = mkdtempSync(join(tmpdir(), "ri-untrusted-"));
let server: Started;
let w: Workbench;

/** A VS Code in which trust counts, on a folder that nobody trusts. */
beforeAll(async () => {
	const tools = (await import(pathToFileURL(join(root, "scripts/tools/vscode.mjs")).href)) as { startVSCode(options: object): Promise<Started> };
	const vsix = process.env.E2E_VSIX ?? join(root, "dist", readdirSync(join(root, "dist")).find(f => f.endsWith(".vsix")) ?? "");
	const settings = { "security.workspace.trust.startupPrompt": "never", "security.workspace.trust.banner": "never" };
	server = await tools.startVSCode({ version, data: join(home, "vscode"), vsix: [vsix], trust: true, settings });
	w = await Workbench.open({ url: server.url({ folder }) });
});
afterAll(async () => {
	await w?.close();
	await server?.stop();
	rmSync(home, { recursive: true, force: true });
});

test("rollouts are read as ever, and sent to no model; evidence still grades", async () => {
	const page = await w.openRollouts("tool-agent-step-40.jsonl");
	await page.locator(".trow.rollout").first().waitFor();
	const choose = async (who: string): Promise<void> => {
		// VS Code keeps what comes after three notifications in 800 ms in its notification center
		await w.page.waitForTimeout(900);
		await w.command("Reward Inspector: Grade Replies with a Judge…");
		await w.page.locator(".quick-input-widget .quick-input-list .monaco-list-row", { hasText: who }).first().click();
	};
	for (const who of ["An OpenAI-compatible endpoint", "A language model of VS Code"]) {
		await choose(who);
		const refusal = w.toast("Rollouts are sent to no model from a workspace that is not trusted.");
		await refusal.waitFor();
		// nothing more is asked
		expect(await w.page.locator(".quick-input-widget").isVisible()).toBe(false);
		await refusal.hover();
		await refusal.getByRole("button", { name: /Clear Notification/ }).click();
	}
	await choose("Evidence");
	await w.toast(/rollouts graded/).waitFor();
	expect(w.ownErrors()).toEqual([]);
});
