import { expect } from "vitest";

/** Every number of `expected` (nested objects and arrays; null = NaN) is met within the tolerance; everything else exactly. */
export function expectClose(actual: unknown, expected: unknown, tolerance = 1e-9, path = "value"): void {
	if (typeof expected === "number") {
		const a = typeof actual === "boolean" ? Number(actual) : actual;
		expect(typeof a === "number" && Math.abs(a - expected) <= tolerance, `${path}: ${String(actual)} should be ${expected}`).toBe(true);
	} else if (expected === null) expect(actual === null || Number.isNaN(actual), `${path}: ${String(actual)} should be none`).toBe(true);
	else if (Array.isArray(expected)) {
		expect(Array.isArray(actual) ? actual.length : -1, `${path}.length`).toBe(expected.length);
		for (const [i, e] of expected.entries()) expectClose((actual as unknown[])[i], e, tolerance, `${path}[${i}]`);
	} else if (typeof expected === "object") for (const [k, e] of Object.entries(expected)) expectClose((actual as Record<string, unknown>)[k], e, tolerance, `${path}.${k}`);
	else expect(actual, path).toEqual(expected);
}
