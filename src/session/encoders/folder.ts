import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { access, readFile } from "node:fs/promises";
import { join } from "node:path";
import { isObject } from "../../core/base/units";
import type { PieceReader } from "./contract";
import { tokenizerReader } from "./tokenizerJson";
import { unigramReader } from "./unigram";

/** A sentence encoder on disk, ready but for its model. */
export interface EncoderFolder {
	/** Path of the ONNX model. */
	readonly model: string;
	/** Names the encoder by the content of its files. */
	readonly id: string;
	readonly read: PieceReader;
	/** Longer texts are not read whole, so they have no vector. */
	readonly mostPieces: number;
	/** Which of a model's token vectors make the text's: their mean, or the first. */
	readonly pooling: "mean" | "first";
}

const MOST_PIECES_BUNDLED = 128;
const MOST_PIECES = 512;

const exists = (path: string): Promise<boolean> =>
	access(path).then(
		() => true,
		() => false,
	);

async function contentOf(paths: readonly string[]): Promise<string> {
	const hash = createHash("sha256");
	for (const path of paths) for await (const chunk of createReadStream(path)) hash.update(chunk as Uint8Array);
	return hash.digest("hex");
}

const jsonOf = async (path: string): Promise<object> => {
	const value: unknown = JSON.parse(await readFile(path, "utf8"));
	if (!isObject(value as never)) throw new Error(`${path}: no JSON object`);
	return value as object;
};

/**
 * Opens an encoder's folder: ours (model.onnx and pieces.json), or an export of sentence-transformers (model.onnx or
 * onnx/model.onnx, tokenizer.json, and when there the tokenizer_config.json and 1_Pooling/config.json). Rejects with the reason
 * when a file is missing or unreadable.
 */
export async function openEncoderFolder(folder: string): Promise<EncoderFolder> {
	const inner = join(folder, "onnx", "model.onnx");
	const model = (await exists(inner)) ? inner : join(folder, "model.onnx");
	const data = [`${model}_data`, `${model}.data`];
	const weights = [model, ...(await Promise.all(data.map(exists))).flatMap((there, i) => (there ? (data[i] as string) : []))];
	const own = join(folder, "pieces.json");
	if (await exists(own)) {
		const vocabulary = JSON.parse(await readFile(own, "utf8")) as readonly (readonly [string, number])[];
		return { model, id: await contentOf([...weights, own]), read: unigramReader(vocabulary), mostPieces: MOST_PIECES_BUNDLED, pooling: "mean" };
	}
	const tokenizer = join(folder, "tokenizer.json");
	const optional = async (...path: string[]): Promise<object> => ((await exists(join(folder, ...path))) ? jsonOf(join(folder, ...path)) : {});
	const pooling = (await optional("1_Pooling", "config.json")) as { readonly pooling_mode_cls_token?: unknown };
	return {
		model,
		id: await contentOf([...weights, tokenizer]),
		read: tokenizerReader(await jsonOf(tokenizer), await optional("tokenizer_config.json")),
		mostPieces: MOST_PIECES,
		pooling: pooling.pooling_mode_cls_token === true ? "first" : "mean",
	};
}
