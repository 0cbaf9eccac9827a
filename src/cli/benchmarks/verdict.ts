import type { Verdict } from "../../core/rewards/bfclChecker";
import type { Stateful } from "../../core/rewards/stateful";
import { BENCHMARK_WORDS } from "../../words/benchmarks";
import { say } from "../../words/words";
import type { Io } from "../command";
import { printable } from "../width";
import type { Judgement } from "./contract";

/** A checker's verdict with its sentence. */
export const verdictOf = (io: Io, id: string, benchmark: "bfcl" | "acebench", { valid, errorType, data }: Verdict): Judgement => ({
	id,
	valid,
	errorType,
	error: errorType === null ? null : say(BENCHMARK_WORDS, `${benchmark}:${errorType}`, io.locale, data),
});

/** The result's question is not in the data: told on standard error, and no verdict. */
export function missing(io: Io, id: string | null, data: string): Judgement {
	const error = id === null ? io.words("evaluate:no-id") : io.words("evaluate:no-question", { path: printable(data), id: printable(id) });
	io.complain(error);
	return { id, valid: null, errorType: "no-question", error };
}

/** No verdict: `why` says what is missing. */
export const undecided = (io: Io, id: string | null, why: Stateful | "not-text"): Judgement => ({
	id,
	valid: null,
	errorType: "needs-environment",
	error: io.words(`evaluate:${why}`),
});
