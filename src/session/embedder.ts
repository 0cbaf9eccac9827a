import { createRequire } from "node:module";
import { join } from "node:path";
import type * as Ort from "onnxruntime-node";
import { MOST_UNKNOWN } from "./encoders/contract";
import { type EncoderFolder, openEncoderFolder } from "./encoders/folder";
import { VectorCache } from "./vectorCache";

/** Which encoder embeds texts, and where its vectors are kept. */
export interface EmbedderOptions {
	/** Folder of the encoder; null = the one that lies beside the program. */
	readonly encoder: string | null;
	/** Folder for vectors; null = they are kept in memory only. */
	readonly cacheDir: string | null;
	/** Package or path that onnxruntime is loaded from; for tests. */
	readonly runtime?: string;
}

/** Texts are embedded, or compared by their characters because there is no encoder or no runtime for this platform. */
export type EmbedderState =
	| { readonly kind: "embedding" }
	| { readonly kind: "lexical"; readonly why: "no-encoder" | "no-runtime" | "unusable-encoder" | "not-allowed"; readonly detail: string };

const BUNDLED = join(__dirname, "encoder");
/** Characters beyond what any encoder reads; such a text is not cut into pieces at all. */
const MOST_CHARACTERS = 20_000;
const INPUTS = ["ids", "input_ids", "attention_mask", "token_type_ids"];

/** Turns texts into vectors of length 1, each text once. onnxruntime's only door; it is loaded when an embedder is opened. */
export class Embedder {
	/** Texts that went through the model so far. */
	runs = 0;

	private constructor(
		readonly state: EmbedderState,
		private readonly work: { readonly runtime: typeof Ort; readonly session: Ort.InferenceSession; readonly folder: EncoderFolder; readonly cache: VectorCache } | null,
	) {}

	/** Never rejects: without an encoder or a runtime its state is "lexical" and says why. */
	static async open(options: EmbedderOptions): Promise<Embedder> {
		const without = (why: Extract<EmbedderState, { kind: "lexical" }>["why"], e: unknown): Embedder =>
			new Embedder({ kind: "lexical", why, detail: e instanceof Error ? (e.message.split("\n")[0] as string) : String(e) }, null);
		let folder: EncoderFolder;
		try {
			folder = await openEncoderFolder(options.encoder ?? BUNDLED);
		} catch (e) {
			return without("no-encoder", e);
		}
		let runtime: typeof Ort;
		try {
			// it tells its maker of every session unless this stands in the process's environment, which our threads share
			process.env.ORT_DISABLE_TELEMETRY = "1";
			runtime = createRequire(__filename)(options.runtime ?? "onnxruntime-node") as typeof Ort;
		} catch (e) {
			return without("no-runtime", e);
		}
		try {
			// one thread each: scoring threads already share the processors
			const session = await runtime.InferenceSession.create(folder.model, { executionProviders: ["cpu"], intraOpNumThreads: 1, interOpNumThreads: 1, logSeverityLevel: 3 });
			const strange = session.inputNames.find(n => !INPUTS.includes(n));
			if (strange !== undefined) throw new Error(`input ${strange}`);
			return new Embedder({ kind: "embedding" }, { runtime, session, folder, cache: await VectorCache.open(options.cacheDir, folder.id) });
		} catch (e) {
			return without("unusable-encoder", e);
		}
	}

	/** Vectors of texts; null for one that the encoder cannot read: another language, too long, or beyond what the model takes. Never rejects. */
	async embed(texts: Iterable<string>): Promise<ReadonlyMap<string, Float32Array | null>> {
		const vectors = new Map<string, Float32Array | null>();
		if (!this.work) return vectors;
		const { cache, folder } = this.work;
		for (const text of new Set(texts)) {
			const kept = cache.get(text);
			if (kept) {
				vectors.set(text, kept);
				continue;
			}
			const { ids, unknown } = text.length > MOST_CHARACTERS ? { ids: [], unknown: 1 } : folder.read(text);
			if (!ids.length || unknown > MOST_UNKNOWN || ids.length > folder.mostPieces) {
				vectors.set(text, null);
				continue;
			}
			const vector = await this.run(ids).catch(() => null);
			vectors.set(text, vector);
			if (vector) cache.set(text, vector);
		}
		await cache.save();
		return vectors;
	}

	/** Frees the model. */
	async close(): Promise<void> {
		await this.work?.session.release();
	}

	/** One text at a time: texts of different lengths side by side would be padded, which costs more than it saves. */
	private async run(ids: readonly number[]): Promise<Float32Array | null> {
		if (!this.work) throw new Error("invariant: an embedder without a model embeds nothing");
		const { runtime, session, folder } = this.work;
		const row = (data: BigInt64Array): Ort.Tensor => new runtime.Tensor("int64", data, [1, ids.length]);
		const feeds: Record<string, Ort.Tensor> = {};
		for (const name of session.inputNames) {
			if (name === "attention_mask") feeds[name] = row(new BigInt64Array(ids.length).fill(1n));
			else feeds[name] = row(name === "token_type_ids" ? new BigInt64Array(ids.length) : BigInt64Array.from(ids, BigInt));
		}
		this.runs++;
		const name = session.outputNames.find(n => n === "embedding" || n === "sentence_embedding") ?? (session.outputNames[0] as string);
		const output = (await session.run(feeds))[name];
		const values = output?.data;
		if (!(values instanceof Float32Array)) throw new Error(`output ${name} is ${output?.type}`);
		const width = output?.dims.at(-1) as number;
		return unit(pool(values, width, folder.pooling));
	}
}

/** One vector of `width` from those of all tokens. */
function pool(values: Float32Array, width: number, how: EncoderFolder["pooling"]): Float32Array {
	const sum = values.slice(0, width);
	if (how === "mean") for (let i = width; i < values.length; i++) sum[i % width] = (sum[i % width] as number) + (values[i] as number);
	return sum;
}

/** The vector at length 1; null when it has none to speak of. */
function unit(vector: Float32Array): Float32Array | null {
	const length = Math.sqrt(vector.reduce((sum, v) => sum + v * v, 0));
	return length > 0 && Number.isFinite(length) ? vector.map(v => v / length) : null;
}
