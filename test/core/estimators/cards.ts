import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { expect } from "vitest";

/** One golden card; its shapes are those of the file, so the test names the type of what it reads. */
export interface Card<I, E> {
	readonly id: string;
	readonly input: I;
	readonly expected: E;
}

const text = (name: string): string => readFileSync(resolve(import.meta.dirname, "../../reference/golden", `${name}.json`), "utf8");
export const cards = <I = Record<string, unknown>, E = Record<string, unknown>>(name: string): readonly Card<I, E>[] => (JSON.parse(text(name)) as { cases: Card<I, E>[] }).cases;

/** null of JSON as NaN. */
export const column = (values: readonly (number | null)[]): Float64Array => Float64Array.from(values, v => v ?? Number.NaN);

/** Dense group numbers in order of first appearance. */
export function dense(names: readonly string[]): Int32Array {
	const seen = [...new Set(names)];
	return Int32Array.from(names, n => seen.indexOf(n));
}

/** Compares numbers, nested arrays and objects; NaN and null are the same. Golden numbers have 12 digits. */
export function expectNear(got: unknown, want: unknown, tolerance = 1e-9, path = ""): void {
	if (want === null || Number.isNaN(want)) {
		expect(Number.isNaN(got) || got === null, `${path}: got ${got}, want none`).toBe(true);
	} else if (typeof want === "number" && typeof got === "number") {
		expect(Math.abs(got - want), `${path}: got ${got}, want ${want}`).toBeLessThanOrEqual(tolerance * Math.max(1, Math.abs(want)));
	} else if (typeof want === "object") {
		const a = ArrayBuffer.isView(got) ? Array.from(got as unknown as ArrayLike<number>) : got;
		const keys = Object.keys(want as object);
		if (Array.isArray(want)) expect((a as unknown[] | undefined)?.length, `${path}: length`).toBe(want.length);
		for (const k of keys) expectNear((a as Record<string, unknown>)[k], (want as Record<string, unknown>)[k], tolerance, `${path}/${k}`);
	} else expect(got, path).toEqual(want);
}
