import type { Span } from "../src/core/base/units";
import type { Arrangement, FileView, RolloutView } from "../src/protocol/queries";
import { SORT_KEYS } from "../src/protocol/queries";

/** Everything the views show. Plain data; views never keep a second copy of it. */
export interface PageState {
	readonly file: FileView | null;
	/** Sentence of a failed ask for the file; null when the last one succeeded. */
	readonly fileProblem: string | null;
	/** Its kind, for what can be done about it. */
	readonly fileProblemKind: string | null;
	readonly arrangement: Arrangement;
	/** Display rows of the table. */
	readonly total: number;
	/** Counts arrivals of table rows. */
	readonly arrivals: number;
	/** Rollouts that match the filter. */
	readonly matching: number;
	/** Display row that the table's keyboard focus is on; −1 = none. */
	readonly active: number;
	/** Rollout that is shown or being fetched; null = none yet. */
	readonly row: number | null;
	readonly rollout: RolloutView | null;
	readonly rolloutProblem: string | null;
	/** Estimator whose credit is painted, or "difference". */
	readonly lens: string;
	readonly promptOpen: boolean;
	/** Token the caret is on; −1 = none. */
	readonly caret: number;
	/** Token under the pointer; −1 = none. */
	readonly hover: number;
	/** Place that a check or a finding points at. */
	readonly mark: Span | null;
	/** What the page shows below its top bar. */
	readonly view: "rollouts" | "lab";
}

export const DIFFERENCE = "difference";
export const FILE_ORDER: Arrangement = { sort: "file", descending: false, text: "", only: "all" };

export const INITIAL: PageState = {
	file: null,
	fileProblem: null,
	fileProblemKind: null,
	arrangement: FILE_ORDER,
	total: 0,
	arrivals: 0,
	matching: 0,
	active: -1,
	row: null,
	rollout: null,
	rolloutProblem: null,
	lens: "grpo",
	promptOpen: true,
	caret: -1,
	hover: -1,
	mark: null,
	view: "rollouts",
};

type Key = keyof PageState;

/** State with listeners per field. A listener runs once per `set` that changed one of its fields. */
export class Store {
	private readonly listeners: { readonly keys: readonly Key[]; readonly run: (state: PageState) => void }[] = [];

	constructor(private state: PageState) {}

	get now(): PageState {
		return this.state;
	}

	set(patch: Partial<PageState>): void {
		const before = this.state;
		this.state = { ...before, ...patch };
		const changed = (Object.keys(patch) as Key[]).filter(k => !Object.is(before[k], this.state[k]));
		if (changed.length === 0) return;
		for (const l of this.listeners) if (l.keys.some(k => changed.includes(k))) l.run(this.state);
	}

	/** Calls `run` now and after every change of one of the fields. */
	on(keys: readonly Key[], run: (state: PageState) => void): void {
		this.listeners.push({ keys, run });
		run(this.state);
	}
}

/** What survives a hidden or restarted page. */
export interface Saved {
	readonly row: number | null;
	readonly lens: string;
	readonly promptOpen: boolean;
	readonly caret: number;
	readonly arrangement: Arrangement;
	/** Offset of the text at the top of the transcript. */
	readonly offset: number;
	/** Pane sizes in pixels, by splitter. */
	readonly sizes: Readonly<Record<string, number>>;
	/** Sections of the reward pane that are folded. */
	readonly folded: readonly string[];
}

export const NOTHING_SAVED: Saved = { row: null, lens: INITIAL.lens, promptOpen: true, caret: -1, arrangement: FILE_ORDER, offset: -1, sizes: {}, folded: [] };

/** Reads a saved state field by field: an older version of the page may have written it. */
export function readSaved(value: unknown): Saved {
	if (typeof value !== "object" || value === null) return NOTHING_SAVED;
	const v = value as Record<string, unknown>;
	const a = (typeof v.arrangement === "object" && v.arrangement !== null ? v.arrangement : {}) as Record<string, unknown>;
	const whole = (x: unknown, otherwise: number): number => (typeof x === "number" && Number.isInteger(x) ? x : otherwise);
	return {
		row: typeof v.row === "number" && Number.isInteger(v.row) && v.row >= 0 ? v.row : null,
		lens: typeof v.lens === "string" ? v.lens : NOTHING_SAVED.lens,
		promptOpen: v.promptOpen !== false,
		caret: whole(v.caret, -1),
		arrangement: {
			sort: SORT_KEYS.find(k => k === a.sort) ?? "file",
			descending: a.descending === true,
			text: typeof a.text === "string" ? a.text : "",
			only: a.only === "degenerate" || a.only === "findings" ? a.only : "all",
			...(typeof a.step === "number" || a.step === null ? { step: a.step } : {}),
		},
		offset: whole(v.offset, -1),
		sizes: Object.fromEntries(Object.entries(typeof v.sizes === "object" && v.sizes !== null ? v.sizes : {}).filter(([, n]) => typeof n === "number" && n > 0)),
		folded: Array.isArray(v.folded) ? v.folded.filter(x => typeof x === "string") : [],
	};
}
