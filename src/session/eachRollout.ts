import type { ImportedRollout, Rollout } from "../core/model/rollout";
import { assemble } from "../core/pipeline";
import { breather } from "./breath";
import { readPlace, readRecord } from "./records";
import type { SessionState } from "./state";
import { withPlaces } from "./tokenizers/place";

/**
 * Reads the rollouts that `wants` picks again, in file order, and parses them without scoring: every record once, whatever it holds.
 * `use` answers false to stop. Rejects when `signal` is aborted.
 */
export async function eachRollout(
	{ source, state }: Pick<SessionState, "source" | "state">,
	signal: AbortSignal | null,
	wants: (imported: ImportedRollout) => boolean,
	use: (row: number, rollout: Rollout) => boolean,
): Promise<void> {
	const { ledger, setup } = state;
	const { tokenizer } = setup.judge;
	const rest = breather();
	for (let row = 0; row < state.rows; ) {
		const offset = ledger.offset.get(row);
		const { rollouts } = readRecord(await readPlace(source, { offset, bytes: ledger.bytes.get(row), line: ledger.line.get(row) }), setup.read, {
			careful: false,
			ended: true,
			offset,
		});
		for (; row < state.rows && ledger.offset.get(row) === offset; row++) {
			const imported = rollouts[ledger.part.get(row)];
			if (imported && wants(imported) && !use(row, assemble(tokenizer ? withPlaces(imported, tokenizer) : imported, setup.judge))) return;
		}
		await rest();
		signal?.throwIfAborted();
	}
}
