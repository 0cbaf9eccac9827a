import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { build } from "esbuild";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

/** What figures are made of: stages of `npm run bench` that claim the same must find the same, here on a small file. */
const root = resolve(import.meta.dirname, "..");
const folder = mkdtempSync(join(tmpdir(), "bench-stages-"));
const [product, scorer] = [join(folder, "product.cjs"), join(folder, "scorer.cjs")];
const files = { std: join(folder, "std.jsonl"), verl: join(folder, "verl.jsonl") };

beforeAll(async () => {
	const { generateFile } = (await import("../bench/generate.mjs" as string)) as { generateFile(style: string, bytes: number, file: string): void };
	for (const style of ["std", "verl"] as const) generateFile(style, 1e6, files[style]);
	const common = { bundle: true, platform: "node", target: "node20", format: "cjs", define: { "import.meta.url": "__filename" }, logLevel: "error", absWorkingDir: root } as const;
	await build({ ...common, entryPoints: ["bench/entry.ts"], outfile: product });
	await build({ ...common, entryPoints: ["src/worker/scorer.ts"], outfile: scorer });
});
afterAll(() => rmSync(folder, { recursive: true }));

function run(stage: string, style: keyof typeof files): { readonly checksum: string; readonly cpu: number; readonly bytesPerRow?: number } {
	const child = spawnSync(process.execPath, [join(root, "bench/stages.mjs"), product, stage, files[style], scorer], { encoding: "utf8" });
	if (child.status !== 0) throw new Error(child.stderr);
	return JSON.parse(child.stdout.trim().split("\n").at(-1) ?? "");
}

describe("stages of the figures", () => {
	test.each([
		["table", "parseAll", "std", /^219 rows, 28 groups, reward 97\.706,/],
		["table", "parseAll", "verl", /^\d{3} rows, \d+ groups/],
		["open", "parseOne", "std", /^10000$/],
		["score", "threads", "verl", /rows/],
	] as const)("%s and %s of %s find the same", (a, b, style, found) => {
		const [one, other] = [run(a, style), run(b, style)];
		expect(one.checksum).toMatch(found);
		expect(other.checksum).toBe(one.checksum);
	});

	test.each([
		["read", "1002113 bytes"],
		["newlines", "219 lines"],
		["first", "1 rollouts, true"],
		["firstScored", "line 1"],
		["advantages", "1000000"],
	] as const)("%s runs", (stage, found) => {
		const r = run(stage, "std");
		expect(r.checksum).toContain(found);
		expect(r.cpu).toBeGreaterThan(0);
	});
});
