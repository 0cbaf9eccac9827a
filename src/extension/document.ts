import * as vscode from "vscode";
import { serve } from "../protocol/channel";
import { FILE_CHANGED } from "../protocol/editor";
import type { HostQueries } from "../protocol/judging";
import type { WorkerData } from "../protocol/worker";
import { HOST_WORDS } from "../words/host";
import { say } from "../words/words";
import { Desk } from "./judging/desk";
import type { Log } from "./log";
import { Relay } from "./relay";
import { runOf } from "./run";
import { type Session, startSession } from "./session";
import { locale, recipePath } from "./settings";
import { megabytes } from "./sizes";
import { watchFile } from "./watch";

/** Files of virtual file systems are read whole; this much at most. */
export const MAX_VIRTUAL_BYTES = 128 * 1024 * 1024;

export interface Services {
	readonly log: Log;
	/** dist/worker.js */
	readonly script: string;
	readonly cacheDir: string;
}

/** One rollout file: its session in a worker, and the pages that look at it. */
export class RolloutDocument implements vscode.CustomDocument {
	readonly relay = new Relay();
	readonly name: string;
	readonly desk: Desk;
	/** Pages that can be seen now. */
	visible = 0;
	private session: Session | null = null;
	private readonly watcher: vscode.Disposable;
	private disposed = false;

	constructor(
		readonly uri: vscode.Uri,
		private readonly services: Services,
	) {
		this.name = uri.path.split("/").pop() ?? uri.path;
		this.desk = new Desk(this.relay, this.name, services.log);
		this.watcher = watchFile(
			uri,
			() => this.visible > 0,
			() => this.changed(),
		);
	}

	/** Starts the session; a page that asks before gets its answer afterwards. */
	async start(): Promise<void> {
		this.session?.stop();
		const source = await this.source();
		if (this.disposed) return;
		const began = performance.now();
		const data: WorkerData = { source, locale: locale(), cacheDir: this.services.cacheDir, recipe: recipePath(this.uri.with({ query: "" })) };
		const session = startSession(this.services.script, data, reason => this.ended(session, reason));
		this.session = session;
		this.relay.connect(session);
		serve<HostQueries>(session, this.desk.answers);
		this.services.log.info(`${this.name}: session started in ${Math.round(performance.now() - began)} ms`);
	}

	dispose(): void {
		this.disposed = true;
		this.watcher.dispose();
		this.relay.disconnect({ kind: "closed", message: "closed" });
		this.session?.stop();
		this.session = null;
	}

	private async source(): Promise<WorkerData["source"]> {
		const run = runOf(this.uri);
		if (run) return { kind: "run", folder: run.folder.fsPath, files: run.files };
		if (this.uri.scheme === "file") return { kind: "path", path: this.uri.fsPath };
		const { size } = await vscode.workspace.fs.stat(this.uri);
		if (size > MAX_VIRTUAL_BYTES)
			throw new Error(say(HOST_WORDS, "too-large-for-memory", locale(), { name: this.name, size: megabytes(size), limit: megabytes(MAX_VIRTUAL_BYTES) }));
		return { kind: "bytes", name: this.name, bytes: await vscode.workspace.fs.readFile(this.uri) };
	}

	private changed(): void {
		this.services.log.debug(`${this.name}: changed on disk`);
		if (this.uri.scheme === "file") this.session?.send({ type: "notice", name: FILE_CHANGED });
		else void this.restart();
	}

	private async restart(): Promise<void> {
		this.relay.disconnect({ kind: "closed", message: "closed" });
		try {
			await this.start();
		} catch (e) {
			const message = e instanceof Error ? e.message : String(e);
			this.services.log.error(message);
			this.relay.disconnect({ kind: "unreadable", message });
		}
		this.relay.notify("changed");
	}

	private ended(session: Session, reason: string): void {
		if (this.session !== session) return;
		this.session = null;
		const sentence = say(HOST_WORDS, "session-ended", locale(), { name: this.name, reason });
		this.services.log.error(sentence);
		this.relay.disconnect({ kind: "session-ended", message: sentence });
		const again = say(HOST_WORDS, "read-again", locale());
		void vscode.window.showErrorMessage(sentence, again).then(choice => {
			if (choice === again && !this.disposed) void this.restart();
		});
	}
}
