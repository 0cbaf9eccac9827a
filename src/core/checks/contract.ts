import type { JsonObject } from "../base/units";
import type { Call } from "../model/call";
import type { Finding } from "../model/finding";
import type { Rollout } from "../model/rollout";
import type { Tool } from "../model/tool";
import type { SchemaProblem } from "./parameterSchema";

/** What a mistake costs when rewards are layered: the call's form, the choice of calls, a call's keys, or its values. */
export type Cause = "format" | "plan" | "key" | "value";

/** One kind of mistake; its sentence is in words/findings. */
export interface Mistake {
	/** Stable id: what reports and recipes name. */
	readonly code: string;
	readonly name: string;
	readonly cause: Cause;
}

/** A reference call with the step it belongs to; calls of one step are parallel. */
export interface StepCall {
	readonly name: string;
	readonly arguments: Call["arguments"];
	readonly step: number;
	/** Values that are right beside the ones in `arguments`, by parameter (BFCL's answers); null when there are none. */
	readonly allowed: JsonObject | null;
}

/** A rollout with what several checks ask about. Arrays run parallel to `calls`. */
export interface Subject {
	readonly rollout: Rollout;
	readonly calls: readonly Call[];
	/** null = the file names no tools, so no name is wrong. */
	readonly tools: ReadonlyMap<string, Tool> | null;
	/** Reference calls, flattened; null = the file gives none, or there are too many to compare. */
	readonly references: readonly StepCall[] | null;
	/** The reference lists actions that must be taken; how the agent finds out what it needs is free (τ-bench, τ²-bench). */
	readonly partial: boolean;
	readonly unknownTool: readonly boolean[];
	/** What is wrong with the arguments by the tool's schema; at most one entry per top-level parameter. */
	readonly schema: readonly (readonly SchemaProblem[])[];
	/** Earlier valid call that is exactly the same, −1 = none. */
	readonly duplicateOf: Int32Array;
	/** Reference call it is paired with (best pairing over known tools without duplicates), −1 = none. */
	readonly pairs: Int32Array;
}

/** One family of mistakes: one file, one registry row, one test. */
export interface Check {
	readonly id: string;
	readonly mistakes: readonly Mistake[];
	/** Never throws; a check whose evidence is not in the file finds nothing. */
	run(subject: Subject): readonly Finding[];
}
