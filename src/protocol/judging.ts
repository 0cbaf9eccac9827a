/**
 * What only the host may ask a session: it sends rollouts to a model, so pages are refused it. Grades count in the session as
 * soon as a run ends, and every time the file is opened again.
 */
export interface JudgeQueries {
	judge: { ask: JudgeAsk; answer: JudgeReport };
	/** Ends a run that is under way; what was graded is kept. */
	judgeStop: { ask: null; answer: null };
	/** What the file's recipe says about the judge, and how much there is to grade. */
	judgeFacts: { ask: null; answer: JudgeFacts };
	/** Grades that were given, one JSON object a line, as the command line's `--grades` reads them. */
	judgeGrades: { ask: null; answer: { readonly text: string } };
	/** Lets the given grades go; those of the file stay. */
	judgeForget: { ask: null; answer: { readonly forgotten: number } };
}
export const HOST_ONLY = ["judge", "judgeStop", "judgeFacts", "judgeGrades", "judgeForget"] as const satisfies readonly (keyof JudgeQueries)[];

/** What a session asks the host while it judges. */
export interface HostQueries {
	/** One request to a language model of the editor. Fails with a kind that is a code of words/lab. */
	model: {
		ask: { readonly id: string; readonly system: string; readonly user: string /** In milliseconds. */; readonly timeout: number };
		/** Tokens of request and answer; NaN = not counted. */
		answer: { readonly text: string; readonly tokens: number };
	};
	/** Something leaves this machine: the host writes it down. */
	sent: { ask: { readonly to: string; readonly model: string; readonly bytes: number; readonly attempt: number }; answer: null };
	judged: { ask: { readonly done: number; readonly of: number }; answer: null };
}

export interface JudgeAsk {
	readonly judge:
		| { readonly id: "evidence" }
		/** `key` null = none is sent. */
		| { readonly id: "endpoint"; readonly url: string; readonly model: string; readonly key: string | null }
		/** `model` is the id by which the host finds it again, `to` how a person knows it. */
		| { readonly id: "editor"; readonly model: string; readonly to: string; readonly name: string };
	/** Requests in all, retries included. */
	readonly budget: number;
	/** Tokens in all. */
	readonly tokens: number;
	/** Seconds of one attempt. */
	readonly timeout: number;
	readonly retries: number;
	/** Questions at a time. */
	readonly concurrency: number;
}

export interface JudgeReport {
	/** Rollouts that this run graded, those known from an earlier run among them. */
	readonly graded: number;
	/** Of these, known without asking. */
	readonly cached: number;
	/** Rollouts that keep the grade their record has. */
	readonly recorded: number;
	/** Why the others have none. */
	readonly unknown: readonly { readonly code: string; readonly sentence: string; readonly count: number }[];
	readonly requests: number;
	/** Estimated where the model does not count. */
	readonly tokens: number;
	readonly stopped: boolean;
}

export interface JudgeFacts {
	readonly rollouts: number;
	/** Grades that a judge has given to this file's rollouts. */
	readonly given: number;
	/** As the recipe states them; null = it does not. */
	readonly url: string | null;
	readonly model: string | null;
	readonly keyVariable: string | null;
	readonly limits: Omit<JudgeAsk, "judge">;
}
