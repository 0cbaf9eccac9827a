import type { Actions } from "./actions";
import type { Saved, Store } from "./state";

/** What every view gets. */
export interface Page {
	readonly store: Store;
	readonly actions: Actions;
	readonly saved: Saved;
	/** Keeps a part of the page's state over reloads. */
	readonly keep: (patch: Partial<Saved>) => void;
}
