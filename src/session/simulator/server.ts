import { Buffer } from "node:buffer";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { readJsonFast, writeJson } from "../../core/base/json";
import type { JsonObject, JsonValue } from "../../core/base/units";
import { answerJson, callOf, type Simulator } from "./service";

/** Longer requests are refused. */
const MAX_BODY = 8 << 20;

const textJson = (text: string): JsonValue | undefined => {
	const read = readJsonFast(text);
	return read.ok ? read.value : undefined;
};

async function bodyOf(request: IncomingMessage): Promise<string | null> {
	const parts: Buffer[] = [];
	let size = 0;
	for await (const part of request as AsyncIterable<Buffer>) {
		size += part.length;
		if (size > MAX_BODY) return null;
		parts.push(part);
	}
	return Buffer.concat(parts).toString("utf8");
}

interface Reply {
	readonly status: number;
	readonly body: JsonObject;
}
const refuse = (status: number, error: string): Reply => ({ status, body: { error } });

/** Only this machine may ask: a page of the web that guesses the port is turned away by its Host or Origin. */
const isLocal = (request: IncomingMessage): boolean => /^(127\.0\.0\.1|localhost)(:\d+)?$/.test(request.headers.host ?? "") && request.headers.origin === undefined;

async function reply(simulator: Simulator, request: IncomingMessage, signal: AbortSignal): Promise<Reply> {
	const path = (request.url ?? "/").split("?")[0];
	if (!isLocal(request)) return refuse(403, "only this machine may ask");
	if (path === "/health" && request.method === "GET") return { status: 200, body: { ok: true, tools: simulator.setup.tools?.map(t => t.name) ?? null } };
	if (path !== "/simulate" && path !== "/reset") return refuse(404, "POST /simulate {name, arguments, session?}, POST /reset {session}, GET /health");
	if (request.method !== "POST") return refuse(405, "use POST");
	const text = await bodyOf(request);
	if (text === null) return refuse(413, `the request is longer than ${MAX_BODY} bytes`);
	const read = readJsonFast(text);
	if (!read.ok) return refuse(400, `not JSON at ${read.at}: expected ${read.expected}, found ${read.found}`);
	if (path === "/reset") {
		const session = (read.value as JsonObject | null)?.session;
		return { status: 200, body: { forgotten: session !== undefined && simulator.forget(String(session)) } };
	}
	const asked = callOf(read.value, textJson);
	if (!asked) return refuse(400, 'a call needs "name", a string');
	const made = await simulator.answer(asked.call, asked.session, signal);
	// a trainer that looks at the status alone must not take "unknown" for an answer
	return { status: made.origin === "unknown" ? 502 : 200, body: answerJson(made) };
}

/** Serves a simulator over HTTP on 127.0.0.1 only. Resolves when it listens; port 0 picks a free one. */
export async function serveSimulator(simulator: Simulator, port: number): Promise<{ readonly server: Server; readonly port: number }> {
	const server = createServer((request, response) => {
		const gone = new AbortController();
		response.once("close", () => gone.abort());
		reply(simulator, request, gone.signal).then(
			r => send(response, r),
			() => send(response, refuse(500, "internal")),
		);
	});
	await new Promise<void>((resolve, reject) => {
		server.once("error", reject);
		server.listen(port, "127.0.0.1", resolve);
	});
	const address = server.address();
	return { server, port: typeof address === "object" && address ? address.port : port };
}

function send(response: ServerResponse, { status, body }: Reply): void {
	const text = Buffer.from(writeJson(body), "utf8");
	// a body that was not read to its end must not be taken for the next request
	response.writeHead(status, { "content-type": "application/json; charset=utf-8", "content-length": text.length, ...(status === 413 ? { connection: "close" } : {}) });
	response.end(text);
}
