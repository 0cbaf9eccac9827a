import { expect } from "vitest";
import { findingSentence } from "../../src/words/findings";
import { IMPORT_WORDS } from "../../src/words/formats";
import { LOCALES, type Values } from "../../src/words/words";

/** Fails when a finding's sentence is missing or shows a hole that its data do not fill. */
export function expectWhole(finding: { readonly code: string; readonly data: Values }): void {
	// braces of a value are no holes
	const data = Object.fromEntries(Object.entries(finding.data).map(([k, v]) => [k, typeof v === "string" && v.includes("{") ? "x" : v]));
	for (const locale of LOCALES) {
		const sentence = findingSentence({ code: finding.code, data }, locale, [IMPORT_WORDS]);
		expect(sentence, `${finding.code} has a sentence`).not.toBe(finding.code);
		expect(sentence, `${finding.code} with ${JSON.stringify(Object.keys(finding.data))}`).not.toMatch(/\{\w+[|}]/);
	}
}
