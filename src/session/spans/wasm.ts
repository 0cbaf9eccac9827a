import { Buffer } from "node:buffer";
import { MAX_ROWS, ROW_HEAD, type SpanScanner } from "./contract";

/** The part of the engine's WebAssembly that is used here; Node's types leave it to the browser's. */
declare const WebAssembly: {
	readonly Module: new (bytes: Uint8Array) => WasmModule;
	readonly Memory: new (pages: { readonly initial: number }) => { readonly buffer: ArrayBuffer };
	readonly Instance: new (module: WasmModule, imports: { readonly env: { readonly memory: object } }) => { readonly exports: object };
};
export interface WasmModule {
	readonly [Symbol.toStringTag]: string;
}

/** Compiles a module; null when the engine cannot (no SIMD). */
export function compileModule(bytes: Uint8Array): WasmModule | null {
	try {
		return new WebAssembly.Module(bytes);
	} catch {
		return null;
	}
}

/** What assembly/scan.ts exports. */
interface Exports {
	keyBytes(): number;
	clearKeys(): void;
	addKey(length: number): void;
	begin(offset: number): void;
	usedBytes(): number;
	hash(from: number, length: number, low: number, high: number): number;
	scan(base: number, length: number, offset: number, out: number, most: number): number;
}

/** Its own tables lie below. */
const ROWS_AT = 1 << 14;
const PAGE = 1 << 16;
/** It may look this far beyond what it scans. */
const SLACK = 64;

/** The scanner in WebAssembly with SIMD; its memory holds the chunk and the rows, so nothing is copied. */
export class WasmScanner implements SpanScanner {
	readonly buffer: Buffer;
	readonly rows: Float64Array;
	readonly stride: number;
	private readonly exports: Exports;
	private readonly base: number;

	constructor(module: WasmModule, keys: readonly string[], chunk: number) {
		this.stride = ROW_HEAD + 2 * keys.length;
		const room = MAX_ROWS * this.stride * 8;
		this.base = ROWS_AT + room;
		const memory = new WebAssembly.Memory({ initial: Math.ceil((this.base + chunk + SLACK) / PAGE) });
		this.exports = new WebAssembly.Instance(module, { env: { memory } }).exports as unknown as Exports;
		this.rows = new Float64Array(memory.buffer, ROWS_AT, MAX_ROWS * this.stride);
		this.buffer = Buffer.from(memory.buffer, this.base, chunk);
		this.exports.clearKeys();
		let at = this.exports.keyBytes();
		for (const key of keys) {
			const bytes = Buffer.from(key);
			new Uint8Array(memory.buffer).set(bytes, at);
			this.exports.addKey(bytes.length);
			at += bytes.length;
		}
	}

	get used(): number {
		return this.exports.usedBytes();
	}

	begin(offset: number): void {
		this.exports.begin(offset);
	}

	hash(from: number, to: number, seed: number): number {
		return this.exports.hash(this.base + from, to - from, seed | 0, (seed / 4294967296) | 0);
	}

	scan(from: number, length: number, offset: number): number {
		return this.exports.scan(this.base + from, length, offset, ROWS_AT, MAX_ROWS);
	}
}
