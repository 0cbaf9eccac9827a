import { ESTIMATORS } from "../../core/estimators/registry";
import type { CurriculumAsk, CurriculumView, LabQueries, LabView } from "../../protocol/lab";
import { ESTIMATOR_TITLES } from "../../words/estimators";
import { LAB_LACKS } from "../../words/lab";
import { say } from "../../words/words";
import type { Detail } from "../look";
import type { SessionState } from "../state";
import { columnViews, triple, weightColumns } from "./columns";
import { curriculumView, forPage } from "./curriculum";
import { distillationView } from "./distillation";
import { evidenceView } from "./evidence";
import { filtersView } from "./filters";
import { recipeText } from "./recipe";
import { hackingView, redundancyView } from "./redundancy";
import { sftRows, sftText } from "./sft";
import { sparsityView } from "./sparsity";
import { type Survey, surveyOf } from "./survey";
import { weightsView } from "./weights";
import { comparable, whatIfView } from "./whatIf";

type Held = SessionState & { detail(row: number): Promise<Detail> };

/** Answers of the Lab about one session. What takes another pass over the file is kept until the file or its reading changes. */
export class Lab {
	private survey: { readonly of: object; readonly rows: number; readonly found: Promise<Survey> } | null = null;
	private running = new AbortController();

	constructor(private readonly s: Held) {}

	/** What one more pass says; the same pass answers until rows were added or scored anew. */
	surveyed(): Promise<Survey> {
		const { state } = this.s;
		if (this.survey?.of !== state || this.survey.rows !== state.rows) {
			this.running.abort();
			this.running = new AbortController();
			const made = { of: state, rows: state.rows, found: surveyOf(this.s, this.running.signal) };
			made.found.catch(() => {
				if (this.survey === made) this.survey = null;
			});
			this.survey = made;
		}
		return this.survey.found;
	}

	close(): void {
		this.running.abort();
	}

	async view(): Promise<LabView> {
		const { s } = this;
		const { ledger, groups, seen, rows } = s.state;
		const columns = weightColumns(s);
		const views = columnViews(columns);
		const usable = views.filter(v => v.known > 0).length;
		const scores = triple(columns);
		const rewards = (s.basis === "recorded" ? ledger.recorded : ledger.total).view().some(v => !Number.isNaN(v));
		const content = views.some(v => v.id === "content" && v.known > 0);
		// a reference may be an answer without calls: the content layer tells them apart
		const referenced = scores ? content : seen.has("reference");
		const weighing = usable === 0 ? ["no-scores"] : [...(usable === 1 ? ["one-column"] : []), ...(groups.count ? [] : ["no-groups"])];
		const lacks: Readonly<Record<keyof LabView["cards"], readonly string[]>> = {
			sparsity: referenced ? [] : ["no-reference"],
			weights: usable ? [] : ["no-scores"],
			whatif: weighing,
			curriculum: scores ? (content ? [] : ["no-content"]) : ["no-format"],
			filters: groups.count ? (rewards ? [] : ["no-rewards"]) : ["no-groups"],
			redundancy: ledger.calls.view().some(n => n > 0) ? [] : ["no-calls"],
			hacking: [],
			evidence: [],
			distillation: rows > 0 && (await this.hasTeacher()) ? [] : ["no-teacher"],
		};
		const sentences = (codes: readonly string[]): readonly string[] => (rows ? codes : ["no-rollouts"]).map(c => say(LAB_LACKS, c, s.locale));
		return {
			cards: Object.fromEntries(Object.entries(lacks).map(([card, codes]) => [card, sentences(codes)])) as LabView["cards"],
			rollouts: rows,
			complete: s.state.state === "done",
			columns: views,
			gate: columns.gate?.at ?? Number.NaN,
			source: columns.source,
			estimators: ESTIMATORS.filter(e => e.reach === "broadcast").map(e => ({ id: e.id, label: say(ESTIMATOR_TITLES, e.id, s.locale) })),
			estimator: comparable(s.setup.estimator).id,
		};
	}

	private async hasTeacher(): Promise<boolean> {
		const { judged } = await this.s.detail(0);
		return distillationView(judged.rollout.extras, { k: 1, m: 1, lambda: 1 }, this.s.locale) !== null;
	}

	/** What becomes of every rollout of the file as a sample; null when the reward has no format and content layers. */
	async curriculum(ask: CurriculumAsk): Promise<CurriculumView | null> {
		return curriculumView(this.s, ask, ask.tau === null ? null : (await this.surveyed()).feature);
	}

	/** One function per ask. */
	readonly answers: { readonly [K in keyof LabQueries]: (ask: LabQueries[K]["ask"]) => LabQueries[K]["answer"] | Promise<LabQueries[K]["answer"]> } = {
		lab: () => this.view(),
		labSparsity: async ask => sparsityView(ask.p === null && this.s.state.seen.has("reference") ? await this.surveyed() : null, ask, this.s.locale),
		labWeights: ask => weightsView(this.s, ask),
		labWhatIf: ask => whatIfView(this.s, ask),
		labCurriculum: async ask => {
			const view = await this.curriculum(ask);
			return view && forPage(view);
		},
		labSamples: async ask => sftText(sftRows(this.s, ask.tau === null ? null : await this.surveyed(), ask, ask.shape)),
		labFilters: () => filtersView(this.s),
		labRedundancy: ask => redundancyView(this.s, ask.prices),
		labEvidence: async ask => evidenceView(this.s, await this.s.detail(ask.row)),
		labHacking: () => hackingView(this.s),
		labDistillation: async ask => distillationView((await this.s.detail(ask.row)).judged.rollout.extras, ask, this.s.locale),
		labRecipe: ask => ({ text: recipeText(this.s, ask) }),
	};
}
