import { SHARE_ENV, Worker } from "node:worker_threads";
import type { Recipe } from "../core/model/recipe";
import { InspectorError } from "./errors";
import type { Job, Scored } from "./jobs";
import type { ScorePool } from "./scan";
import type { RunPart } from "./source";

/** What a scoring thread is started with; it opens the file itself. */
export interface ScorerData {
	readonly path: string;
	readonly name: string;
	readonly recipe: Recipe;
	readonly cacheDir: string | null;
	readonly format: string;
	readonly subtype: string;
	readonly grades: ReadonlyMap<string, number>;
	/** The source is a run: its files come with every job, since more may come. */
	readonly run: boolean;
}
export interface ScorerAsk {
	readonly id: number;
	readonly job: Job;
	readonly parts: readonly RunPart[] | undefined;
}
export type ScorerAnswer = { readonly id: number; readonly scored: Scored } | { readonly id: number; readonly kind: InspectorError["kind"]; readonly message: string };

/** Which threads score: the script of one, and how many. */
export interface Threads {
	readonly script: string;
	readonly count: number;
}

interface Ask {
	readonly resolve: (s: Scored) => void;
	readonly reject: (e: unknown) => void;
}

/** Threads that each read byte ranges of one file and answer with columns: nothing parsed crosses between them. */
export class Pool implements ScorePool {
	private readonly workers: { readonly worker: Worker; load: number }[] = [];
	private readonly asks = new Map<number, Ask>();
	private ids = 0;

	constructor(
		private readonly threads: Threads,
		readonly from: number,
		private readonly data: ScorerData,
		private readonly parts: () => readonly RunPart[] | undefined = () => undefined,
	) {}

	get size(): number {
		return this.threads.count;
	}

	run(job: Job): Promise<Scored> {
		const id = this.ids++;
		const seat = this.seat();
		seat.load++;
		return new Promise<Scored>((resolve, reject) => {
			this.asks.set(id, { resolve, reject });
			seat.worker.postMessage({ id, job, parts: this.parts() } satisfies ScorerAsk);
		}).finally(() => {
			seat.load--;
		});
	}

	async close(): Promise<void> {
		this.fail(new InspectorError("closed", "closed"));
		await Promise.all(this.workers.splice(0).map(w => w.worker.terminate()));
	}

	/** The thread with the least to do; threads are started as they are needed. */
	private seat(): { readonly worker: Worker; load: number } {
		const idle = this.workers.find(w => w.load === 0);
		if (idle || this.workers.length === this.size) return idle ?? this.workers.reduce((a, b) => (b.load < a.load ? b : a));
		const worker = new Worker(this.threads.script, { workerData: this.data, env: SHARE_ENV });
		worker.on("message", (answer: ScorerAnswer) => {
			const ask = this.asks.get(answer.id);
			this.asks.delete(answer.id);
			if ("scored" in answer) ask?.resolve(answer.scored);
			else ask?.reject(new InspectorError(answer.kind, answer.message, { path: this.data.path, detail: answer.message }));
		});
		worker.on("error", e => this.fail(e));
		const seat = { worker, load: 0 };
		this.workers.push(seat);
		return seat;
	}

	private fail(e: unknown): void {
		for (const ask of this.asks.values()) ask.reject(e);
		this.asks.clear();
	}
}
