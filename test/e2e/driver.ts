import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { type BrowserContext, chromium, type FrameLocator, type Locator, type Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, inject } from "vitest";

/** What the global setup started. */
export interface Served {
	readonly version: string;
	readonly chromium: string;
	/** Workspace folder, a temporary copy of the sample. */
	readonly folder: string;
	readonly url: string;
	readonly authority: string;
	readonly settingsFile: string;
	/** The project's folder, to be loaded as an extension under development. */
	readonly extension: string;
	/** Bundle of test/host/suite.ts, and the file it writes its report to. */
	readonly hostSuite: string;
	readonly hostReport: string;
}
declare module "vitest" {
	interface ProvidedContext {
		vscode: Served;
	}
}

export const BROWSER_FLAGS = [
	"--no-sandbox",
	"--disable-gpu",
	"--disable-quic",
	"--no-first-run",
	"--disable-background-networking",
	"--disable-component-update",
	"--disable-sync",
	// a page that a test rewrote has no loopback address for Chromium, which would then block its socket to 127.0.0.1
	"--disable-features=LocalNetworkAccessChecks,LocalNetworkAccessChecksWebSockets",
	// nothing but this machine exists
	"--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1 , EXCLUDE localhost",
];

/** What an error of ours looks like in the workbench's console: VS Code has many of its own, with the internet out of reach. */
const OURS = /webview|reward.?inspector|Content.Security.Policy|Refused to/i;

/** Size of the window, in pixels. */
export interface OpenOptions {
	readonly width?: number;
	readonly height?: number;
	/** Folders of further extensions, loaded as ones under development. */
	readonly develop?: readonly string[];
	/** Of another VS Code than the one that was started for all tests. */
	readonly url?: string;
}

/** VS Code's start page carries its options as an attribute: has the development ones changed before it starts. */
export async function withDevelopment(page: Page, authority: string, change: (uri: (path: string) => object) => object): Promise<void> {
	const uri = (path: string): object => ({ $mid: 1, scheme: "vscode-remote", authority, path });
	await page.route(
		u => u.pathname === "/" && u.searchParams.has("folder"),
		async route => {
			const response = await route.fetch();
			const html = (await response.text()).replace(/(id="vscode-workbench-web-configuration" data-settings=")([^"]*)/, (_, head: string, written: string) => {
				const options = JSON.parse(written.replaceAll("&quot;", '"').replaceAll("&amp;", "&"));
				options.developmentOptions = { ...options.developmentOptions, ...change(uri) };
				return head + JSON.stringify(options).replaceAll("&", "&amp;").replaceAll('"', "&quot;");
			});
			await route.fulfill({ response, body: html });
		},
	);
}

/** One workbench in a browser of its own. All waits are on what can be seen, none on a fixed time. */
export class Workbench {
	/** Errors of the browser's console and of pages, ours and VS Code's. */
	readonly errors: string[] = [];
	readonly served = inject("vscode");

	private constructor(
		readonly page: Page,
		private readonly context: BrowserContext,
		private readonly profile: string,
		private readonly url: string,
	) {}

	static async open({ width = 1400, height = 900, develop = [], url }: OpenOptions = {}): Promise<Workbench> {
		const served = inject("vscode");
		const profile = mkdtempSync(join(tmpdir(), "ri-chromium-"));
		const context = await chromium.launchPersistentContext(profile, {
			executablePath: served.chromium,
			headless: true,
			viewport: { width, height },
			reducedMotion: "reduce",
			args: BROWSER_FLAGS,
		});
		await context.grantPermissions(["clipboard-read", "clipboard-write"]);
		const page = context.pages()[0] ?? (await context.newPage());
		page.setDefaultTimeout(30_000);
		const w = new Workbench(page, context, profile, url ?? served.url);
		page.on("pageerror", e => w.errors.push(`pageerror ${e.message}`));
		page.on("console", m => {
			if (m.type() === "error") w.errors.push(`${m.text().slice(0, 500)} (${m.location().url})`);
		});
		if (develop.length) await withDevelopment(page, served.authority, uri => ({ extensions: develop.map(uri) }));
		await w.reload();
		return w;
	}

	/** Starts the workbench anew, with a new extension host. */
	async reload(): Promise<void> {
		await this.page.goto(this.url);
		await this.page.locator(".monaco-workbench .part.statusbar").waitFor();
		// a file opened before VS Code knows our editor would open as plain text
		await this.known("Reward Inspector: Show Log");
	}

	async close(): Promise<void> {
		await this.context.close();
		rmSync(this.profile, { recursive: true, force: true });
	}

	/** Errors and policy violations that come from our page or extension. */
	ownErrors(): string[] {
		return this.errors.filter(e => OURS.test(e));
	}

	/** Changes settings, as a person would in the settings file; null takes one back. */
	settings(patch: Readonly<Record<string, unknown>>): void {
		const { settingsFile } = this.served;
		const changed = { ...JSON.parse(readFileSync(settingsFile, "utf8")), ...patch };
		writeFileSync(
			settingsFile,
			JSON.stringify(changed, (_, v) => v ?? undefined, "\t"),
		);
	}

	/** Path of a file in the open folder. */
	path(name: string): string {
		return join(this.served.folder, name);
	}

	private get quickInput(): Locator {
		return this.page.locator(".quick-input-widget");
	}

	/** Opens quick input by a key, types and takes the row of that label; all retried, since a busy workbench swallows keys and moves the focus. */
	private async quick(key: string, text: string, label: string, take = true): Promise<void> {
		const rows = this.quickInput.locator(".quick-input-list .monaco-list-row");
		// the whole label: what was typed is marked inside the labels of others too
		const whole = new RegExp(`^\\s*${label.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}\\s*$`);
		const row = rows.filter({ has: this.page.locator(".label-name", { hasText: whole }) }).first();
		const end = Date.now() + 80_000;
		for (;;) {
			await this.page.keyboard.press(key);
			try {
				await this.quickInput.locator("input.input").waitFor({ state: "visible", timeout: 3000 });
				await this.quickInput.locator("input.input").fill(text, { timeout: 3000 });
				await row.waitFor({ timeout: 5000 });
				// the list may still be moving: then the row is taken by Enter, not by a click that waits for rest
				const first = await row.evaluate(e => e.classList.contains("focused"), undefined, { timeout: 3000 });
				if (!take) await this.page.keyboard.press("Escape");
				else if (first) await this.page.keyboard.press("Enter");
				else await row.click({ timeout: 3000 });
				// gone, or showing what the command itself asks for
				await row.waitFor({ state: "hidden", timeout: 5000 });
				return;
			} catch (e) {
				// old versions ask about trust before they have read the setting that says not to
				const distrust = this.page.locator(".monaco-dialog-box").getByRole("button", { name: "No, I don't trust the authors" });
				if (await distrust.isVisible()) await distrust.click({ timeout: 3000 });
				await this.page.keyboard.press("Escape");
				if (Date.now() > end) throw new Error(`quick input: nothing for ${JSON.stringify(text)}`, { cause: e });
			}
		}
	}

	/** Waits until the command palette lists a command. */
	known(title: string): Promise<void> {
		return this.quick("F1", `>${title}`, title, false);
	}

	command(title: string): Promise<void> {
		return this.quick("F1", `>${title}`, title);
	}

	/** Opens a file of the folder in the text editor. */
	async openText(name: string): Promise<void> {
		// a window that has only just come up forgets now and then what it was asked to open
		for (let tries = 3; ; tries--) {
			await this.quick("Control+P", name, name);
			try {
				return await this.tab(name).waitFor({ timeout: 10_000 });
			} catch (e) {
				if (tries === 1) throw e;
			}
		}
	}

	/** Shows the file of the active tab in our editor. */
	async openWithOurs(): Promise<FrameLocator> {
		// a list that is still moving takes another row now and then
		for (let tries = 3; ; tries--) {
			await this.command("Reward Inspector: Open with Reward Inspector");
			try {
				await this.page.locator("iframe.webview.ready").first().waitFor({ timeout: 15_000 });
				return this.editor();
			} catch (e) {
				if (tries === 1) throw e;
			}
		}
	}

	/** Opens a file of the folder in our editor, alone and for as long as it is not closed. */
	async openRollouts(name: string): Promise<FrameLocator> {
		await this.openText(name);
		await this.openWithOurs();
		// else the next file that is opened would take its place
		await this.command("View: Keep Editor");
		await this.command("View: Close Other Editors in Group");
		return this.editor();
	}

	tab(name: string): Locator {
		return this.page.locator(".tabs-container .tab", { hasText: name }).first();
	}

	/** Our page: VS Code puts it two frames deep. */
	editor(nth = 0): FrameLocator {
		return this.page.frameLocator(`iframe.webview.ready >> nth=${nth}`).frameLocator("iframe#active-frame");
	}

	toast(text: string | RegExp): Locator {
		return this.page.locator(".notifications-toasts .notification-toast", { hasText: text });
	}

	async closeAllEditors(): Promise<void> {
		await this.command("View: Close All Editors");
		await this.page.locator(".tabs-container .tab").first().waitFor({ state: "detached" });
	}

	/** A picture for people, in shots/ (ignored by git). */
	async shot(name: string): Promise<void> {
		const folder = resolve(import.meta.dirname, "../../shots");
		mkdirSync(folder, { recursive: true });
		await this.page.screenshot({ path: join(folder, `${name}-${this.served.version}.png`) });
	}
}

/** One workbench for a test file. After a failed test there is a picture in shots/. */
export function useWorkbench(options: OpenOptions = {}): () => Workbench {
	let w: Workbench;
	beforeAll(async () => {
		w = await Workbench.open(options);
	});
	afterEach(async ({ task }) => {
		if (task.result?.state === "fail") await w.shot(`failed ${task.name.replace(/[^\p{L}\d]+/gu, " ").slice(0, 60)}`);
	});
	afterAll(() => w?.close());
	return () => w;
}
