import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { distil, maskedMean, withCrossEntropy } from "../../../src/core/analyses/distillation";
import { distilRow, readDistillationRow } from "../../../src/core/analyses/distillationRow";
import { expectClose } from "../../support/close";
import { golden } from "../../support/golden";

interface Input {
	readonly teacher: number[];
	readonly student: number[];
	readonly k: number;
	readonly m: number;
	readonly lam: number;
	readonly kd_ratio?: number;
	readonly label?: number;
	readonly token_losses?: number[];
	readonly mask?: number[];
}

const named = (values: readonly number[]): Map<string, number> => new Map(values.map((p, i) => [String(i), p]));

function answer(i: Input): unknown {
	if (i.token_losses) return { loss: maskedMean(i.token_losses, i.mask ?? null) };
	const d = distil(named(i.teacher), named(i.student), { k: i.k, m: i.m, lambda: i.lam });
	return {
		topk: d.top.map(Number),
		topm: d.studentTop.map(Number),
		tail_set: d.tail.map(Number),
		fkl: d.head,
		rkl: d.reverse,
		tail: d.tailMass,
		loss: i.kd_ratio === undefined ? d.loss : withCrossEntropy(d.loss, i.student[i.label ?? 0] as number, i.kd_ratio),
		grad_logits_fkl: i.teacher.map((_, v) => d.gradient.get(String(v))),
	};
}

describe("distillation by the published figures", () => {
	const card = golden<Input, unknown>("11_ckd");
	test.each(card.cases)("$id", ({ input, expected }) => expectClose(answer(input), expected, card.tolerance_abs));
});

test("the gradient is that of the loss: central differences on the logits", () => {
	const probability = fc.array(fc.double({ min: 0.02, max: 1, noNaN: true }), { minLength: 6, maxLength: 6 });
	const normal = (v: readonly number[]): number[] => v.map(x => x / v.reduce((s, y) => s + y, 0));
	const softmax = (z: readonly number[]): number[] => normal(z.map(Math.exp));
	fc.assert(
		fc.property(probability, probability, (t, z) => {
			const options = { k: 3, m: 3, lambda: 10 };
			const teacher = named(normal(t));
			const at = (logits: readonly number[]) => distil(teacher, named(softmax(logits)), options);
			const here = at(z);
			const h = 1e-6;
			z.forEach((_, j) => {
				const moved = (by: number) => at(z.map((v, k) => (k === j ? v + by : v)));
				const [up, down] = [moved(h), moved(-h)];
				// at a tie of ranks the tail changes its members: no derivative there
				if (up.tail.join() !== here.tail.join() || down.tail.join() !== here.tail.join()) return;
				expect(here.gradient.get(String(j))).toBeCloseTo((up.loss - down.loss) / (2 * h), 4);
			});
		}),
		{ numRuns: 50 },
	);
});

test("a token the student does not list counts as its least one, and is said to be approximate", () => {
	const d = distil(
		new Map([
			["a", 0.7],
			["b", 0.3],
		]),
		new Map([
			["a", 0.9],
			["c", 0.05],
		]),
		{ k: 2, m: 2, lambda: 1 },
	);
	expect(d.approximate).toBe(true);
	expectClose(d.head, 0.7 * Math.log(0.7 / 0.9) + 0.3 * Math.log(0.3 / 0.05));
	expect(d.tail).toEqual(["c"]);
});

test("equal distributions cost nothing", () => {
	const p = named([0.6, 0.3, 0.1]);
	expect(distil(p, p, { k: 3, m: 3, lambda: 10 })).toMatchObject({ loss: 0, tailMass: 0, approximate: false });
});

const logs = (o: Record<string, number>): Record<string, number> => Object.fromEntries(Object.entries(o).map(([t, p]) => [t, Math.log(p)]));

test("rows are read in every shape APIs write", () => {
	const map = logs({ a: 0.5, b: 0.25 });
	const pairs = Object.entries(map);
	const objects = pairs.map(([token, logprob]) => ({ token, logprob }));
	const expected = new Map([
		["a", 0.5],
		["b", 0.25],
	]);
	for (const one of [map, pairs, objects, { token: "a", logprob: 0, top_logprobs: objects }]) {
		const row = readDistillationRow({ teacher: [one], student: [one] });
		expectClose(Object.fromEntries(row?.teacher[0] ?? []), Object.fromEntries(expected));
	}
	expect(readDistillationRow({ teacher: [map], student: [map, map] })).toBeNull();
	expect(readDistillationRow({ teacher: [map] })).toBeNull();
	expect(readDistillationRow({ teacher: [null], student: [map] })).toBeNull();
});

test("a row's loss is over its targets, and what the student is wrong about comes first", () => {
	const row = readDistillationRow({
		tokens: ["a", "x"],
		loss_mask: [1, 0],
		teacher: [logs({ a: 0.9, b: 0.1 }), logs({ x: 1 })],
		student: [logs({ a: 0.2, w: 0.7, b: 0.1 }), logs({ y: 0.9, x: 0.1 })],
	});
	if (!row) throw new Error("not read");
	const d = distilRow(row, { k: 2, m: 2, lambda: 10 });
	expect(d.wrong).toEqual([{ position: 0, token: "w", probability: expect.closeTo(0.7, 9) }]);
	expectClose(d.loss, 0.9 * Math.log(0.9 / 0.2) + 0.1 * Math.log(1) + 7);
	// the written token is what the teacher wants: it is pushed up; the other one is no target
	expect(d.push[0]).toBeGreaterThan(0);
	expect(d.push[1]).toBeNaN();
});
