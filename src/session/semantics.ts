import type { JsonValue } from "../core/base/units";
import { pairComparesExactly } from "../core/matching/exactness";
import { lexicalSimilarity } from "../core/matching/similarity";
import type { Recipe } from "../core/model/recipe";
import type { ImportedRollout } from "../core/model/rollout";
import type { Similarity } from "../core/rewards/contract";
import { Embedder, type EmbedderOptions, type EmbedderState } from "./embedder";
import { type Judged, type JudgeSetup, judge } from "./judge";
import { recipeOr } from "./resolve";

const opened = new Map<string, Promise<Embedder>>();

/** The embedder of these options; a thread loads a model once. */
export function embedderOf(options: EmbedderOptions): Promise<Embedder> {
	const key = JSON.stringify([options.encoder, options.cacheDir]);
	let embedder = opened.get(key);
	if (!embedder) opened.set(key, (embedder = Embedder.open(options)));
	return embedder;
}

interface Asked {
	readonly recipe?: Recipe | null;
	/** Is the workspace trusted? Absent = yes. */
	readonly trusted?: boolean;
}

/** A model file goes through native code, so one that a recipe of an untrusted folder names is not loaded. */
export const refusedEncoder = ({ recipe, trusted }: Asked): EmbedderState | null =>
	trusted === false && recipe?.similarity === "embedding" && recipe.encoder ? { kind: "lexical", why: "not-allowed", detail: recipe.encoder } : null;

/** The recipe as it may be followed. */
export const allowedRecipe = (asked: Asked): Recipe => ({ ...recipeOr(asked.recipe ?? null), ...(refusedEncoder(asked) ? { similarity: "lexical" } : {}) });

/** Whether the encoder that is asked for can be used; null = none is. */
export const embedderState = async ({ embedding }: Pick<JudgeSetup, "embedding">): Promise<EmbedderState | null> => (embedding ? (await embedderOf(embedding)).state : null);

type Vectors = ReadonlyMap<string, Float32Array | null>;

/**
 * Cosine of two texts' vectors, below 0 taken as 0. Values that only equality may compare are alike or not; texts without a
 * vector are compared by their characters. Texts whose vector is still to be made go to `wanted`.
 */
function byVectors(vectors: Vectors, wanted: Set<string>): Similarity {
	const how = (a: string, b: string, schema?: JsonValue): "equality" | "embedding" | "lexical" =>
		pairComparesExactly(a, b, schema) ? "equality" : vectors.get(a) && vectors.get(b) ? "embedding" : "lexical";
	return {
		name: "embedding",
		by: how,
		of: (a, b, schema) => {
			const by = how(a, b, schema);
			if (by === "equality") return 0;
			if (by === "embedding") return cosine(vectors.get(a) as Float32Array, vectors.get(b) as Float32Array);
			for (const text of [a, b]) if (!vectors.has(text)) wanted.add(text);
			return lexicalSimilarity(a, b);
		},
	};
}

function cosine(a: Float32Array, b: Float32Array): number {
	let dot = 0;
	for (let i = 0; i < a.length; i++) dot += (a[i] as number) * (b[i] as number);
	return Math.min(1, Math.max(0, dot));
}

/** Judges a rollout, once what must be awaited was gathered: the vectors of the texts that its reward compares. */
export async function judgeWith(imported: ImportedRollout, setup: JudgeSetup): Promise<Judged> {
	if (!setup.embedding) return judge(imported, setup);
	let vectors: Vectors = new Map();
	for (;;) {
		// the reward itself says what it compares: it is asked until nothing is missing
		const wanted = new Set<string>();
		const judged = judge(imported, setup, byVectors(vectors, wanted));
		if (!wanted.size) return judged;
		const embedder = await embedderOf(setup.embedding);
		if (embedder.state.kind === "lexical") return judge(imported, setup);
		vectors = new Map([...vectors, ...(await embedder.embed(wanted))]);
	}
}
