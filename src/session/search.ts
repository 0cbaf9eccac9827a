import { breather } from "./breath";
import { readPlace, readRecord } from "./records";
import type { Scan } from "./scan";
import type { ByteSource } from "./source";

/**
 * Which rows hold `text`, without regard to case: in the rollout's text, id or group key. Reads the records again, since
 * the ledger keeps no text; stops with what it has when aborted. One entry per row, 1 = holds it.
 */
export async function passesText(source: ByteSource, scan: Scan, text: string, signal: AbortSignal): Promise<Uint8Array> {
	const wanted = text.toLowerCase();
	const passes = new Uint8Array(scan.rows);
	const { ledger } = scan;
	const rest = breather();
	let record = { offset: -1, texts: [] as string[] };
	for (let row = 0; row < passes.length && !signal.aborted; row++) {
		const offset = ledger.offset.get(row);
		if (offset !== record.offset) {
			const bytes = await readPlace(source, { offset, bytes: ledger.bytes.get(row), line: 0 });
			const { rollouts } = readRecord(bytes, scan.setup.read, { careful: false, ended: true, offset });
			record = { offset, texts: rollouts.map(r => `${r.id ?? ""}\n${r.group ?? ""}\n${r.text}`.toLowerCase()) };
		}
		passes[row] = record.texts[ledger.part.get(row)]?.includes(wanted) ? 1 : 0;
		await rest();
	}
	return passes;
}
