import type * as vscode from "vscode";
import { Asker, type Handlers, type Pipe } from "../../protocol/channel";
import type { HostQueries, JudgeQueries } from "../../protocol/judging";
import { JUDGING_WORDS } from "../../words/judging";
import { say } from "../../words/words";
import type { Log } from "../log";
import type { Relay } from "../relay";
import { locale } from "../settings";
import { askModel } from "./models";

/** Where the host and one file's session meet while a judge is at work: each asks the other what only it can do. */
export class Desk {
	private run: { readonly token: vscode.CancellationToken; readonly tell: (done: number, of: number) => void } | null = null;

	constructor(
		private readonly relay: Relay,
		private readonly name: string,
		private readonly log: Log,
	) {}

	/** What the session may ask. Without a run of ours it gets no model. */
	readonly answers: Handlers<HostQueries> = {
		model: ask => askModel(ask, say(JUDGING_WORDS, "justification", locale()), this.run?.token ?? CANCELLED),
		sent: what => {
			this.log.info(say(JUDGING_WORDS, what.attempt ? "sent-again" : "sent", locale(), { ...what, name: this.name }));
			return null;
		},
		judged: ({ done, of }) => {
			this.run?.tell(done, of);
			return null;
		},
	};

	/** Asks the session; `asker.close` lets it go. */
	open(): { readonly ask: Asker<JudgeQueries>; close(): void } {
		let toAsker: (m: unknown) => void = () => {};
		let toRelay: (m: unknown) => void = () => {};
		const detach = this.relay.attach({ send: m => toAsker(m), receive: handler => (toRelay = handler) }, null);
		const ask = new Asker<JudgeQueries>({ send: m => toRelay(m), receive: handler => (toAsker = handler) } satisfies Pipe);
		const close = (): void => {
			detach();
			ask.close();
		};
		return { ask, close };
	}

	/** Lets the session use models while `work` runs. */
	async during<T>(token: vscode.CancellationToken, tell: (done: number, of: number) => void, work: () => Promise<T>): Promise<T> {
		this.run = { token, tell };
		try {
			return await work();
		} finally {
			this.run = null;
		}
	}
}

const CANCELLED: vscode.CancellationToken = { isCancellationRequested: true, onCancellationRequested: () => ({ dispose: () => {} }) };
