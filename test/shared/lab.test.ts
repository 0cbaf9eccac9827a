import { existsSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { LAB_CARDS, type LabCard } from "../../src/protocol/lab";
import type { Lab } from "../../src/session/lab/lab";
import { Session } from "../../src/session/session";
import { BytesSource } from "../../src/session/source";

const real = resolve(import.meta.dirname, "../../../shared/data/real");

const ASKS: Readonly<Record<LabCard, (lab: Lab) => unknown>> = {
	sparsity: lab => lab.answers.labSparsity({ p: null, size: 8 }),
	weights: lab => lab.answers.labWeights({ weights: {}, preferences: [], floor: 0.1, alpha: 1 }),
	whatif: lab => lab.answers.labWhatIf({ weights: {}, gate: null, estimator: null, preset: null }),
	curriculum: lab => lab.answers.labCurriculum({ phase: 1, reading: "cumulative", tau: 0.8, weights: {} }),
	filters: lab => lab.answers.labFilters(null),
	redundancy: lab => lab.answers.labRedundancy({ prices: {} }),
	hacking: lab => lab.answers.labHacking(null),
	evidence: lab => lab.answers.labEvidence({ row: 0 }),
	distillation: lab => lab.answers.labDistillation({ row: 0, k: 10, m: 10, lambda: 10 }),
};

/** Files, and the cards they allow; every other card must say what is missing. */
const FILES: readonly (readonly [string, readonly LabCard[]])[] = [
	["nemo_gym/xlam_fc__example_rollouts.jsonl", ["weights", "redundancy", "hacking", "evidence"]],
	["verifiers/math_python/outputs/evals/math-python--gpt-4.1-mini/578769a7/results.jsonl", ["weights", "whatif", "filters", "redundancy", "hacking", "evidence"]],
	["toolrl/rlla_4k_test.converted.jsonl", ["sparsity", "weights", "curriculum", "hacking", "evidence"]],
	["nemo_gym/string_match__example_rollouts.jsonl", ["weights", "filters", "hacking", "evidence"]],
];

describe.skipIf(!existsSync(real))("the Lab on real files", () => {
	test.each(FILES)(
		"%s",
		async (path, allowed) => {
			const session = await Session.open(new BytesSource(path.split("/").pop() ?? path, readFileSync(resolve(real, path))), { locale: "en", recipe: null });
			await session.done();
			const { cards } = await session.lab.view();
			expect(LAB_CARDS.filter(c => cards[c].length === 0)).toEqual(allowed);
			for (const card of LAB_CARDS) {
				if (cards[card].length) for (const reason of cards[card]) expect(reason).toMatch(/^[A-Z].*\.$/);
				else if (card !== "evidence") expect(await ASKS[card](session.lab)).not.toBeNull();
			}
			await session.close();
		},
		60_000,
	);
});
