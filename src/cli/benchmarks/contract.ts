import type { Io, Options } from "../command";

/** One row of `evaluate`, in the order of the results. */
export interface Judgement {
	readonly id: string | null;
	/** null = not decided here. */
	readonly valid: boolean | null;
	/** The checker's own name of what is wrong; null when valid. */
	readonly errorType: string | null;
	/** The same as a sentence. */
	readonly error: string | null;
}

export interface Evaluation {
	readonly results: string;
	readonly data: string;
	readonly answers: string | null;
	readonly options: Options;
}

/** One benchmark: one file here and one row of BENCHMARKS. */
export interface Benchmark {
	readonly id: string;
	judge(io: Io, evaluation: Evaluation): AsyncIterable<Judgement>;
}
