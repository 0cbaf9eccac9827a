import { Asker, type Pipe } from "../src/protocol/channel";
import type { CreditQueries } from "../src/protocol/creditQueries";
import type { EditorRequests } from "../src/protocol/editor";
import type { LabQueries } from "../src/protocol/lab";
import type { Queries } from "../src/protocol/queries";
import { fromWire, toWire } from "../src/protocol/wire";

interface VsCodeApi {
	postMessage(message: unknown): void;
	getState(): unknown;
	setState(state: unknown): void;
}
declare function acquireVsCodeApi(): VsCodeApi;

export type Asks = Queries & CreditQueries & LabQueries & EditorRequests;
export type Ask = <K extends keyof Asks>(name: K, body: Asks[K]["ask"]) => Promise<Asks[K]["answer"]>;

/** The one way out of the page. */
export interface Host {
	readonly ask: Ask;
	/** What `save` kept before the page was hidden or VS Code was restarted. */
	readonly saved: unknown;
	save(state: unknown): void;
}

export function connect(onNotice: (name: string) => void): Host {
	const api = acquireVsCodeApi();
	const pipe: Pipe = {
		send: message => api.postMessage(toWire(message)),
		receive: handler => window.addEventListener("message", event => handler(fromWire(event.data))),
	};
	const asker = new Asker<Asks>(pipe, onNotice);
	return { ask: (name, body) => asker.ask(name, body), saved: api.getState(), save: state => api.setState(state) };
}
