import { join } from "node:path";
import type { JudgeAsk, JudgeFacts, JudgeReport } from "../../protocol/judging";
import { JUDGE_WORDS } from "../../words/lab";
import { say } from "../../words/words";
import { givenOf } from "../judge";
import { DEFAULT_LIMITS, type Limits, type Sent } from "../models/contract";
import { type AskEditor, editorModel } from "../models/editor";
import { endpointModel } from "../models/endpoint";
import { Patient } from "../models/patient";
import type { SessionState } from "../state";
import { GradeCache } from "./cache";
import { DEFAULT_CONCURRENCY } from "./choose";
import { evidenceJudge } from "./evidence";
import { type GradeStore, type Grades, gradeLines } from "./grades";
import { modelJudge } from "./model";
import { type Graded, gradeRows } from "./run";

/** The editor's limits are closer than those of the command line, since a click begins a run. */
const USUAL = { budget: 200, tokens: 1_000_000 };
/** Told no more often than this, in ms. */
const TELL = 100;

/** What the surroundings of a run are told and asked. */
export interface JudgeHost {
	readonly model: AskEditor;
	readonly sent: Sent;
	judged(progress: { readonly done: number; readonly of: number }): void;
}

/** What a run needs of a session. */
type Judgeable = SessionState & { readonly rows: number; done(): Promise<void>; regrade(grades: Grades): void };

/** Runs of judges over one open file, one at a time. What they say is kept as data that scoring reads. */
export class Judging {
	private running: AbortController | null = null;

	constructor(
		private readonly s: Judgeable,
		private readonly store: GradeStore,
		private readonly cacheDir: string | null,
		private readonly host: JudgeHost,
	) {}

	facts(): JudgeFacts {
		const { judge } = this.s.resolution.recipe;
		const limits = {
			budget: judge.budget ?? Math.min(USUAL.budget, Math.max(1, this.s.rows)),
			tokens: judge.tokens ?? USUAL.tokens,
			timeout: judge.timeout ?? DEFAULT_LIMITS.timeout / 1000,
			retries: judge.retries ?? DEFAULT_LIMITS.retries,
			concurrency: judge.concurrency ?? DEFAULT_CONCURRENCY,
		};
		return { rollouts: this.s.rows, given: this.s.grades.size, url: judge.url ?? null, model: judge.model ?? null, keyVariable: judge.keyVariable ?? null, limits };
	}

	/** Grades every rollout whose record has no grade. A second run while one is under way ends the first. */
	async judge(ask: JudgeAsk): Promise<JudgeReport> {
		this.stop();
		const running = new AbortController();
		this.running = running;
		const { signal } = running;
		await this.s.done();
		const patient = this.patientOf(ask);
		const judge = patient ? modelJudge(ask.judge.id === "editor" ? "editor" : "endpoint", patient) : evidenceJudge;
		const cache = await GradeCache.open(patient && this.cacheDir !== null ? join(this.cacheDir, "grades.jsonl") : null);
		const { keys } = this.s.state.setup.judge;
		const by = patient ? `${patient.model.name} (${patient.model.to})` : "evidence";
		const given = new Map(this.s.grades);
		const unknown = new Map<string, { sentence: string; count: number }>();
		let [graded, cached, recorded, told] = [0, 0, 0, 0];
		let news = false;
		const count = (code: string, detail: string, n: number): void => {
			const entry = unknown.get(code) ?? { sentence: say(JUDGE_WORDS, code, this.s.locale, { detail }), count: 0 };
			entry.count += n;
			unknown.set(code, entry);
		};
		const take = (g: Graded): void => {
			if (g.reason === "recorded") recorded++;
			else if (Number.isNaN(g.grade)) count(g.reason, g.detail, 1);
			else {
				graded++;
				if (g.cached) cached++;
				const before = given.get(g.content);
				news ||= before?.grade !== g.grade || before.by !== by;
				given.set(g.content, { grade: g.grade, reason: g.reason, detail: g.detail, by });
			}
		};
		const options = { cache, signal, concurrency: ask.concurrency, recorded: (r: Parameters<typeof givenOf>[0]) => givenOf(r, keys).judge };
		for await (const g of gradeRows(this.s, judge, options)) {
			if (signal.aborted && g.reason === "cancelled") {
				// the rest of a large file need not be read to know that it was not graded; what was under way is in the cache
				count(g.reason, g.detail, this.s.rows - g.row);
				break;
			}
			take(g);
			if (performance.now() - told < TELL) continue;
			told = performance.now();
			this.host.judged({ done: g.row + 1, of: this.s.rows });
		}
		if (this.running === running) this.running = null;
		if (news) await this.keep(given);
		const why = [...unknown].map(([code, entry]) => ({ code, ...entry })).sort((a, b) => b.count - a.count);
		return { graded, cached, recorded, unknown: why, requests: patient?.requests ?? 0, tokens: patient?.tokens ?? 0, stopped: signal.aborted };
	}

	stop(): void {
		this.running?.abort();
		this.running = null;
	}

	/** As lines of JSON. */
	lines(): string {
		return gradeLines(this.s.grades);
	}

	async forget(): Promise<number> {
		const { size } = this.s.grades;
		if (size) await this.keep(new Map());
		return size;
	}

	/** A disk that refuses costs the next session its grades, not this one. */
	private async keep(grades: Grades): Promise<void> {
		this.s.regrade(grades);
		await this.store.save(grades).catch(() => {});
	}

	/** null = nobody has to be asked. */
	private patientOf({ judge, timeout, ...rest }: JudgeAsk): Patient | null {
		const limits: Limits = { ...DEFAULT_LIMITS, ...rest, timeout: timeout * 1000 };
		switch (judge.id) {
			case "evidence":
				return null;
			case "endpoint":
				return new Patient(endpointModel(judge), limits, this.host.sent);
			case "editor":
				return new Patient(editorModel({ id: judge.model, to: judge.to, name: judge.name }, this.host.model), limits, this.host.sent);
		}
	}
}
