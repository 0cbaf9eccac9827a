import { editDistance } from "../core/base/text";
import type { Estimator, Preset } from "../core/estimators/contract";
import { ESTIMATORS, presetById } from "../core/estimators/registry";
import { DEFAULT_RECIPE } from "../core/model/recipe";
import { UsageError } from "./command";

/** The row of a registry that an id (or an alias) names; an unknown id is refused with those it may have meant. */
export function choose<T extends { readonly id: string; readonly aliases?: readonly string[] }>(
	what: "estimator" | "preset" | "reward" | "format" | "syntax" | "benchmark",
	rows: readonly T[],
	id: string,
): T {
	const found = rows.find(r => r.id === id) ?? rows.find(r => r.aliases?.includes(id));
	if (found) return found;
	throw unknownId(
		what,
		rows.map(r => r.id),
		id,
	);
}

/** An id that names nothing: with what it may have meant, or with all there is. */
export function unknownId(what: string, ids: readonly string[], id: string): UsageError {
	const near = ids.filter(i => i.startsWith(id) || editDistance(i, id, 2) <= Math.min(2, Math.ceil(id.length / 3)));
	return new UsageError(near.length ? `near-${what}` : `unknown-${what}`, { id, ids: (near.length ? near : ids).join(", ") });
}

/** `--estimator` and `--preset`, or their defaults. */
export function chooseEstimator(id: string | undefined, preset: string | undefined): { readonly estimator: Estimator; readonly preset: Preset } {
	const estimator = choose("estimator", ESTIMATORS, id ?? DEFAULT_RECIPE.estimator.id);
	return { estimator, preset: presetById(estimator, preset ?? null) ?? choose("preset", estimator.presets, preset ?? "") };
}
