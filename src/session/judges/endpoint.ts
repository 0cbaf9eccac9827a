import { setTimeout as sleep } from "node:timers/promises";
import { readJson } from "../../core/base/json";
import { isArray, isObject, type JsonValue } from "../../core/base/units";
import { type Judge, type Sent, unknown, type Verdict } from "./contract";
import { PROMPT_VERSION, promptOf, readVerdict } from "./prompt";

/** An OpenAI-compatible chat endpoint, as a recipe names it. */
export interface EndpointSetup {
	/** Base URL; "/chat/completions" is added when it is not its end. */
	readonly url: string;
	readonly model: string;
	/** The key itself; null = none is sent. Never written anywhere. */
	readonly key: string | null;
	/** Of one attempt, in milliseconds. */
	readonly timeout: number;
	/** Attempts after the first one. */
	readonly retries: number;
	/** First wait between attempts in milliseconds; it doubles each time. */
	readonly backOff: number;
	/** Requests in all, retries included. */
	readonly budget: number;
}

export const DEFAULT_ENDPOINT = { timeout: 60_000, retries: 2, backOff: 1000, budget: 1000 } as const;

/** Answers longer than this are not read to their end. */
const MAX_ANSWER = 1 << 20;
/** A server that asks for a longer wait is not waited for. */
const MAX_WAIT = 60_000;

const isSecure = (url: URL): boolean => url.protocol === "https:" || ["127.0.0.1", "localhost", "[::1]"].includes(url.hostname);

/** Where requests go; null = no URL, or one that would carry the key in the clear. */
export function chatUrl(text: string): URL | null {
	try {
		const url = new URL(text);
		if (!/^https?:$/.test(url.protocol) || !isSecure(url)) return null;
		if (!url.pathname.endsWith("/chat/completions")) url.pathname = `${url.pathname.replace(/\/+$/, "")}/chat/completions`;
		return url;
	} catch {
		return null;
	}
}

type Attempt = { readonly kind: "done"; readonly verdict: Verdict } | { readonly kind: "again"; readonly verdict: Verdict; readonly wait: number | null };

/** Grades by asking an endpoint. Nothing is sent before the first `grade`. */
export function endpointJudge(setup: EndpointSetup, sent: Sent = () => {}): Judge {
	let left = setup.budget;
	const url = chatUrl(setup.url);
	return {
		id: "endpoint",
		settings: { url: setup.url, model: setup.model, prompt: PROMPT_VERSION },
		async grade(input, signal) {
			if (!url) return unknown("refused", setup.url);
			const { system, user } = promptOf(input);
			const body = JSON.stringify({
				model: setup.model,
				temperature: 0,
				messages: [
					{ role: "system", content: system },
					{ role: "user", content: user },
				],
			});
			let last: Verdict = unknown("budget");
			for (let attempt = 0; attempt <= setup.retries; attempt++) {
				if (signal.aborted) return unknown("cancelled");
				if (left <= 0) return unknown("budget");
				left--;
				sent({ to: url.origin + url.pathname, model: setup.model, bytes: body.length, attempt });
				const made = await once(url, body, setup, signal);
				if (made.kind === "done") return made.verdict;
				last = made.verdict;
				if (attempt === setup.retries) break;
				const wait = made.wait ?? setup.backOff * 2 ** attempt;
				if (wait > MAX_WAIT) return unknown("rate-limited");
				await sleep(wait, undefined, { signal }).catch(() => {});
			}
			return signal.aborted ? unknown("cancelled") : last;
		},
	};
}

async function once(url: URL, body: string, setup: EndpointSetup, signal: AbortSignal): Promise<Attempt> {
	const limit = AbortSignal.timeout(setup.timeout);
	const again = (verdict: Verdict, wait: number | null = null): Attempt => ({ kind: "again", verdict, wait });
	try {
		const response = await fetch(url, {
			method: "POST",
			// a redirect could carry the key and the rollout elsewhere
			redirect: "error",
			headers: { "content-type": "application/json", ...(setup.key === null ? {} : { authorization: `Bearer ${setup.key}` }) },
			body,
			signal: AbortSignal.any([signal, limit]),
		});
		const text = await bounded(response);
		if (text === null) return { kind: "done", verdict: unknown("too-large") };
		if (response.status === 429) return again(unknown("rate-limited"), waitOf(response.headers.get("retry-after")));
		if (response.status >= 500 || response.status === 408) return again(unknown("refused", String(response.status)), waitOf(response.headers.get("retry-after")));
		if (!response.ok) return { kind: "done", verdict: unknown("refused", `${response.status} ${text.slice(0, 200)}`.trim()) };
		return { kind: "done", verdict: verdictIn(text) };
	} catch (e) {
		if (signal.aborted) return { kind: "done", verdict: unknown("cancelled") };
		if (limit.aborted) return again(unknown("timeout"));
		return again(unknown("unreachable", causeOf(e)));
	}
}

/** The body as text; null when it is too long. */
async function bounded(response: Response): Promise<string | null> {
	const parts: Uint8Array[] = [];
	let size = 0;
	for await (const part of (response.body ?? []) as AsyncIterable<Uint8Array>) {
		size += part.length;
		if (size > MAX_ANSWER) return null;
		parts.push(part);
	}
	return Buffer.concat(parts).toString("utf8");
}

/** Milliseconds of a Retry-After in seconds; null when there is none. */
function waitOf(header: string | null): number | null {
	const seconds = Number(header ?? Number.NaN);
	return header !== null && Number.isFinite(seconds) && seconds >= 0 ? seconds * 1000 : null;
}

function verdictIn(text: string): Verdict {
	const read = readJson(text);
	if (!read.ok) return unknown("not-json");
	const content = contentOf(read.value);
	return content === null ? unknown("no-grade", text.slice(0, 200)) : readVerdict(content);
}

/** choices[0].message.content, as text or as a list of text parts. */
function contentOf(value: JsonValue): string | null {
	const choice = isObject(value) && isArray(value.choices) ? value.choices[0] : undefined;
	const message = isObject(choice) && isObject(choice.message) ? choice.message : null;
	if (typeof message?.content === "string") return message.content;
	return isArray(message?.content) ? message.content.map(p => (isObject(p) && typeof p.text === "string" ? p.text : "")).join("") : null;
}

function causeOf(e: unknown): string {
	const cause = e instanceof Error && e.cause instanceof Error ? e.cause : e;
	return (cause as { code?: string }).code ?? (cause instanceof Error ? cause.message : String(cause));
}
