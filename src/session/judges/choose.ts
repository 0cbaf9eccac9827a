import type { JudgeChoice } from "../../core/model/recipe";
import { DEFAULT_LIMITS, type Limits, type Sent } from "../models/contract";
import { chatUrl } from "../models/endpoint";
import type { Judge } from "./contract";
import { endpointJudge } from "./endpoint";
import { evidenceJudge } from "./evidence";

export const DEFAULT_CONCURRENCY = 4;

/** What the surroundings allow. */
export interface Allowed {
	/** The workspace is trusted; the command line always is. */
	readonly trusted: boolean;
	/** Value of an environment variable or of the secret storage; undefined = there is none. */
	secret(name: string): string | undefined;
	readonly sent: Sent;
}

/** The judge a recipe asks for, or the code of words/lab that says why there is none. */
export function judgeOf(choice: JudgeChoice, allowed: Allowed): Judge | { readonly refused: "not-asked" | "untrusted" | "no-url" | "no-key" } {
	switch (choice.id) {
		case "recorded":
			return { refused: "not-asked" };
		case "evidence":
			return evidenceJudge;
		case "endpoint": {
			if (!allowed.trusted) return { refused: "untrusted" };
			if (choice.url === undefined || choice.model === undefined || !chatUrl(choice.url)) return { refused: "no-url" };
			const key = choice.keyVariable === undefined ? null : allowed.secret(choice.keyVariable);
			if (key === undefined || key === "") return { refused: "no-key" };
			return endpointJudge({ url: choice.url, model: choice.model, key }, limitsOf(choice), allowed.sent);
		}
	}
}

/** The limits a recipe states over the usual ones. */
export const limitsOf = ({ timeout, retries, budget, tokens }: Pick<JudgeChoice, "timeout" | "retries" | "budget" | "tokens">): Limits => ({
	...DEFAULT_LIMITS,
	...(timeout === undefined ? {} : { timeout: timeout * 1000 }),
	...(retries === undefined ? {} : { retries }),
	...(budget === undefined ? {} : { budget }),
	...(tokens === undefined ? {} : { tokens }),
});
