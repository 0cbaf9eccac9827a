import { AskError } from "../../protocol/channel";
import type { HostQueries } from "../../protocol/judging";
import { failed, type Model } from "./contract";

/** One request to the editor's model `id`; rejects with an AskError whose kind says why not. */
export type AskEditor = (ask: HostQueries["model"]["ask"]) => Promise<HostQueries["model"]["answer"]>;

/** Kinds of failure that may pass by themselves. */
const PASSING = ["unreachable", "timeout"];
/** The editor ends a request at its time; should it not, this much later nobody waits any more. In milliseconds. */
const GRACE = 1000;

/** A language model of the editor: the host asks it, since only the host has it. */
export function editorModel({ id, to, name }: { readonly id: string; readonly to: string; readonly name: string }, ask: AskEditor): Model {
	return {
		to,
		name,
		settings: { editor: to, model: id },
		refused: null,
		say: async (prompt, timeout, signal) => {
			const limit = AbortSignal.timeout(timeout + GRACE);
			try {
				const { text, tokens } = await Promise.race([ask({ id, ...prompt, timeout }), ended(AbortSignal.any([signal, limit]))]);
				return { kind: "said", text, tokens };
			} catch (e) {
				if (signal.aborted) return failed("cancelled");
				if (limit.aborted) return failed("timeout", "", { again: true });
				const kind = e instanceof AskError ? e.kind : "unreachable";
				return failed(kind === "internal" ? "unreachable" : kind, e instanceof Error ? e.message : String(e), { again: PASSING.includes(kind) || kind === "internal" });
			}
		},
	};
}

const ended = (signal: AbortSignal): Promise<never> =>
	new Promise((_, reject) => {
		const stop = (): void => reject(new AskError("cancelled", "cancelled"));
		if (signal.aborted) stop();
		else signal.addEventListener("abort", stop, { once: true });
	});
