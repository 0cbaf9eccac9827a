import { expect } from "vitest";
import type { JsonPath, JsonValue } from "../../../../src/core/base/units";
import type { ImportedRollout } from "../../../../src/core/model/rollout";
import { expectWhole } from "../../../support/whole";

const at = (record: JsonValue, path: JsonPath): JsonValue | undefined => path.reduce<JsonValue | undefined>((v, step) => (v as never)?.[step] as JsonValue | undefined, record);

/** What must hold for every rollout of every importer, whatever the data. */
export function expectSound(r: ImportedRollout, record: JsonValue): void {
	const { text, promptEnd, turns } = r;
	expect(promptEnd).toBeGreaterThanOrEqual(0);
	expect(promptEnd).toBeLessThanOrEqual(text.length);
	let before = 0;
	for (const t of turns) {
		expect(t.span.from, "turns leave no gap").toBe(before);
		expect(t.body.from).toBeGreaterThanOrEqual(t.span.from);
		expect(t.body.to).toBeGreaterThanOrEqual(t.body.from);
		expect(t.body.to).toBeLessThanOrEqual(t.span.to);
		if (t.trained) {
			expect(t.role).toBe("assistant");
			expect(t.span.from, "no turn straddles the end of the prompt").toBeGreaterThanOrEqual(promptEnd);
		} else if (t.span.from < promptEnd) expect(t.span.to).toBeLessThanOrEqual(promptEnd);
		before = t.span.to;
	}
	if (turns.length) expect(before, "turns cover the text").toBe(text.length);
	else expect(text).toBe("");
	for (const p of r.pieces) {
		const source = at(record, p.path);
		expect(typeof source, `piece at ${p.path.join(".")}`).toBe("string");
		expect(text.slice(p.from, p.to)).toBe((source as string).slice(p.at, p.at + p.to - p.from));
	}
	for (const m of [...r.marks, ...r.objectCalls.map(c => c.span)]) {
		expect(m.from).toBeGreaterThanOrEqual(0);
		expect(m.to).toBeGreaterThan(m.from);
		expect(m.to).toBeLessThanOrEqual(text.length);
	}
	for (const f of r.findings) expectWhole(f);
	for (const c of r.objectCalls) {
		if (c.problem) expectWhole({ code: "E13", data: { ...c.problem.data, problem: c.problem.code } });
		const turn = turns[c.turn];
		expect(turn?.role).toBe("assistant");
		expect(c.span.from).toBeGreaterThanOrEqual(promptEnd);
		expect(turn && c.span.from >= turn.body.from && c.span.to <= turn.body.to).toBe(true);
	}
	if (r.tokens) {
		const { count, ids, lossMask, logprobs, advantages, spans } = r.tokens;
		for (const column of [ids, lossMask, logprobs, advantages, spans?.from, spans?.to]) if (column) expect(column.length).toBe(count);
	}
}
