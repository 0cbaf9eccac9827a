import { appendFileSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import type { FrameLocator } from "playwright-core";
import { afterEach, describe, expect, test } from "vitest";
import { useWorkbench } from "./driver";

const workbench = useWorkbench();
const SAMPLE = "tool-agent-step-40.jsonl";
const lines = (from: number, to: number): string =>
	readFileSync(workbench().path(SAMPLE), "utf8")
		.split("\n")
		.slice(from, to)
		.map(l => `${l}\n`)
		.join("");
const open = async (name: string, content: string): Promise<FrameLocator> => {
	writeFileSync(workbench().path(name), content);
	return workbench().openRollouts(name);
};
const banner = (page: FrameLocator) => page.locator(".banner:not([hidden])");
const rows = (page: FrameLocator) => page.locator(".trow.rollout").count();

afterEach(async () => {
	await workbench().closeAllEditors();
	expect(workbench().ownErrors()).toEqual([]);
});

describe("files that are no rollouts are named for what they are", () => {
	test.each([
		["empty.jsonl", "", /empty/i],
		["pointer.jsonl", `version https://git-lfs.github.com/spec/v1\noid sha256:${"0".repeat(64)}\nsize 12345\n`, /Git LFS pointer/],
		["metrics.jsonl", '{"step": 1, "loss": 0.5, "lr": 1e-6}\n{"step": 2, "loss": 0.4, "lr": 1e-6}\n', /holds no rollouts/],
		["prose.jsonl", "Dear diary,\ntoday the loss went up.\n", /holds no rollouts/],
		["binary.jsonl", "PAR1\0\0\u0001\u0002{}\n", /binary/],
	])("%s", async (name, content, sentence) => {
		const page = await open(name, content);
		await expect.poll(() => banner(page).textContent()).toMatch(sentence);
	});
});

test("the good lines of a broken file are shown, the broken ones counted with their lines", async () => {
	const page = await open("broken.jsonl", `${lines(0, 3)}{"input": "cut off in the mi\n${lines(3, 5)}not json\n${lines(5, 8)}`);
	await expect.poll(() => rows(page)).toBe(8);
	const problems = page.getByRole("button", { name: /2 problems/ });
	await problems.click();
	await expect.poll(() => page.locator(".file-details .findings code").allTextContents()).toEqual(["line 4", "line 7"]);
});

describe("a file that changes while it is open", () => {
	test("grows: new rollouts join", async () => {
		const page = await open("grows.jsonl", lines(0, 4));
		await expect.poll(() => rows(page)).toBe(4);
		appendFileSync(workbench().path("grows.jsonl"), lines(4, 8));
		await expect.poll(() => rows(page)).toBe(8);
	});

	test("a torn last line is read when the rest has come", async () => {
		const whole = lines(1, 2);
		const page = await open("torn.jsonl", lines(0, 1) + whole.slice(0, 900));
		await expect.poll(() => rows(page)).toBe(1);
		appendFileSync(workbench().path("torn.jsonl"), whole.slice(900));
		await expect.poll(() => rows(page)).toBe(2);
	});

	test("is replaced by another file: that one is shown", async () => {
		const page = await open("replaced.jsonl", lines(0, 8));
		await expect.poll(() => rows(page)).toBe(8);
		writeFileSync(workbench().path("replaced.jsonl.tmp"), lines(8, 11));
		renameSync(workbench().path("replaced.jsonl.tmp"), workbench().path("replaced.jsonl"));
		await expect.poll(() => rows(page)).toBe(3);
		await expect.poll(() => banner(page).textContent()).toMatch(/read anew/);
	});

	test("is deleted: said, and what was read stays; comes back: read again", async () => {
		const page = await open("gone.jsonl", lines(0, 4));
		await expect.poll(() => rows(page)).toBe(4);
		rmSync(workbench().path("gone.jsonl"));
		await expect.poll(() => banner(page).textContent()).toMatch(/gone/);
		expect(await rows(page)).toBe(4);
		writeFileSync(workbench().path("gone.jsonl"), lines(0, 6));
		await expect.poll(() => rows(page)).toBe(6);
		await expect.poll(() => banner(page).textContent()).toMatch(/read anew/);
	});

	test("was empty at first: its rollouts appear when they are written", async () => {
		const page = await open("first.jsonl", "");
		await expect.poll(() => banner(page).textContent()).toMatch(/empty/i);
		appendFileSync(workbench().path("first.jsonl"), lines(0, 4));
		await expect.poll(() => rows(page)).toBe(4);
		await expect.poll(() => banner(page).count()).toBe(0);
	});
});
