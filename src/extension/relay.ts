import { type Handlers, type Message, type Pipe, serve } from "../protocol/channel";
import type { EditorRequests } from "../protocol/editor";
import { HOST_ONLY } from "../protocol/judging";

/** What an ask fails with when no session answers. */
export interface Stopped {
	readonly kind: string;
	readonly message: string;
}

/** A page shows what stands in files: what sends rollouts to a model is not its to ask. */
const REFUSED: Stopped = { kind: "unknown-ask", message: "asked by the host only" };

/**
 * Joins one session with the pages that look at it. Asks of the host's own table are answered here, all others go to the
 * session unread, under a number of ours since every page counts from 1. Notices of the session go to all pages.
 */
export class Relay {
	private session: Pipe | null = null;
	private stopped: Stopped = { kind: "closed", message: "closed" };
	private next = 1;
	private readonly open = new Map<number, { readonly page: Pipe; readonly id: number }>();
	private readonly pages = new Set<Pipe>();

	connect(session: Pipe): void {
		this.session = session;
		session.receive(m => {
			if (this.session === session) this.fromSession(m as Message);
		});
	}

	/** Every open ask fails, and so do later ones until the next `connect`. */
	disconnect(why: Stopped): void {
		this.session = null;
		this.stopped = why;
		for (const { page, id } of this.open.values()) page.send({ type: "failure", id, failure: why } satisfies Message);
		this.open.clear();
	}

	/** Lets a page ask, or the host itself, which has no requests of its own and may ask what pages may not. Returns the way to let it go. */
	attach(page: Pipe, own: Handlers<EditorRequests> | null): () => void {
		let answerOwn: (m: unknown) => void = () => {};
		if (own) serve<EditorRequests>({ send: m => page.send(m), receive: handler => (answerOwn = handler) }, own);
		this.pages.add(page);
		page.receive(m => {
			const message = m as Message;
			if (message?.type !== "ask") return;
			if (message.name === "start") this.forget(page);
			if (own && Object.hasOwn(own, message.name)) answerOwn(message);
			else if (own && (HOST_ONLY as readonly string[]).includes(message.name)) page.send({ type: "failure", id: message.id, failure: REFUSED } satisfies Message);
			else this.toSession(page, message);
		});
		return () => {
			this.pages.delete(page);
			this.forget(page);
		};
	}

	notify(name: string): void {
		for (const page of this.pages) page.send({ type: "notice", name } satisfies Message);
	}

	/** A page that was hidden begins anew and counts from 1 again: late answers to its former life must not reach it. */
	private forget(page: Pipe): void {
		for (const [number, waiting] of this.open) if (waiting.page === page) this.open.delete(number);
	}

	private toSession(page: Pipe, ask: Message & { readonly type: "ask" }): void {
		if (!this.session) {
			page.send({ type: "failure", id: ask.id, failure: this.stopped } satisfies Message);
			return;
		}
		const id = this.next++;
		this.open.set(id, { page, id: ask.id });
		this.session.send({ ...ask, id } satisfies Message);
	}

	private fromSession(message: Message): void {
		if (message.type === "notice") this.notify(message.name);
		if (message.type !== "answer" && message.type !== "failure") return;
		const waiting = this.open.get(message.id);
		if (!waiting) return;
		this.open.delete(message.id);
		waiting.page.send({ ...message, id: waiting.id } satisfies Message);
	}
}
