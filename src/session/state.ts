import type { Importer } from "../core/importers/contract";
import type { Setup } from "../protocol/queries";
import type { Locale } from "../words/words";
import type { Supplement } from "./beside/supplement";
import type { EmbedderState } from "./embedder";
import type { InspectorError } from "./errors";
import type { Basis, FileEstimate, GroupSummary } from "./estimates";
import type { Grades } from "./judges/grades";
import type { Opened } from "./opened";
import type { Notice } from "./reading";
import type { Resolved } from "./resolve";
import type { Scan } from "./scan";
import type { ByteSource } from "./source";

/** What the views of a session may look at. */
export interface SessionState {
	readonly locale: Locale;
	readonly source: ByteSource;
	readonly opened: Opened;
	readonly importer: Importer;
	readonly state: Scan;
	readonly resolution: Resolved;
	readonly basis: Basis;
	readonly setup: Setup;
	/** Grades that judges have given, by the mark of a rollout's text. */
	readonly grades: Grades;
	/** Files beside the rollouts that are used. */
	readonly sides: Supplement | null;
	readonly trouble: InspectorError | null;
	readonly notice: Notice | null;
	/** How texts are compared where the recipe asks for their meaning; null = it does not, or nobody knows yet. */
	readonly embedder: EmbedderState | null;
	/** Estimators an open rollout is credited under. */
	readonly credited: readonly string[];
	presetOf(estimator: string): string;
	estimate(id: string): FileEstimate;
	/** −1 = rollouts without group. */
	groupSummary(group: number): GroupSummary;
}
