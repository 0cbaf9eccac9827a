import type { LinearRegex } from "../base/linearRegex";
import type { JsonPath, JsonValue } from "../base/units";

/** A user's rule for the result of a rollout, made ready to be asked. */
export interface ResultRule {
	/** A row of RESULT_RULES. */
	readonly id: string;
	/** What is looked at: the final answer, or the whole record. */
	readonly on: "answer" | "record";
	/** Where in it; null = all of it. */
	readonly path: { readonly text: string; readonly steps: JsonPath } | null;
	readonly pattern: { readonly text: string; readonly regex: LinearRegex } | null;
	/** Right value; undefined = not given. */
	readonly equals: JsonValue | undefined;
	/** Where in the record the right value stands. */
	readonly equalsPath: { readonly text: string; readonly steps: JsonPath } | null;
	readonly exact: boolean;
	/** Similarity from which two texts count as the same. */
	readonly least: number;
}
