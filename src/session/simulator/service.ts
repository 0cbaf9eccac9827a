import { exchangesOf } from "../../core/analyses/exchanges";
import { type Fidelity, fidelity } from "../../core/analyses/fidelity";
import { type Exchange, recordingOf, type ServedCall, type Simulated, type SimulatorSetup, simulate, withoutCall } from "../../core/analyses/simulator";
import { isArray, isObject, type JsonObject, type JsonValue } from "../../core/base/units";
import type { Tool } from "../../core/model/tool";
import { judgedRows } from "../findings";
import type { SessionState } from "../state";

/** Calls that one session remembers, and sessions that are remembered. */
const MAX_HISTORY = 1000;
const MAX_SESSIONS = 10_000;

/** What the rollouts of files say about tools: their answers and their schemas. */
export interface Gathered {
	readonly exchanges: readonly Exchange[];
	readonly tools: readonly Tool[];
}

/** Reads calls, answers and tools out of a scanned file. The first schema of a name counts. */
export async function gather(s: SessionState): Promise<Gathered> {
	const exchanges: Exchange[] = [];
	const tools = new Map<string, Tool>();
	for await (const { judged } of judgedRows(s.source, s.state)) {
		exchanges.push(...exchangesOf(judged.rollout));
		for (const t of judged.rollout.tools ?? []) if (!tools.has(t.name)) tools.set(t.name, t);
	}
	return { exchanges, tools: [...tools.values()] };
}

const OUTPUT_KEYS = ["outputSchema", "output_schema", "returns", "response_schema"] as const;

/** Schemas of the answers, as MCP (`outputSchema`) and others write them beside the parameters. */
export function outputSchemas(definitions: readonly JsonValue[]): ReadonlyMap<string, JsonObject> {
	const out = new Map<string, JsonObject>();
	for (const d of definitions.flatMap(x => (isObject(x) && isArray(x.tools) ? x.tools : [x]))) {
		if (!isObject(d)) continue;
		const tool = isObject(d.function) ? d.function : d;
		const schema = OUTPUT_KEYS.map(k => tool[k] ?? d[k]).find(isObject);
		if (typeof tool.name === "string" && schema) out.set(tool.name, schema);
	}
	return out;
}

/** A simulated tool server with a state per session: rollouts do not see each other's writes. */
export class Simulator {
	private readonly sessions = new Map<string, Exchange[]>();

	constructor(readonly setup: SimulatorSetup) {}

	static of(
		gathered: readonly Gathered[],
		given: { readonly tools: readonly Tool[] | null; readonly outputs: ReadonlyMap<string, JsonObject>; readonly mode: SimulatorSetup["mode"] },
	): Simulator {
		const found = gathered.flatMap(g => g.tools);
		const tools = given.tools ?? (found.length ? found.filter((t, i) => found.findIndex(o => o.name === t.name) === i) : null);
		return new Simulator({ tools, outputs: given.outputs, recording: recordingOf(gathered.flatMap(g => g.exchanges)), mode: given.mode });
	}

	/** Answers a call; `session` null = a call by itself. */
	answer(call: ServedCall, session: string | null = null): Simulated {
		const history = session === null ? [] : (this.sessions.get(session) ?? []);
		const made = simulate(this.setup, call, history);
		if (session !== null) this.remember(session, [...history, { call, observation: made.observation }]);
		return made;
	}

	forget(session: string): boolean {
		return this.sessions.delete(session);
	}

	/** How close answers to calls that were never seen come to the recorded ones. */
	fidelity(exchanges: readonly Exchange[]): Fidelity {
		const { setup } = this;
		return fidelity(exchanges, call => simulate({ ...setup, mode: "template", recording: withoutCall(setup.recording, call) }, call), setup.outputs);
	}

	private remember(session: string, history: Exchange[]): void {
		// the session that was used least recently goes first
		this.sessions.delete(session);
		this.sessions.set(session, history.slice(-MAX_HISTORY));
		for (const oldest of this.sessions.keys()) {
			if (this.sessions.size <= MAX_SESSIONS) break;
			this.sessions.delete(oldest);
		}
	}
}

/** A call as JSON: `{name, arguments}` or OpenAI's `{function: {name, arguments: "…"}}`, with the session it belongs to; null when it is none. */
export function callOf(value: JsonValue, readText: (text: string) => JsonValue | undefined): { readonly call: ServedCall; readonly session: string | null } | null {
	if (!isObject(value)) return null;
	const inner = isObject(value.function) ? value.function : value;
	if (typeof inner.name !== "string") return null;
	const raw = inner.arguments ?? inner.parameters ?? {};
	const read = typeof raw === "string" ? readText(raw) : raw;
	const session = value.session ?? value.session_id;
	return { call: { name: inner.name, arguments: read ?? raw }, session: typeof session === "string" || typeof session === "number" ? String(session) : null };
}
