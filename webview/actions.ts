import type { Span } from "../src/core/base/units";
import { AskError } from "../src/protocol/channel";
import type { Target } from "../src/protocol/editor";
import type { Arrangement, Queries, Setup, TableItem } from "../src/protocol/queries";
import { nextPlace, placesOf } from "./findings";
import type { Ask } from "./host";
import { tokenAt } from "./paint/tokens";
import { RowCache } from "./rowCache";
import { FILE_ORDER, type Saved, type Store } from "./state";

/** How often the open rollout is read again while the file is still being scanned, in ms. */
const LOOK_AGAIN = 2000;
/** F8 looks no further than so many rows of the table for a rollout with findings. */
const SEARCHED = 20_000;

/** Does it show every rollout? */
const isAll = (a: Arrangement): boolean => a.text === "" && a.only === "all" && a.step === undefined;

const sentence = (e: unknown): string => (e instanceof Error ? e.message : String(e));

/** Everything the page can do. Views call these and read the store; nothing else asks the host. */
export class Actions {
	readonly rows: RowCache;
	private looking = false;
	private lookWanted = false;
	private refreshing = false;
	private refreshWanted = false;
	private lookedAt = Number.NEGATIVE_INFINITY;
	/** What to point at once its rollout is there. */
	private goal: { readonly row: number; readonly at: number | "first" | "last" | null } | null = null;

	constructor(
		readonly ask: Ask,
		private readonly store: Store,
		private readonly announce: (text: string) => void,
	) {
		this.rows = new RowCache(ask, total => store.set({ total, arrivals: store.now.arrivals + 1 }));
	}

	/** First paint: the file and a rollout are asked for at once; the scan may still be at its beginning. */
	async begin(saved: Saved): Promise<void> {
		const target = await this.takeTarget();
		this.store.set({ row: target?.row ?? saved.row ?? 0, lens: saved.lens, promptOpen: saved.promptOpen, arrangement: saved.arrangement });
		const looked = this.look();
		if (JSON.stringify(saved.arrangement) !== JSON.stringify(FILE_ORDER)) await this.arrange({});
		await Promise.all([this.refresh(), looked]);
		await this.findActive();
	}

	/** The place the editor was opened for; asking takes it. */
	private async takeTarget(): Promise<Target | null> {
		const target = await this.ask("target", null).catch(() => null);
		if (target) this.goal = { row: target.row, at: target.offset };
		return target;
	}

	/** The host says that a place is to be shown. */
	async goToTarget(): Promise<void> {
		const target = await this.takeTarget();
		if (target) this.select(target.row);
		this.reachGoal();
	}

	/** Points at what was wanted when its rollout is the open one. */
	private reachGoal(): void {
		const { goal } = this;
		const { rollout } = this.store.now;
		if (!goal || rollout?.row !== goal.row) return;
		this.goal = null;
		const places = placesOf(rollout.findings);
		const found = goal.at === "first" ? places[0] : goal.at === "last" ? places.at(-1) : places.find(f => f.span.from === goal.at);
		if (found) this.pointAt(found);
		else if (typeof goal.at === "number") this.point({ from: goal.at, to: goal.at + 1 });
	}

	private pointAt(f: { readonly span: Span; readonly code: string; readonly message: string }): void {
		this.point(f.span);
		this.announce(`${f.code} ${f.message}`);
	}

	/**
	 * Goes to the next (previous) place a finding points at: in the open rollout, else in the next one of the table that has
	 * findings. False when there is none.
	 */
	async nextFinding(back: boolean): Promise<boolean> {
		const { rollout, caret, mark } = this.store.now;
		if (!rollout) return false;
		const here = mark?.from ?? (caret >= 0 ? (rollout.tokens.from[caret] as number) : back ? 0 : -1);
		const next = nextPlace(placesOf(rollout.findings), here, back);
		if (next) {
			this.pointAt(next);
			return true;
		}
		const by = back ? -1 : 1;
		for (let i = this.store.now.active + by, n = 0; i >= 0 && i < this.store.now.total && n < SEARCHED; i += by, n++) {
			const item = await this.rows.fetch(i).catch(() => undefined);
			if (!item) return false;
			if (item.kind !== "rollout" || item.findings === 0) continue;
			this.goal = { row: item.row, at: back ? "last" : "first" };
			this.select(item.row, i);
			return true;
		}
		return false;
	}

	/** The session says that something changed: one refresh at a time, and one more when news came meanwhile. */
	async refresh(): Promise<void> {
		if (this.refreshing) {
			this.refreshWanted = true;
			return;
		}
		this.refreshing = true;
		try {
			do {
				this.refreshWanted = false;
				await this.readFile();
			} while (this.refreshWanted);
		} finally {
			this.refreshing = false;
		}
	}

	private async readFile(): Promise<void> {
		const before = this.store.now.file;
		try {
			const file = await this.ask("file", null);
			this.rows.invalidate(false);
			const matching = isAll(this.store.now.arrangement) ? file.rollouts : this.store.now.matching;
			this.store.set({ file, fileProblem: null, fileProblemKind: null, matching });
			await this.rows.fetch(Math.max(0, this.store.now.active));
			// a settled file has changed only when it says so; one that is being scanned says so all the time
			const settled = file.scan.state === "done" || file.scan.state === "failed";
			const again = settled ? before !== null : performance.now() - this.lookedAt > LOOK_AGAIN;
			if (file.rollouts > 0 && (again || (this.store.now.rollout === null && !this.looking))) void this.look();
			if (before?.rollouts !== file.rollouts) void this.findActive();
		} catch (e) {
			this.store.set({ fileProblem: sentence(e), fileProblemKind: e instanceof AskError ? e.kind : null });
		}
	}

	/** Reads the wanted rollout; while one is on its way only the latest wish is kept. */
	private async look(): Promise<void> {
		if (this.looking) {
			this.lookWanted = true;
			return;
		}
		this.looking = true;
		try {
			do {
				this.lookWanted = false;
				const row = this.store.now.row;
				if (row === null) return;
				this.lookedAt = performance.now();
				try {
					const rollout = await this.ask("look", { row });
					if (this.store.now.row === row) this.show(rollout.row, { rollout, rolloutProblem: null });
				} catch (e) {
					if (this.store.now.row === row) this.notShown(row, e);
				}
			} while (this.lookWanted);
		} finally {
			this.looking = false;
		}
	}

	/** A row the scan has not reached yet will come: what was shown stays until then. */
	private notShown(row: number, e: unknown): void {
		const { file } = this.store.now;
		const missing = e instanceof AskError && e.kind === "no-such-row";
		if (missing && (file === null || file.scan.state === "waiting" || file.scan.state === "scanning")) return;
		if (missing && row > 0) {
			this.select(0);
			return;
		}
		this.store.set({ rollout: null, rolloutProblem: file?.rollouts === 0 ? null : sentence(e) });
	}

	private show(row: number, patch: Parameters<Store["set"]>[0]): void {
		const other = this.store.now.rollout?.row !== row;
		this.store.set(other ? { ...patch, caret: -1, hover: -1, mark: null } : patch);
		this.reachGoal();
	}

	/** Shows a rollout; `active` is its display row when known. */
	select(row: number, active?: number): void {
		if (active !== undefined) this.store.set({ active });
		if (row === this.store.now.row && this.store.now.rollout) return;
		this.store.set({ row });
		void this.look();
		if (active === undefined) void this.findActive();
	}

	private async findActive(): Promise<void> {
		const row = this.store.now.row;
		if (row === null) return;
		const { index } = await this.ask("whereIs", { row }).catch(() => ({ index: -1 }));
		if (this.store.now.row === row) this.store.set({ active: index });
	}

	/** Moves the table's focus; rollouts are shown as they are passed, group rows are not. */
	async activate(index: number): Promise<void> {
		const clamped = Math.max(0, Math.min(this.store.now.total - 1, index));
		if (this.store.now.total === 0) return;
		this.store.set({ active: clamped });
		const item = await this.rows.fetch(clamped).catch(() => undefined);
		if (item?.kind === "rollout" && this.store.now.active === clamped) this.select(item.row, clamped);
	}

	/** The next (previous) rollout of the table, skipping group rows. */
	async step(by: 1 | -1): Promise<void> {
		for (let i = this.store.now.active + by; i >= 0 && i < this.store.now.total; i += by) {
			const item: TableItem | undefined = await this.rows.fetch(i).catch(() => undefined);
			if (item?.kind === "rollout") return this.select(item.row, i);
			if (!item) return;
		}
	}

	async nextDegenerate(back: boolean): Promise<boolean> {
		const found = await this.ask("nextDegenerate", { index: this.store.now.active, back }).catch(() => null);
		if (!found) return false;
		this.select(found.row, found.index);
		return true;
	}

	async arrange(patch: Partial<Arrangement>): Promise<void> {
		const arrangement = { ...this.store.now.arrangement, ...patch };
		this.store.set({ arrangement });
		const answer = await this.ask("arrange", arrangement).catch(() => null);
		if (!answer || this.store.now.arrangement !== arrangement) return;
		this.rows.invalidate(true);
		this.store.set({ total: answer.total, matching: answer.matching, active: -1 });
		await this.findActive();
	}

	async setup(patch: Partial<Setup>): Promise<void> {
		try {
			const file = await this.ask("setup", patch);
			this.rows.invalidate(false);
			this.store.set({ file, fileProblem: null, lens: patch.estimator ?? this.store.now.lens });
			await this.look();
			await this.rows.fetch(Math.max(0, this.store.now.active)).catch(() => undefined);
		} catch (e) {
			this.store.set({ fileProblem: sentence(e) });
		}
	}

	/** Reads the file by keys that a person named. Resolves to what went wrong, null when it was read. */
	async mapKeys(keys: Queries["mapping"]["ask"]["keys"]): Promise<string | null> {
		try {
			await this.ask("mapping", { keys });
			await this.arrange({});
			await this.refresh();
			await this.look();
			return null;
		} catch (e) {
			return sentence(e);
		}
	}

	/** Holds up scoring in the background, or lets it go on. */
	async pause(paused: boolean): Promise<void> {
		await this.ask("pause", { paused }).then(
			file => this.store.set({ file }),
			e => this.announce(sentence(e)),
		);
	}

	/** Lights up a place of the open rollout and puts the caret on it. */
	point(span: Span): void {
		const { rollout } = this.store.now;
		if (rollout) this.store.set({ mark: { from: span.from, to: span.to }, caret: tokenAt(rollout.tokens, span.from) });
	}

	async copy(as: "json" | "markdown", done: string): Promise<void> {
		const row = this.store.now.rollout?.row;
		if (row === undefined) return;
		try {
			const { text } = await this.ask("copy", { row, as });
			await this.ask("clipboard", { text });
			this.announce(done);
		} catch (e) {
			this.announce(sentence(e));
		}
	}

	async copyText(text: string, done: string): Promise<void> {
		await this.ask("clipboard", { text }).then(
			() => this.announce(done),
			e => this.announce(sentence(e)),
		);
	}

	/** Writes a text to a file that the person names in the editor's dialog. */
	async save(text: string, suffix: string, done: (name: string) => string): Promise<void> {
		await this.ask("save", { text, suffix }).then(
			({ saved }) => saved !== null && this.announce(done(saved)),
			e => this.announce(sentence(e)),
		);
	}

	/** Opens the text editor at the open rollout's record, or at an offset of its text. */
	async reveal(offset: number | null, refused: string): Promise<void> {
		const row = this.store.now.rollout?.row;
		if (row === undefined) return;
		try {
			const place = await this.ask("place", { row, offset });
			await this.revealAt(place.line, place.column, refused, place.file);
		} catch (e) {
			this.announce(sentence(e));
		}
	}

	/** The same at a line; `file` when a run is open. */
	async revealAt(line: number, column: number, refused: string, file?: string): Promise<void> {
		const { opened } = await this.ask("reveal", { line, column, ...(file === undefined ? {} : { file }) }).catch(() => ({ opened: false }));
		if (!opened) this.announce(refused);
	}
}
