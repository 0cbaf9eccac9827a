/**
 * Ask / answer / notice over any two-ended pipe (MessagePort, webview.postMessage, worker). Every ask is answered exactly
 * once: with an answer, with a failure, or — when the pipe closes — with a failure of kind "closed". Notices carry no data
 * that could be lost: they say "ask again".
 */
export interface Pipe {
	send(message: unknown, transfer?: readonly ArrayBuffer[]): void;
	/** Registers the one receiver. */
	receive(handler: (message: unknown) => void): void;
}

export interface Failure {
	readonly kind: string;
	readonly message: string;
}

/** What an ask rejects with: a failure travels as data and becomes an error at the asking end. */
export class AskError extends Error {
	constructor(
		readonly kind: string,
		message: string,
	) {
		super(message);
	}
}

export type Message =
	| { readonly type: "ask"; readonly id: number; readonly name: string; readonly body: unknown }
	| { readonly type: "answer"; readonly id: number; readonly body: unknown }
	| { readonly type: "failure"; readonly id: number; readonly failure: Failure }
	| { readonly type: "notice"; readonly name: string };

/** Shape of a contract: name → what is asked and what is answered. */
export type Contract = Readonly<Record<string, { readonly ask: unknown; readonly answer: unknown }>>;

/** An answer that carries buffers to move, not copy. */
export class Transfer<T> {
	constructor(
		readonly body: T,
		readonly buffers: readonly ArrayBuffer[],
	) {}
}

export type Handlers<C extends { [K in keyof C]: { ask: unknown; answer: unknown } }> = {
	readonly [K in keyof C]: (ask: C[K]["ask"]) => C[K]["answer"] | Transfer<C[K]["answer"]> | Promise<C[K]["answer"] | Transfer<C[K]["answer"]>>;
};

const isMessage = (m: unknown): m is Message => typeof m === "object" && m !== null && typeof (m as { type?: unknown }).type === "string";
const failureOf = (e: unknown): Failure => {
	const kind = (e as { kind?: unknown } | null)?.kind;
	return { kind: typeof kind === "string" ? kind : "internal", message: e instanceof Error ? e.message : String(e) };
};

/** The asking end. */
export class Asker<C extends { [K in keyof C]: { ask: unknown; answer: unknown } }> {
	private next = 1;
	private readonly open = new Map<number, { resolve: (v: never) => void; reject: (e: AskError) => void }>();
	private closed = false;

	constructor(
		private readonly pipe: Pipe,
		private readonly onNotice: (name: string) => void = () => {},
	) {
		pipe.receive(m => this.take(m));
	}

	ask<K extends keyof C & string>(name: K, body: C[K]["ask"]): Promise<C[K]["answer"]> {
		if (this.closed) return Promise.reject(new AskError("closed", "closed"));
		const id = this.next++;
		return new Promise((resolve, reject) => {
			this.open.set(id, { resolve: resolve as (v: never) => void, reject });
			this.pipe.send({ type: "ask", id, name, body } satisfies Message);
		});
	}

	/** Every open ask fails with kind "closed". */
	close(): void {
		this.closed = true;
		for (const waiting of this.open.values()) waiting.reject(new AskError("closed", "closed"));
		this.open.clear();
	}

	private take(m: unknown): void {
		if (!isMessage(m)) return;
		if (m.type === "notice") this.onNotice(m.name);
		if (m.type !== "answer" && m.type !== "failure") return;
		const waiting = this.open.get(m.id);
		if (!waiting) return;
		this.open.delete(m.id);
		if (m.type === "answer") waiting.resolve(m.body as never);
		else waiting.reject(new AskError(m.failure.kind, m.failure.message));
	}
}

/** The answering end. Returns a function that sends a notice. */
export function serve<C extends { [K in keyof C]: { ask: unknown; answer: unknown } }>(pipe: Pipe, handlers: Handlers<C>): (notice: string) => void {
	pipe.receive(async m => {
		if (!isMessage(m) || m.type !== "ask") return;
		try {
			const handler = Object.hasOwn(handlers, m.name) ? handlers[m.name as keyof C] : undefined;
			if (!handler) throw new AskError("unknown-ask", m.name);
			const answer = await handler(m.body as never);
			if (answer instanceof Transfer) pipe.send({ type: "answer", id: m.id, body: answer.body } satisfies Message, answer.buffers);
			else pipe.send({ type: "answer", id: m.id, body: answer } satisfies Message);
		} catch (e) {
			pipe.send({ type: "failure", id: m.id, failure: failureOf(e) } satisfies Message);
		}
	});
	return name => pipe.send({ type: "notice", name } satisfies Message);
}
