import type { Corner, Preset } from "./contract";
import type { Corners } from "./group";

/** Corners as codes with values; their phrases stand in words/estimators. What most trainers do alike is not said. */
export function cornersOf(c: Corners): readonly Corner[] {
	const out: Corner[] = [];
	const add = (code: string, values: Corner["values"] = {}): void => void out.push({ code, values });
	if (c.pooled) add("pooled");
	if (c.leaveOneOut) add("leave-one-out");
	if (c.divide === "none") add("not-divided");
	else if (c.divide === "mean") add("divide-mean");
	else if (c.divide === "batch") add("divide-batch");
	else if (c.divide === "others") add("divide-others");
	else add(c.ddof ? "sample-deviation" : "population-deviation");
	if (c.divide !== "none") add("epsilon", { epsilon: scientific(c.epsilon) });
	if (c.flat > 0) add("flat", { flat: scientific(c.flat) });
	add(`single-${c.single}`);
	add(`missing-${c.missing}`);
	return out;
}

/** 1e-6 as trainers' sources write it, not 0.000001. */
const scientific = (n: number): string => (n === 0 ? "0" : n.toExponential().replace("e+", "e"));

/** A preset of a table whose rows hold group corners; `more` = what the estimator does beside them. */
export const groupPreset = (id: string, aliases: readonly string[], source: string, group: Corners, more: readonly Corner[] = []): Preset & { readonly group: Corners } => ({
	id,
	aliases,
	source,
	group,
	corners: [...cornersOf(group), ...more],
});
