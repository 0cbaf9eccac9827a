import { Buffer } from "node:buffer";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { MAX_KEYS, type SpanScanner } from "./contract";
import { PlainScanner } from "./plain";
import { compileModule, type WasmModule, WasmScanner } from "./wasm";

/** Longest key, in bytes, that is looked for. */
const MAX_KEY_BYTES = 200;

/** The module that the build puts beside the program; null when it is not there or the engine does not take it. */
function compiled(): WasmModule | null {
	try {
		return compileModule(readFileSync(join(__dirname, "scan.wasm")));
	} catch {
		return null;
	}
}
let module: WasmModule | null | undefined;

/** Keys that a scanner can look for, in their order. */
export const scannable = (keys: readonly string[]): readonly string[] => keys.filter(k => Buffer.byteLength(k) <= MAX_KEY_BYTES).slice(0, MAX_KEYS);

/** A scanner for these top-level keys that reads chunks of `chunk` bytes. */
export function newScanner(keys: readonly string[], chunk: number): SpanScanner {
	if (module === undefined) module = compiled();
	return module ? new WasmScanner(module, keys, chunk) : new PlainScanner(keys, chunk);
}
