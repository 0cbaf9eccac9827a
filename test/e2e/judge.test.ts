import { readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { resolve } from "node:path";
import type { FrameLocator } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from "vitest";
import { useWorkbench } from "./driver";

// the API by which extensions offer models is newer than the oldest VS Code
const offersModels = inject("vscode").version !== "1.99";
const workbench = useWorkbench({ develop: offersModels ? [resolve(import.meta.dirname, "model")] : [] });
const SAMPLE = "tool-agent-step-40.jsonl";
const ROWS = 4;

/** Rollouts without a grade, scored by a reward that needs one. */
async function open(name: string, judge?: object): Promise<FrameLocator> {
	const w = workbench();
	const lines = readFileSync(w.path(SAMPLE), "utf8").split("\n").slice(0, ROWS);
	writeFileSync(w.path(`${name}.jsonl`), lines.map(l => `${JSON.stringify({ ...JSON.parse(l), judge: undefined })}\n`).join(""));
	writeFileSync(w.path(`${name}.reward.json`), JSON.stringify({ reward: { id: "hierr" }, basis: "recomputed", judge }));
	return w.openRollouts(`${name}.jsonl`);
}

const input = () => workbench().page.locator(".quick-input-widget");
/** Takes a row of a list that quick input shows. */
const take = (label: string) => input().locator(".quick-input-list .monaco-list-row", { hasText: label }).first().click();
async function type(prompt: string, text: string): Promise<void> {
	await input().getByText(prompt).first().waitFor();
	await input().locator("input.input").fill(text);
	await workbench().page.keyboard.press("Enter");
}
const dialog = (button: string) => workbench().page.locator(".monaco-dialog-box").getByRole("button", { name: button }).click();
const begin = () => workbench().command("Reward Inspector: Grade Replies with a Judge…");
/** What the Lab says about the open rollout's reply. */
async function evidence(page: FrameLocator): Promise<string> {
	await page.locator("#tab-lab").click();
	// biome-ignore lint/performance/useDomNodeTextContent: what is hidden does not count
	return page.locator("section[aria-labelledby=lab-evidence]").innerText();
}

afterEach(async () => {
	await workbench().page.keyboard.press("Escape");
	await workbench().closeAllEditors();
	expect(workbench().ownErrors()).toEqual([]);
});

describe.runIf(offersModels)("a language model of VS Code", () => {
	const choose = async (model: string, budget = "10") => {
		await begin();
		await take("A language model of VS Code");
		await take(`Test ${model}`);
		await type("Requests at most", budget);
		await dialog("Send");
		// VS Code itself asks whether this extension may use that one's models, the first time
		const consent = workbench().page.locator(".monaco-dialog-box").getByRole("button", { name: "Allow" });
		await consent.waitFor({ timeout: 5000 }).then(
			() => consent.click(),
			() => {},
		);
	};

	test("grades what the file does not; grades count when the file is opened again", async () => {
		const page = await open("ungraded");
		await choose("steady");
		await workbench()
			.toast(/ungraded.jsonl: 4 rollouts graded/)
			.waitFor();
		await expect.poll(() => evidence(page)).toMatch(/Grade of Test steady \(test-vendor\/family-steady\)\s+2[\s\S]*asked: Is it colder in Oslo/);
		await workbench().shot("judge-graded");
		await workbench().closeAllEditors();
		const again = await workbench().openRollouts("ungraded.jsonl");
		await expect.poll(() => evidence(again)).toMatch(/Grade of Test steady/);
	});

	test.each([
		["refusing", /4 without a grade: The model refuses because a limit is reached/],
		["babbling", /4 without a grade: The judge's answer holds no grade/],
	])("%s: the grade stays unknown, with the reason", async (model, sentence) => {
		await open(model);
		await choose(model);
		await workbench().toast(sentence).waitFor();
	});

	test("the budget holds", async () => {
		await open("budget");
		await choose("babbling", "1");
		await workbench()
			.toast(/The budget is used up\. \(3\)/)
			.waitFor();
	});

	test("a model that stalls: an attempt ends at the recipe's time", async () => {
		await open("late", { id: "recorded", timeout: 1, retries: 0 });
		await choose("stalling");
		await workbench()
			.toast(/4 without a grade: The model did not answer in time/)
			.waitFor();
	});

	test("a model that stalls is cancelled", async () => {
		await open("stalling");
		await choose("stalling");
		const progress = workbench().toast(/Grading stalling.jsonl/);
		await progress.waitFor();
		await progress.getByRole("button", { name: "Cancel" }).click();
		await workbench()
			.toast(/Stopped before the end/)
			.waitFor();
	});
});

describe("an endpoint", () => {
	const seen: { readonly key: string | undefined; readonly body: string }[] = [];
	const server = createServer(async (request, response) => {
		let body = "";
		for await (const part of request) body += part;
		seen.push({ key: request.headers.authorization, body });
		response.end(JSON.stringify({ choices: [{ message: { content: '{"grade": 5, "reason": "by the endpoint"}' } }] }));
	});
	let url = "";
	beforeAll(async () => {
		await new Promise<void>(done => server.listen(0, "127.0.0.1", done));
		const at = server.address();
		url = typeof at === "object" && at ? `http://127.0.0.1:${at.port}/v1` : "";
	});
	afterAll(() => {
		server.closeAllConnections();
		server.close();
	});
	const choose = async (key: string) => {
		await begin();
		await take("An OpenAI-compatible endpoint");
		await type("Base URL", url);
		await type("Name of the model", "m");
		await take(key);
	};

	test("nothing is sent before a person says so; the key is kept in the secret storage", async () => {
		const page = await open("endpoint");
		await choose("Another key");
		await type("secret storage", "sk-of-the-test");
		await type("Requests at most", "10");
		await dialog("Cancel");
		expect(seen).toEqual([]);
		await choose("The stored key");
		await type("Requests at most", "10");
		await dialog("Send");
		await workbench()
			.toast(/endpoint.jsonl: 4 rollouts graded/)
			.waitFor();
		expect(seen.map(s => s.key)).toEqual(Array(4).fill("Bearer sk-of-the-test"));
		await expect.poll(() => evidence(page)).toContain("by the endpoint");
		// the same question is not asked twice
		await choose("The stored key");
		await type("Requests at most", "10");
		await dialog("Send");
		await workbench()
			.toast(/4 known before/)
			.waitFor();
		expect(seen.length).toBe(4);
	});
});

test("evidence grades without a question more and sends nothing", async () => {
	await open("offline");
	await begin();
	await take("Evidence");
	await workbench()
		.toast(/offline.jsonl: \d rollouts graded/)
		.waitFor();
});

test("the Lab writes a recipe to the file that is named, and asks before one is overwritten", async () => {
	const page = await open("recipe");
	const { page: window } = workbench();
	await page.locator("#tab-lab").click();
	await page
		.getByRole("slider", { name: /^Weight of/ })
		.first()
		.fill("3");
	await page.getByRole("button", { name: "Write a recipe…" }).click();
	await expect.poll(() => input().locator("input.input").inputValue()).toMatch(/recipe\.reward\.json$/);
	await window.keyboard.press("Enter");
	await input()
		.getByText(/already exists/)
		.first()
		.waitFor();
	await window.keyboard.press("Enter");
	await expect.poll(() => readFileSync(workbench().path("recipe.reward.json"), "utf8")).toMatch(/"weights": \{[^}]*3/);
});
