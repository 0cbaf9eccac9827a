import type { JsonObject } from "../../core/base/units";

/** What a model is asked: what it is told to be, and the data. */
export interface Prompt {
	readonly system: string;
	readonly user: string;
}

/** A language model somewhere else. */
export interface Model {
	/** Where texts go, as a person knows it: an address, or "vendor/family" of the editor. */
	readonly to: string;
	readonly name: string;
	/** What its answers depend on: part of the cache's key. Holds no key and no text. */
	readonly settings: JsonObject;
	/** Why nothing may be sent to it; null = it may be asked. */
	readonly refused: Attempt | null;
	/** Sends once. Never rejects. `timeout` in milliseconds. */
	say(prompt: Prompt, timeout: number, signal: AbortSignal): Promise<Attempt>;
}

/** One answer, or why there is none: a code of words/lab. */
export type Attempt =
	| { readonly kind: "said"; readonly text: string /** Of request and answer; NaN = nobody counted. */; readonly tokens: number }
	| {
			readonly kind: "failed";
			readonly reason: string;
			readonly detail: string;
			/** It may go better another time. */
			readonly again: boolean;
			/** Milliseconds it asks to be left alone; null = it does not say. */
			readonly wait: number | null;
	  };

export const failed = (reason: string, detail = "", more: { readonly again?: boolean; readonly wait?: number | null } = {}): Attempt => ({
	kind: "failed",
	reason,
	detail,
	again: more.again ?? false,
	wait: more.wait ?? null,
});

/** Told of everything that leaves the machine, before it does. `bytes` of UTF-8 of the texts. */
export type Sent = (what: { readonly to: string; readonly model: string; readonly bytes: number; readonly attempt: number }) => void;

export interface Limits {
	/** Of one attempt, in milliseconds. */
	readonly timeout: number;
	/** Attempts after the first one. */
	readonly retries: number;
	/** First wait between attempts in milliseconds; it doubles each time. */
	readonly backOff: number;
	/** Requests in all, retries included. */
	readonly budget: number;
	/** Tokens in all, of requests and answers. */
	readonly tokens: number;
}

export const DEFAULT_LIMITS: Limits = { timeout: 60_000, retries: 2, backOff: 1000, budget: 1000, tokens: Number.POSITIVE_INFINITY };
