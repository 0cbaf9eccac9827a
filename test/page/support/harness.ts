import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { resolve } from "node:path";
import { Worker } from "node:worker_threads";
import { type BuildOptions, build } from "esbuild";
import { type Browser, type BrowserContext, chromium, type Page } from "playwright-core";
import { type Contract, type Handlers, type Message, serve } from "../../../src/protocol/channel";
import type { EditorRequests, Target } from "../../../src/protocol/editor";
import { fromWire, toWire } from "../../../src/protocol/wire";
import type { WorkerData } from "../../../src/protocol/worker";
import type { Generated } from "./generate";
import { type ThemeName, themeOf } from "./themes";

const root = resolve(import.meta.dirname, "../../..");
const out = resolve(root, "dist-test/page");

/** What stands behind the page: takes its messages and sends others back. */
export interface Backend {
	send(message: unknown): void;
	onMessage(receive: (message: unknown) => void): void;
	close(): Promise<unknown>;
}

const common = { bundle: true, absWorkingDir: root, outdir: out, logLevel: "warning", target: ["chrome120", "node20"] } satisfies BuildOptions;

/** Bundles the page as the build does, and what answers inside it. */
export async function bundlePage(): Promise<void> {
	mkdirSync(out, { recursive: true });
	await Promise.all([
		build({ ...common, entryPoints: [{ in: "webview/main.ts", out: "webview" }], format: "iife", minify: true }),
		build({ ...common, entryPoints: [{ in: "webview/style.css", out: "webview" }], minify: true }),
		build({ ...common, entryPoints: [{ in: "test/page/support/inPage.ts", out: "webview.generated" }], format: "iife" }),
	]);
}

/** Bundles the worker as the build does. */
export async function bundleWorker(): Promise<void> {
	await build({ ...common, entryPoints: [{ in: "src/worker/main.ts", out: "worker" }], platform: "node", format: "cjs" });
}

/** The real worker on a real file, as the extension starts it. */
export function workerBackend(path: string, locale: WorkerData["locale"], more: Partial<WorkerData> = {}): Backend {
	const workerData = { source: { kind: "path", path }, locale, cacheDir: null, recipe: null, ...more } as unknown as WorkerData;
	const worker = new Worker(resolve(out, "worker.js"), { workerData });
	return { send: m => worker.postMessage(m), onMessage: receive => worker.on("message", receive), close: () => worker.terminate() };
}

/** Answers made by the test itself. */
export function madeBackend<C extends { [K in keyof C]: Contract[string] }>(handlers: Handlers<C>): Backend & { notify(name: string): void } {
	let take: (message: unknown) => void = () => {};
	let receive: (message: unknown) => void = () => {};
	const notify = serve<C>({ send: m => receive(m), receive: handler => (take = handler) }, handlers);
	return { send: m => take(m), onMessage: r => (receive = r), close: async () => {}, notify };
}

export interface Opening {
	/** What answers, or what to generate inside the page. */
	readonly backend: Backend | Generated;
	readonly theme?: ThemeName;
	readonly locale?: string;
	readonly palette?: string;
	readonly width?: number;
	readonly height?: number;
	readonly saved?: unknown;
	/** Place the editor is opened for. */
	readonly target?: Target;
}

export interface Opened {
	readonly page: Page;
	/** Console errors and uncaught exceptions so far. */
	readonly errors: string[];
	/** Bodies of what the page asked the editor itself, by name. */
	readonly editorAsks: { readonly name: string; readonly body: unknown }[];
	/** Messages that came from behind the page, as they came: the truth to compare the page with. */
	readonly received: readonly Message[];
	notify(name: string): Promise<void>;
	/** Has the page show a place, as quick actions of the text editor do. */
	goTo(target: Target): Promise<void>;
	close(): Promise<void>;
}

let browser: Browser | null = null;
let server: Server | null = null;
let address = "";
let html = "";

async function begin(): Promise<Browser> {
	if (!server) {
		server = createServer((request, response) => {
			const file = resolve(out, `.${request.url}`);
			if (request.url?.startsWith("/webview.") && existsSync(file)) {
				response.setHeader("content-type", file.endsWith(".css") ? "text/css" : "text/javascript");
				response.end(readFileSync(file));
			} else {
				response.setHeader("content-type", "text/html; charset=utf-8");
				response.end(request.url === "/" ? html : "");
			}
		});
		await new Promise<void>(done => server?.listen(0, "127.0.0.1", done));
		const at = server.address();
		address = typeof at === "object" && at ? `http://127.0.0.1:${at.port}` : "";
	}
	browser ??= await chromium.launch({
		executablePath: process.env.CHROMIUM_PATH ?? "/usr/bin/chromium",
		args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--disable-background-networking", "--disable-component-update", "--no-first-run"],
	});
	return browser;
}

export async function end(): Promise<void> {
	await browser?.close();
	server?.close();
	[browser, server] = [null, null];
}

/** Opens the page in Chromium the way VS Code does: an empty body, the theme's variables, a strict policy, messages both ways. */
export async function openPage(o: Opening): Promise<Opened> {
	const chrome = await begin();
	const { bodyClass, css } = themeOf(o.theme ?? "dark");
	const locale = o.locale ?? "en";
	const backend = "send" in o.backend ? o.backend : null;
	html = `<!DOCTYPE html><html lang="${locale}"><head><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'nonce-t'; style-src 'self' 'unsafe-inline'; img-src 'self' data:"><title>rollouts</title>
<style>${css}</style><link rel="stylesheet" href="/webview.css">
${backend ? "" : '<script nonce="t" src="/webview.generated.js"></script>'}
<script nonce="t">let state = ${JSON.stringify(o.saved ?? null)};
const inside = ${backend ? "null" : `window.generated(${JSON.stringify(o.backend)}, m => window.dispatchEvent(new MessageEvent("message", { data: m })))`};
const own = ["start", "clipboard", "save", "reveal", "target"];
window.acquireVsCodeApi = () => ({ postMessage: m => (inside && !own.includes(m.name) ? inside(m) : window.toHost(m)), getState: () => state, setState: s => { state = s; window.savedState = s; } });</script>
<script nonce="t" src="/webview.js" defer></script></head><body class="${bodyClass}"></body></html>`;
	const context: BrowserContext = await chrome.newContext({ viewport: { width: o.width ?? 1400, height: o.height ?? 900 }, permissions: ["clipboard-read", "clipboard-write"] });
	const page = await context.newPage();
	const errors: string[] = [];
	page.on("console", m => {
		if (m.type() === "error") errors.push(m.text());
	});
	page.on("pageerror", e => errors.push(e.message));
	const editorAsks: { name: string; body: unknown }[] = [];
	let closed = false;
	// messages that come before the page listens wait until it has asked something
	let listening: () => void = () => {};
	const ready = new Promise<void>(done => (listening = done));
	const deliver = async (message: unknown): Promise<void> => {
		await ready;
		const sent = page.evaluate(m => void window.dispatchEvent(new MessageEvent("message", { data: m })), toWire(message));
		await sent.catch(e => {
			if (!closed) throw e;
		});
	};
	let target = o.target ?? null;
	const editor: Handlers<EditorRequests> = {
		target: () => {
			const taken = target;
			target = null;
			return taken;
		},
		start: () => ({ locale, palette: (o.palette ?? "positive-green") as never }),
		clipboard: () => null,
		save: ({ suffix }) => ({ saved: `rollouts${suffix}` }),
		reveal: () => ({ opened: true }),
	};
	const received: Message[] = [];
	backend?.onMessage(m => {
		received.push(m as Message);
		void deliver(m);
	});
	await page.exposeFunction("toHost", (raw: unknown) => {
		const m = fromWire(raw) as Message;
		listening();
		if (m.type === "ask" && m.name in editor) {
			editorAsks.push({ name: m.name, body: m.body });
			const answer = (editor[m.name as keyof EditorRequests] as (ask: unknown) => unknown)(m.body);
			void deliver({ type: "answer", id: m.id, body: answer });
		} else backend?.send(m);
	});
	await page.goto(`${address}/`);
	return {
		page,
		errors,
		editorAsks,
		received,
		notify: name => deliver({ type: "notice", name }),
		goTo: place => {
			target = place;
			return deliver({ type: "notice", name: "target" });
		},
		close: async () => {
			closed = true;
			await context.close();
			await backend?.close();
		},
	};
}
