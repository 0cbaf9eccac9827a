import type { Importer } from "../core/importers/contract";
import type { EstimatorInput } from "../core/model/advantage";
import type { Recipe } from "../core/model/recipe";
import type { Arrangement, CardView, FileView, FindingsView, Queries, RolloutView, Setup, StepsView, TableItem } from "../protocol/queries";
import type { Locale } from "../words/words";
import type { Supplement } from "./beside/supplement";
import { cardsOf, explained } from "./card";
import { UnpackedSource } from "./containers/unpacked";
import type { EmbedderState } from "./embedder";
import { InspectorError } from "./errors";
import { type Basis, estimateFile, estimatorInput, type FileEstimate, type GroupSummary, summariseGroup } from "./estimates";
import { fileView } from "./fileView";
import { FindingList, lineFindings } from "./findings";
import { type Grades, gradeNumbers } from "./judges/grades";
import { Lab } from "./lab/lab";
import { copyText, type Detail, placeInFile, readDetail } from "./look";
import { type Opened, openFile } from "./opened";
import { named } from "./problems";
import { Reading, type ReadingOptions, type Recognise } from "./reading";
import { presetInForce, type Resolved, resolve, withSetup } from "./resolve";
import { explainOf, rolloutView } from "./rolloutView";
import { RunSource } from "./run/runSource";
import type { Scan } from "./scan";
import { passesText } from "./search";
import { allowedRecipe, embedderState, refusedEncoder } from "./semantics";
import type { ByteSource } from "./source";
import type { SessionState } from "./state";
import { stepsOf } from "./steps";
import { arrange, nextHeader } from "./table";
import { tableData, tableItem } from "./tableView";
import { TokenEstimates } from "./tokenwise";

export interface SessionOptions extends Omit<ReadingOptions, "grades"> {
	/** Grades that judges have given, by the mark of a rollout's text. */
	readonly grades?: Grades;
	readonly recipe?: Recipe | null;
	/** Where `supplement` comes from, for the file's card. */
	readonly sides?: Supplement;
	readonly locale: Locale;
	/** False = an encoder that a recipe names is not run; the one that ships is. Absent = trusted. */
	readonly trusted?: boolean;
	/** Called when file, rows or the open rollout may differ now. */
	readonly onChange?: () => void;
}

const FILE_ORDER: Arrangement = { sort: "file", descending: false, text: "", only: "all" };
/** Rows scored out of turn for one look at the table, and how long that may take. */
const MOST_AHEAD = 200;
const AHEAD_MS = 40;
/** Estimators every open rollout is credited under, so that switching costs nothing. */
const ALWAYS_CREDITED = ["grpo", "slca"];
/** Estimates of the whole file that are kept, so that going back and forth costs nothing. */
const MOST_ESTIMATES = 8;

/** One open file: scans it, keeps its ledger, answers questions about it. Both doors stand on this. */
export class Session implements SessionState {
	private recipe: Recipe;
	private resolved: Resolved;
	private arrangement = FILE_ORDER;
	private passes: Uint8Array | null = null;
	private order: { readonly epoch: number; readonly items: Int32Array } | null = null;
	private estimates: { readonly epoch: number; readonly by: Map<string, FileEstimate>; readonly inputs: Map<string, EstimatorInput> } = {
		epoch: -1,
		by: new Map(),
		inputs: new Map(),
	};
	private summaries: { readonly epoch: number; readonly by: Map<number, GroupSummary> } = { epoch: -1, by: new Map() };
	private epoch = 0;
	private last: { readonly row: number; readonly scan: Scan; readonly detail: Promise<Detail> } | null = null;
	private list: FindingList | null = null;
	private readonly closing = new AbortController();
	private searching = new AbortController();
	/** Numbers of rows as the caches below know them. */
	private numbering = 0;

	/** Grades that judges have given. */
	grades: Grades;
	embedder: EmbedderState | null;
	private readonly perToken = new TokenEstimates(this, this.closing.signal, () => this.changed());

	/** What the figures of the file advise. */
	readonly lab = new Lab(this);

	private constructor(
		readonly source: ByteSource,
		private readonly reading: Reading,
		private readonly options: SessionOptions,
	) {
		this.recipe = allowedRecipe(options);
		this.resolved = resolve(this.recipe, options.cacheDir);
		this.grades = options.grades ?? new Map();
		this.embedder = refusedEncoder(options);
		void embedderState(this.resolved.judge).then(state => {
			this.embedder ??= state;
			if (state?.kind === "lexical") this.changed();
		});
	}

	/** Recognises the file and starts scanning. Rejects with InspectorError when it holds no rollouts. */
	static async open(source: ByteSource, options: SessionOptions): Promise<Session> {
		try {
			const run = source instanceof RunSource ? source : null;
			const packed = run ? null : await UnpackedSource.open(source);
			const content = packed ?? source;
			const recognise: Recognise = run ? async () => run.recognised() : format => openFile(content, format, packed?.container ?? null);
			let session: Session | null = null;
			const reading = await Reading.open(content, recognise, allowedRecipe(options), { ...options, grades: gradeNumbers(options.grades ?? new Map()) }, () => session?.changed());
			session = new Session(content, reading, options);
			reading.start();
			return session;
		} catch (e) {
			await source.close();
			throw e;
		}
	}

	/** Resolves when the file has been scanned to its end (or rejects with why not). */
	done(): Promise<void> {
		return this.reading.done();
	}

	get sides(): Supplement | null {
		return this.options.sides ?? null;
	}
	get locale(): Locale {
		return this.options.locale;
	}
	get rows(): number {
		return this.scan.rows;
	}
	get importer(): Importer {
		return this.opened.importer;
	}
	get state(): Scan {
		return this.scan;
	}
	get opened(): Opened {
		return this.reading.opened;
	}
	/** What keeps the file from being read right now. */
	get trouble(): InspectorError | null {
		return this.reading.trouble;
	}
	/** Why the file was read anew since it was opened. */
	get notice(): Reading["notice"] {
		return this.reading.notice;
	}
	private get scan(): Scan {
		return this.reading.scan;
	}
	get resolution(): Resolved {
		return this.resolved;
	}

	async close(): Promise<void> {
		this.closing.abort();
		this.searching.abort();
		this.lab.close();
		await this.reading.close();
		await this.source.close();
	}

	/** The file changed on disk: reads on when it grew, begins anew when it is another file or shorter, says so when it is gone. */
	refresh(): Promise<void> {
		return this.reading.refresh();
	}

	/** Holds scoring up, or lets it go on. */
	pause(ask: Queries["pause"]["ask"]): FileView {
		this.scan.pause(ask.paused);
		this.changed();
		return this.file();
	}

	/** Scores the rollouts of display rows [from, to) before others, so that what is looked at is known first. */
	async ahead(ask: Queries["rows"]["ask"]): Promise<void> {
		if (this.scan.scored === this.rows) return;
		const rows = this.ordered().subarray(Math.max(0, ask.from), Math.max(0, ask.to));
		await this.scan.first(
			this.source,
			[...rows].slice(0, MOST_AHEAD).filter(r => r >= 0),
			AHEAD_MS,
		);
		this.epoch++;
	}

	/** Basis that "auto" comes to: what the trainer recorded when the file has it, else what we compute. */
	get basis(): Basis {
		const { basis } = this.recipe;
		return basis === "auto" ? (this.scan.seen.has("reward") ? "recorded" : "recomputed") : basis;
	}

	get setup(): Setup {
		const { recipe, resolved } = this;
		return {
			reward: recipe.reward.id,
			tiers: resolved.judge.options.tiers === "monotone" ? "monotone" : "literal",
			basis: recipe.basis,
			estimator: recipe.estimator.id,
			preset: this.presetOf(recipe.estimator.id),
			segmenter: recipe.segmenter,
			lanes: recipe.lanes,
		};
	}

	presetOf(estimator: string): string {
		return presetInForce(this.recipe, estimator, this.importer.id);
	}

	file(): FileView {
		return fileView(this);
	}

	/** Advantages of the whole file under an estimator; computed once per state of the ledger. */
	estimate(id: string): FileEstimate {
		if (this.estimates.epoch !== this.epoch) this.estimates = { epoch: this.epoch, by: new Map(), inputs: new Map() };
		const key = `${id} ${this.presetOf(id)}`;
		let found = this.estimates.by.get(key);
		if (!found) {
			found = this.estimateAs(id, this.presetOf(id));
			const { by } = this.estimates;
			by.set(key, found);
			if (by.size > MOST_ESTIMATES) by.delete(by.keys().next().value ?? "");
		}
		return found;
	}

	/** The same under a preset that need not be in force; not kept. */
	estimateAs(id: string, preset: string): FileEstimate {
		return this.perToken.over(estimateFile(this.scan.ledger, this.basis, id, preset, this.resolved.estimatorOptions, this.inputOf));
	}

	/** Columns of the ledger for estimators, made once per state of it. */
	private readonly inputOf = (basis: Basis, locked: boolean, split: boolean): EstimatorInput => {
		const { epoch, inputs } = this.estimates;
		const key = `${locked || basis === "recomputed"} ${split}`;
		const input = (epoch === this.epoch ? inputs.get(key) : undefined) ?? estimatorInput(this.scan.ledger, basis, locked, split);
		if (epoch === this.epoch) inputs.set(key, input);
		return input;
	};

	/** Resolves when an estimator has all it needs of the file: some need every token. */
	ready(ids: readonly string[] = [this.recipe.estimator.id]): Promise<unknown> {
		return Promise.all(ids.map(id => this.perToken.ready(id)));
	}

	groupSummary(group: number): GroupSummary {
		if (this.summaries.epoch !== this.epoch) this.summaries = { epoch: this.epoch, by: new Map() };
		let found = this.summaries.by.get(group);
		if (!found) {
			found = summariseGroup(this.scan.ledger, this.scan.groups.membersOf(group), this.basis, this.basis === "recomputed" ? this.resolved.judge.reward.range : null);
			this.summaries.by.set(group, found);
		}
		return found;
	}

	rowsOf(ask: Queries["rows"]["ask"]): Queries["rows"]["answer"] {
		const items = this.ordered();
		const out: TableItem[] = [];
		for (let i = Math.max(0, ask.from); i < Math.min(items.length, ask.to); i++) out.push(tableItem(this, items[i] as number));
		return { total: items.length, items: out };
	}

	async arrange(ask: Arrangement): Promise<Queries["arrange"]["answer"]> {
		const before = this.arrangement;
		this.arrangement = ask;
		if (ask.text !== before.text) {
			this.searching.abort();
			this.searching = new AbortController();
			this.passes = ask.text === "" ? null : await passesText(this.source, this.scan, ask.text, this.searching.signal);
		}
		this.order = null;
		const items = this.ordered();
		let matching = 0;
		for (const item of items) if (item >= 0) matching++;
		return { total: items.length, matching };
	}

	change(ask: Partial<Setup>): FileView {
		const next = withSetup(this.recipe, ask);
		const resolved = resolve(next, this.options.cacheDir);
		const rescore = ask.reward !== undefined || ask.tiers !== undefined || ask.segmenter !== undefined || ask.lanes !== undefined;
		this.recipe = next;
		this.resolved = resolved;
		if (rescore) {
			this.passes = null;
			this.reading.rescore(next);
		}
		// another estimator changes neither rewards nor groups: what is known of them, and the order of rows, stay
		if (rescore || ask.basis !== undefined) this.changed();
		else {
			if (this.arrangement.sort === "advantage") this.order = null;
			this.options.onChange?.();
		}
		return this.file();
	}

	/** Scores with other grades of judges. */
	regrade(grades: Grades): void {
		this.grades = grades;
		this.passes = null;
		this.reading.regrade(gradeNumbers(grades));
		this.changed();
	}

	/** One rollout read again from the file; the last one is kept, since a page asks about it many times. */
	async detail(row: number): Promise<Detail> {
		const { ledger, setup } = this.scan;
		if (this.last?.row === row && this.last.scan === this.scan) return this.last.detail;
		if (!(row >= 0 && row < this.rows)) throw new InspectorError("no-such-row", String(row), { row, rows: this.rows });
		const place = { offset: ledger.offset.get(row), bytes: ledger.bytes.get(row), line: ledger.line.get(row) };
		const last = { row, scan: this.scan, detail: readDetail(this.source, setup.read, setup.judge, row, place, ledger.part.get(row)) };
		this.last = last;
		last.detail.catch(() => {
			if (this.last === last) this.last = null;
		});
		return last.detail;
	}

	/** Estimators an open rollout is credited under. */
	get credited(): readonly string[] {
		return [...new Set([this.recipe.estimator.id, ...ALWAYS_CREDITED])];
	}

	async look(row: number): Promise<RolloutView> {
		return rolloutView(this, await this.detail(row));
	}

	whereIs(row: number): Queries["whereIs"]["answer"] {
		return { index: this.ordered().indexOf(row) };
	}

	nextDegenerate(ask: Queries["nextDegenerate"]["ask"]): Queries["nextDegenerate"]["answer"] {
		const items = this.ordered();
		const index = nextHeader(items, ask.index, ask.back, g => this.groupSummary(g).degenerate !== null);
		return index < 0 ? null : { index, row: items[index + 1] as number };
	}

	steps(): StepsView {
		return stepsOf(this);
	}

	async explain(ask: Queries["explain"]["ask"]): Promise<Queries["explain"]["answer"]> {
		return explainOf(this, await this.detail(ask.row), ask);
	}

	async copy(ask: Queries["copy"]["ask"]): Promise<Queries["copy"]["answer"]> {
		const detail = await this.detail(ask.row);
		const advantages: Record<string, number | Record<string, number>> = {};
		for (const id of this.credited) {
			const { estimate } = this.estimate(id);
			advantages[id] = estimate.lanes
				? { tool: estimate.lanes.tool[ask.row] as number, summary: estimate.lanes.summary[ask.row] as number }
				: (estimate.advantages?.[ask.row] as number);
		}
		return { text: copyText(detail, ask.as, advantages) };
	}

	async place(ask: Queries["place"]["ask"]): Promise<Queries["place"]["answer"]> {
		const detail = await this.detail(ask.row);
		return { ...placeInFile(detail, { offset: ask.offset }), ...named(detail.file) };
	}

	async findings(ask: Queries["findings"]["ask"]): Promise<FindingsView> {
		if ("line" in ask) return lineFindings(this, ask.line);
		if (!this.list?.isOf(this.scan)) this.list = new FindingList(this, this.closing.signal);
		return this.list.view(ask.from, ask.to);
	}

	async card(ask: Queries["card"]["ask"]): Promise<readonly CardView[]> {
		const cards = cardsOf(this, ask.line);
		return ask.reasons ? explained(this, cards) : cards;
	}

	private changed(): void {
		this.epoch++;
		if (this.scan.renumbered !== this.numbering) {
			this.numbering = this.scan.renumbered;
			this.last = null;
			this.list = null;
			this.passes = null;
		}
		this.options.onChange?.();
	}

	private ordered(): Int32Array {
		if (this.order?.epoch === this.epoch) return this.order.items;
		const items = arrange(tableData(this), this.arrangement, this.passes);
		this.order = { epoch: this.epoch, items };
		return items;
	}
}
