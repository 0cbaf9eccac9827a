import { type Assignment, aligned, alignedBlocks, firstFit, greedyColumns, greedyRows, hungarian, sequential, type Weights, weightAt, weights } from "./assignment";
import type { RougeOptions } from "./rouge";
import { argumentsSimilarity, type NamedArguments } from "./similarity";

/** How predicted calls meet reference calls: best pairs in any order, in order, step by step, as one of the greedy scorers does, or only equal calls, as benchmarks do. */
export const PAIRING_MODES = ["hungarian", "aligned", "steps", "greedy-predicted", "greedy-reference", "first-fit", "sequential"] as const;
export type PairingMode = (typeof PAIRING_MODES)[number];

/** Which calls belong together shows in the first words of their arguments. */
const TOKENS: RougeOptions = { tokenizer: "cjk", stem: false, most: 256 };
/** Above this many pairs to compare, names alone decide. */
export const MAX_CELLS = 250_000;

/** How well two calls go together: .1 + .9·sim with the same name, .01 + .05·sim otherwise (only to pair a wrong tool with what it stands for). */
export const pairWeight = (predicted: NamedArguments, reference: NamedArguments, options: RougeOptions = TOKENS): number => {
	const similarity = argumentsSimilarity(predicted.arguments, reference.arguments, options);
	return predicted.name === reference.name ? 0.1 + 0.9 * similarity : 0.01 + 0.05 * similarity;
};

/** Reference index of each predicted call, −1 = unpaired. Blocks (steps) count in mode "steps" only. */
export function pairCalls(
	predicted: readonly (NamedArguments & { readonly block?: number })[],
	reference: readonly (NamedArguments & { readonly block?: number })[],
	mode: PairingMode = "hungarian",
): Assignment {
	if (predicted.length * reference.length > MAX_CELLS) return pairByName(predicted, reference);
	// no weight is 0, so one call and one reference call meet whatever they hold
	if (predicted.length === 1 && reference.length === 1 && mode !== "first-fit" && mode !== "sequential") return new Int32Array(1);
	if (mode === "hungarian" && isLast(predicted, reference)) return last.pairs;
	const options: RougeOptions = { ...TOKENS, memo: new Map() };
	const w = weights(predicted.length, reference.length, (i, j) => pairWeight(predicted[i] as NamedArguments, reference[j] as NamedArguments, options));
	if (mode === "steps")
		return alignedBlocks(
			w,
			predicted.map((c, i) => c.block ?? i),
			reference.map((c, i) => c.block ?? i),
		);
	if (mode === "aligned") return aligned(w);
	// a call passes when name and arguments are those of the reference
	const passing = (): Weights => weights(w.rows, w.columns, (i, j) => Number(weightAt(w, i, j) >= 1 - 1e-9));
	if (mode === "first-fit") return firstFit(passing());
	if (mode === "sequential") return sequential(passing());
	if (mode === "greedy-reference") return greedyColumns(w);
	if (mode === "greedy-predicted") return greedyRows(w);
	const pairs = hungarian(w);
	last = { predicted: predicted.map(plain), reference: reference.map(plain), pairs };
	return pairs;
}

const plain = ({ name, arguments: args }: NamedArguments): NamedArguments => ({ name, arguments: args });

/** The last pairing: a rollout is scored and then checked, and both ask for the same one. Read only. */
let last: { readonly predicted: readonly NamedArguments[]; readonly reference: readonly NamedArguments[]; readonly pairs: Assignment } = {
	predicted: [],
	reference: [],
	pairs: new Int32Array(0),
};

function isLast(predicted: readonly NamedArguments[], reference: readonly NamedArguments[]): boolean {
	const same = (a: readonly NamedArguments[], b: readonly NamedArguments[]): boolean =>
		a.length === b.length && a.every((c, i) => c.name === b[i]?.name && c.arguments === b[i]?.arguments);
	return predicted.length > 0 && same(predicted, last.predicted) && same(reference, last.reference);
}

/** Each prediction in order takes the first unused reference of its name: linear, for rollouts with absurdly many calls. */
export function pairByName(predicted: readonly { readonly name: string }[], reference: readonly { readonly name: string }[]): Assignment {
	const free = new Map<string, number[]>();
	for (let j = reference.length - 1; j >= 0; j--) {
		const name = reference[j]?.name ?? "";
		const list = free.get(name);
		if (list) list.push(j);
		else free.set(name, [j]);
	}
	return Int32Array.from(predicted, p => free.get(p.name)?.pop() ?? -1);
}
