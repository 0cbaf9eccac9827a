import { exchangesOf } from "../../core/analyses/exchanges";
import { type Fidelity, fidelity } from "../../core/analyses/fidelity";
import { type Exchange, recalled, recordingOf, type ServedCall, type Simulated, type SimulatorSetup, signatureOf, simulate, withoutCall } from "../../core/analyses/simulator";
import { isArray, isObject, type JsonObject, type JsonValue } from "../../core/base/units";
import type { Tool } from "../../core/model/tool";
import { judgedRows } from "../findings";
import type { Patient } from "../models/patient";
import type { SessionState } from "../state";
import { askServer, serverPrompt, type Unanswered } from "./endpoint";
import { misfitOf } from "./misfit";

/** Calls that one session remembers, and sessions that are remembered. */
const MAX_HISTORY = 1000;
const MAX_SESSIONS = 10_000;
/** Answers of the model that are kept. */
const MAX_MADE = 100_000;

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

export type Answer = Simulated | Unanswered;
const NEVER = new AbortController().signal;

/**
 * A simulated tool server with a state per session: rollouts do not see each other's writes. With a model, what is neither
 * refused nor recorded is asked of it, and what it does not answer is unknown: nothing is made up in its place.
 */
export class Simulator {
	private readonly sessions = new Map<string, Exchange[]>();
	/** Of each session the call under way: its answers are part of the next one's history. */
	private readonly turns = new Map<string, Promise<unknown>>();
	/** What the model answered, by call and history: equal calls in equal sessions have equal answers. */
	private readonly made = new Map<string, Simulated>();

	constructor(
		readonly setup: SimulatorSetup,
		private readonly model: Patient | null = null,
	) {}

	static of(
		gathered: readonly Gathered[],
		given: { readonly tools: readonly Tool[] | null; readonly outputs: ReadonlyMap<string, JsonObject>; readonly mode: SimulatorSetup["mode"]; readonly model?: Patient | null },
	): Simulator {
		const found = gathered.flatMap(g => g.tools);
		const tools = given.tools ?? (found.length ? found.filter((t, i) => found.findIndex(o => o.name === t.name) === i) : null);
		return new Simulator({ tools, misfit: misfitOf, outputs: given.outputs, recording: recordingOf(gathered.flatMap(g => g.exchanges)), mode: given.mode }, given.model ?? null);
	}

	/** Answers a call; `session` null = a call by itself. Calls of one session are answered one after the other. */
	answer(call: ServedCall, session: string | null = null, signal: AbortSignal = NEVER): Promise<Answer> {
		if (session === null) return this.one(this.setup, call, [], signal);
		const turn = (this.turns.get(session) ?? Promise.resolve()).then(async () => {
			const history = this.sessions.get(session) ?? [];
			const made = await this.one(this.setup, call, history, signal);
			// a call without an answer has not happened: it may be asked again
			if (made.observation !== null) this.remember(session, [...history, { call, observation: made.observation }]);
			return made;
		});
		this.turns.set(session, turn);
		return turn.finally(() => {
			if (this.turns.get(session) === turn) this.turns.delete(session);
		});
	}

	private async one(setup: SimulatorSetup, call: ServedCall, history: readonly Exchange[], signal: AbortSignal): Promise<Answer> {
		if (!this.model) return simulate(setup, call, history);
		const known = recalled(setup, call, history);
		if (known) return known;
		const key = [...history.map(e => signatureOf(e.call)), signatureOf(call)].join("\u0001");
		const before = this.made.get(key);
		if (before) return before;
		const tool = setup.tools?.find(t => t.name === call.name) ?? null;
		const examples = setup.recording.byTool.get(call.name) ?? [];
		const made = await askServer(this.model, serverPrompt(call, { tool, output: setup.outputs.get(call.name) ?? null, examples, earlier: history }), signal);
		if (made.origin !== "unknown" && this.made.size < MAX_MADE) this.made.set(key, made);
		return made;
	}

	forget(session: string): boolean {
		return this.sessions.delete(session);
	}

	/** How close answers to calls that were never seen come to the recorded ones; calls that nobody answered are left out and counted. */
	async fidelity(exchanges: readonly Exchange[]): Promise<Fidelity & { readonly unanswered: number }> {
		const { setup } = this;
		const answers = new Map<string, Answer>();
		for (const { call } of exchanges) {
			const signature = signatureOf(call);
			if (answers.has(signature)) continue;
			const others = withoutCall(setup.recording, call);
			// a model sees the other recorded answers as examples, none is given for its own
			answers.set(signature, await this.one({ ...setup, mode: "template", recording: others }, call, [], NEVER));
		}
		const made = (call: ServedCall): Simulated | null => {
			const found = answers.get(signatureOf(call));
			return found && found.origin !== "unknown" ? found : null;
		};
		const known = exchanges.filter(e => made(e.call));
		return { ...fidelity(known, call => made(call) ?? simulate(setup, call), setup.outputs), unanswered: exchanges.length - known.length };
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

/** An answer as the command line and HTTP give it: names as in ALGORITHMS §28; `reason` only where nobody answered. */
export const answerJson = (made: Answer): JsonObject => ({
	observation: made.observation,
	error: made.error,
	origin: made.origin,
	likeness: made.likeness,
	...(made.origin === "unknown" ? { reason: made.reason, detail: made.detail } : {}),
});
