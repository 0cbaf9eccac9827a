import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { afterEach } from "vitest";

/** What the server does with one request; `n` counts from 0. */
export type Behaviour = (response: ServerResponse, n: number, request: IncomingMessage) => void;

export interface Loopback {
	readonly url: string;
	/** Requests so far, with their bodies. */
	readonly seen: { readonly body: string; readonly authorization: string | undefined; readonly path: string | undefined }[];
}

const open: { close(): void; closeAllConnections(): void }[] = [];
afterEach(() => {
	for (const server of open.splice(0)) {
		server.closeAllConnections();
		server.close();
	}
});

/** A real HTTP server on loopback, gone after the test. */
export async function loopback(behave: Behaviour): Promise<Loopback> {
	const seen: Loopback["seen"] = [];
	const server = createServer(async (request, response) => {
		const parts: Buffer[] = [];
		for await (const part of request) parts.push(part as Buffer);
		seen.push({ body: Buffer.concat(parts).toString(), authorization: request.headers.authorization, path: request.url });
		behave(response, seen.length - 1, request);
	});
	open.push(server);
	await new Promise<void>(resolve => server.listen(0, "127.0.0.1", resolve));
	return { url: `http://127.0.0.1:${(server.address() as { port: number }).port}/v1`, seen };
}

/** A port of this machine that nobody listens on. */
export async function closedPort(): Promise<number> {
	const server = createServer();
	await new Promise<void>(resolve => server.listen(0, "127.0.0.1", resolve));
	const { port } = server.address() as { port: number };
	await new Promise(resolve => server.close(resolve));
	return port;
}

export const answer = (response: ServerResponse, content: unknown, status = 200): void => {
	response.writeHead(status, { "content-type": "application/json" });
	response.end(typeof content === "string" ? content : JSON.stringify(content));
};
/** An answer as a chat endpoint writes it. */
export const says = (response: ServerResponse, text: string): void => answer(response, { choices: [{ message: { role: "assistant", content: text } }] });
