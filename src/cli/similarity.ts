import type { Recipe } from "../core/model/recipe";
import { embedderOf } from "../session/semantics";
import type { Io } from "./command";
import { printable } from "./width";

/** Says why texts are compared by their characters where a recipe asks for vectors; says nothing when there are vectors. */
export async function complainOfSimilarity(io: Io, recipe: Recipe, cacheDir: string | undefined): Promise<void> {
	if (recipe.similarity !== "embedding") return;
	const { state } = await embedderOf({ encoder: recipe.encoder ?? null, cacheDir: cacheDir ?? null });
	if (state.kind === "lexical") io.complain(io.words(`lexical:${state.why}`, { detail: printable(state.detail) }));
}
