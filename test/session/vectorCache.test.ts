import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { VectorCache } from "../../src/session/vectorCache";
import { temporary } from "./support/encoder";

const RECORD = 16 + 4 + 4;

test("a full cache keeps its younger half", async () => {
	const folder = temporary();
	const first = await VectorCache.open(folder, "model");
	for (let i = 0; i < 20_000; i++) first.set(`text ${i}`, Float32Array.of(1));
	await first.save();
	const second = await VectorCache.open(folder, "model");
	const size = () => statSync(join(folder, readdirSync(folder)[0] as string)).size;
	expect(size()).toBe(8192 * RECORD);
	expect([second.get("text 0"), second.get("text 19999")]).toEqual([undefined, Float32Array.of(1)]);
	const third = await VectorCache.open(folder, "model");
	expect([third.get(`text ${20_000 - 8193}`), third.get(`text ${20_000 - 8192}`)]).toEqual([undefined, Float32Array.of(1)]);
	expect(size()).toBe(8192 * RECORD);
});
