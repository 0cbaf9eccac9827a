import { readJson } from "../../core/base/json";
import { isArray, isObject, type JsonValue } from "../../core/base/units";
import { type Attempt, failed, type Model, type Prompt } from "./contract";

/** An OpenAI-compatible chat endpoint. */
export interface EndpointSetup {
	/** Base URL; "/chat/completions" is added when it is not its end. */
	readonly url: string;
	readonly model: string;
	/** The key itself; null = none is sent. Never written anywhere. */
	readonly key: string | null;
}

/** Answers longer than this are not read to their end. */
const MAX_ANSWER = 1 << 20;

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

/** A model behind an endpoint. `settings` are those of the URL and model. */
export function endpointModel(setup: EndpointSetup): Model {
	const url = chatUrl(setup.url);
	return {
		to: url ? url.origin + url.pathname : setup.url,
		name: setup.model,
		settings: { url: setup.url, model: setup.model },
		refused: url ? null : failed("no-url", setup.url),
		say: async (prompt, timeout, signal) => (url ? once(url, setup, prompt, timeout, signal) : failed("no-url", setup.url)),
	};
}

async function once(url: URL, setup: EndpointSetup, prompt: Prompt, timeout: number, signal: AbortSignal): Promise<Attempt> {
	const limit = AbortSignal.timeout(timeout);
	const again = (reason: string, detail = "", wait: number | null = null): Attempt => failed(reason, detail, { again: true, wait });
	const body = JSON.stringify({
		model: setup.model,
		temperature: 0,
		messages: [
			{ role: "system", content: prompt.system },
			{ role: "user", content: prompt.user },
		],
	});
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
		if (text === null) return failed("too-large");
		const wait = waitOf(response.headers.get("retry-after"));
		if (response.status === 429) return again("rate-limited", "", wait);
		if (response.status >= 500 || response.status === 408) return again("refused", String(response.status), wait);
		if (!response.ok) return failed("refused", `${response.status} ${text.slice(0, 200)}`.trim());
		return contentIn(text);
	} catch (e) {
		if (signal.aborted) return failed("cancelled");
		if (limit.aborted) return again("timeout");
		return again("unreachable", causeOf(e));
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

/** choices[0].message.content, as text or as a list of text parts, and what the endpoint counted. */
function contentIn(text: string): Attempt {
	const read = readJson(text);
	if (!read.ok) return failed("not-json");
	const { value } = read;
	const choice = isObject(value) && isArray(value.choices) ? value.choices[0] : undefined;
	const message = isObject(choice) && isObject(choice.message) ? choice.message : null;
	const said = textOf(message?.content);
	const usage = isObject(value) && isObject(value.usage) ? value.usage.total_tokens : undefined;
	// a count that is no count would lift the budget
	const tokens = typeof usage === "number" && usage >= 0 ? usage : Number.NaN;
	return said === null ? failed("no-answer", text.slice(0, 200)) : { kind: "said", text: said, tokens };
}

function textOf(content: JsonValue | undefined): string | null {
	if (typeof content === "string") return content;
	return isArray(content) ? content.map(p => (isObject(p) && typeof p.text === "string" ? p.text : "")).join("") : null;
}

function causeOf(e: unknown): string {
	const cause = e instanceof Error && e.cause instanceof Error ? e.cause : e;
	return (cause as { code?: string }).code ?? (cause instanceof Error ? cause.message : String(cause));
}
