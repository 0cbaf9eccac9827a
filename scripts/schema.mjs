/**
 * Writes media/recipe.schema.json, the schema that editors check *.reward.json files against, from the registries.
 *   node scripts/schema.mjs
 */
import { writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import { build } from "esbuild";

const root = resolve(import.meta.dirname, "..");
const { outputFiles } = await build({
	absWorkingDir: root,
	entryPoints: ["src/session/recipeSchema.ts"],
	bundle: true,
	write: false,
	platform: "node",
	format: "cjs",
	target: "node20",
});
const module = { exports: {} };
new Function("module", "exports", "require", outputFiles[0].text)(module, module.exports, createRequire(import.meta.url));
writeFileSync(join(root, "media/recipe.schema.json"), `${JSON.stringify(module.exports.describedRecipeSchema("en"), null, "\t")}\n`);
