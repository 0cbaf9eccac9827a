import type * as vscode from "vscode";
import { AskError, Asker } from "../../protocol/channel";
import { FILE_CHANGED } from "../../protocol/editor";
import type { FindingsView, Queries } from "../../protocol/queries";
import type { Services } from "../document";
import { type Session, startSession } from "../session";
import { locale, recipePath } from "../settings";
import { watchFile } from "../watch";

/** Most entries VS Code keeps for a file. */
export const MAX_DIAGNOSTICS = 1000;
const SETTLE_MS = 150;

/** One rollout file in the text editor: a session in a thread that finds what is wrong, told again when the file changes on disk. */
export class InlineFile implements vscode.Disposable {
	private session: Session | null = null;
	private asker: Asker<Queries> | null = null;
	private readonly watcher: vscode.Disposable;
	private settle: NodeJS.Timeout | null = null;
	private running = false;
	private wanted = false;
	private disposed = false;
	/** The last findings told. */
	found: FindingsView | null = null;

	constructor(
		readonly uri: vscode.Uri,
		private readonly services: Services,
		private readonly onFindings: (file: InlineFile) => void,
	) {
		this.watcher = watchFile(
			uri,
			() => true,
			() => this.session?.send({ type: "notice", name: FILE_CHANGED }),
		);
		this.restart();
	}

	/** Begins anew: at first, and when the recipe or the language changed. */
	restart(): void {
		this.stop();
		const session = startSession(
			this.services.script,
			{ source: { kind: "path", path: this.uri.fsPath }, locale: locale(), cacheDir: this.services.cacheDir, recipe: recipePath(this.uri) },
			reason => {
				this.services.log.error(`${this.uri.fsPath}: ${reason}`);
				this.asker?.close();
			},
		);
		this.session = session;
		this.asker = new Asker<Queries>(session, () => this.later());
		this.later();
	}

	usesRecipe(recipe: vscode.Uri): boolean {
		return recipePath(this.uri) === recipe.fsPath;
	}

	ask<K extends keyof Queries & string>(name: K, body: Queries[K]["ask"]): Promise<Queries[K]["answer"]> {
		return this.asker?.ask(name, body) ?? Promise.reject(new AskError("closed", "closed"));
	}

	/** Looks again soon: what comes in one moment is told once. */
	private later(): void {
		this.settle ??= setTimeout(() => {
			this.settle = null;
			void this.look();
		}, SETTLE_MS);
	}

	private async look(): Promise<void> {
		this.wanted = true;
		if (this.running) return;
		this.running = true;
		try {
			while (this.wanted && !this.disposed) {
				this.wanted = false;
				const { asker } = this;
				const found = await this.ask("findings", { from: 0, to: MAX_DIAGNOSTICS });
				if (asker !== this.asker) this.wanted = true;
				else this.tell(found);
			}
		} catch (e) {
			// not a rollout file, or gone: nothing of ours stands in it
			if (!(e instanceof AskError && e.kind === "closed")) this.services.log.debug(`${this.uri.fsPath}: ${e instanceof Error ? e.message : String(e)}`);
			if (!this.disposed) this.tell(null);
		} finally {
			this.running = false;
		}
	}

	private tell(found: FindingsView | null): void {
		this.found = found;
		this.onFindings(this);
	}

	private stop(): void {
		this.asker?.close();
		this.session?.stop();
		this.asker = null;
		this.session = null;
	}

	dispose(): void {
		this.disposed = true;
		if (this.settle) clearTimeout(this.settle);
		this.watcher.dispose();
		this.stop();
	}
}
