import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { brotliDecompressSync } from "node:zlib";
import { isObject, type JsonObject } from "../../core/base/units";
import type { TokenPiece } from "../../core/credit/tokenPlaces";
import { fromSystem, InspectorError } from "../errors";
import { encoderOf } from "./bpe";
import { type Vocabulary, vocabularyOf, vocabularyOfRanks } from "./vocabulary";

/** A tokenizer, read from its file when first asked. */
export interface Tokens {
	readonly name: string;
	/** Null where the id is none of its tokens. */
	pieces(ids: ArrayLike<number>): readonly (TokenPiece | null)[];
	/** Ids of a text; null when it cannot encode. */
	encode(text: string): readonly number[] | null;
}

interface Loaded {
	readonly vocabulary: Vocabulary;
	readonly encode: (() => ((text: string) => readonly number[]) | null) | null;
}

/** Special tokens of o200k_base and of harmony, which extends it. */
const O200K_SPECIAL = {
	"<|startoftext|>": 199998,
	"<|endoftext|>": 199999,
	"<|return|>": 200002,
	"<|constrain|>": 200003,
	"<|channel|>": 200005,
	"<|start|>": 200006,
	"<|end|>": 200007,
	"<|message|>": 200008,
	"<|call|>": 200012,
	"<|endofprompt|>": 200018,
};

/** Beside the bundle of the door that runs (dist/tokenizers). */
const bundled = (name: string): string => join(dirname(process.argv[1] ?? ""), name);
/** Folders in which the bundled files may lie: beside this script, beside the program, in the working tree's build. */
const folders = (): readonly string[] => [join(typeof __dirname === "string" ? __dirname : "", "tokenizers"), bundled("tokenizers"), "dist/tokenizers"];

function readBundled(name: string): unknown {
	for (const folder of folders()) {
		let data: Uint8Array;
		try {
			data = readFileSync(join(folder, `${name}.json.br`));
		} catch {
			continue;
		}
		return JSON.parse(brotliDecompressSync(data).toString("utf8"));
	}
	throw new InspectorError("unreadable", `${name}.json.br`, { path: `${name}.json.br`, detail: "not in this build" });
}

function ofJson(json: unknown, path: string): Loaded {
	const vocabulary = isObject(json as never) ? vocabularyOf(json as JsonObject) : null;
	if (!vocabulary) throw new InspectorError("unreadable", path, { path, detail: "not a tokenizer.json" });
	return { vocabulary, encode: () => encoderOf(json as JsonObject) };
}

/** Tokenizers that come with the product. */
export const BUNDLED_TOKENIZERS = ["qwen3", "o200k"] as const;

function load(name: string): Loaded {
	if (name === "qwen3") return ofJson(readBundled("qwen3"), name);
	if (name === "o200k") return { vocabulary: vocabularyOfRanks(readBundled("o200k") as (string | number[])[], O200K_SPECIAL), encode: null };
	let text: string;
	try {
		text = readFileSync(name, "utf8");
	} catch (e) {
		throw fromSystem(e, name);
	}
	try {
		return ofJson(JSON.parse(text), name);
	} catch (e) {
		throw e instanceof InspectorError ? e : new InspectorError("unreadable", name, { path: name, detail: String(e) });
	}
}

const known = new Map<string, Tokens>();

/** The tokenizer of a recipe: "qwen3", "o200k", or the path of a `tokenizer.json`. Reading it fails with an InspectorError, when it is first used. */
export function tokenizerOf(name: string): Tokens {
	const found = known.get(name);
	if (found) return found;
	let loaded: Loaded | null = null;
	let encoder: ((text: string) => readonly number[]) | null | undefined;
	const get = (): Loaded => {
		loaded ??= load(name);
		return loaded;
	};
	const made: Tokens = {
		name,
		pieces: ids => {
			const { vocabulary } = get();
			return Array.from(ids, id => vocabulary[id] ?? null);
		},
		encode: text => {
			if (encoder === undefined) encoder = get().encode?.() ?? null;
			return encoder?.(text) ?? null;
		},
	};
	known.set(name, made);
	return made;
}
