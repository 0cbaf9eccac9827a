import { access } from "node:fs/promises";
import type { Recipe } from "../../core/model/recipe";
import type { ImportedRollout } from "../../core/model/rollout";
import { answerOf, readAnswers } from "./answers";
import { readToolFile } from "./objects";

/** Files that know more of the rollouts than these themselves; null = none. */
export interface SideFiles {
	/** Right answers: benchmark answers, or rows of a data set. */
	readonly reference: string | null;
	/** Tool schemas of all rollouts that name none. */
	readonly tools: string | null;
}

const ENDINGS = ["jsonl", "json", "parquet"] as const;

/** The first of the files that is there. */
async function there(stem: string, what: string): Promise<string | null> {
	for (const ending of ENDINGS) {
		const path = `${stem}.${what}.${ending}`;
		if (
			await access(path).then(
				() => true,
				() => false,
			)
		)
			return path;
	}
	return null;
}

/** What the recipe names, else what lies beside the file under its name: `7.reference.jsonl`, `7.tools.json`. `path` null = no file on a disk. */
export async function sideFiles(path: string | null, recipe: Recipe | null): Promise<SideFiles> {
	const stem = path?.replace(/\.[^./\\]+$/, "") ?? null;
	return {
		reference: recipe?.reference ?? (stem === null ? null : await there(stem, "reference")),
		tools: recipe?.tools ?? (stem === null ? null : await there(stem, "tools")),
	};
}

/** What side files add to every rollout. */
export interface Supplement {
	apply(rollout: ImportedRollout): ImportedRollout;
	readonly files: SideFiles;
	/** Rollouts that found their answer so far, those that were read twice counted twice. */
	joined(): number;
	/** Ids or prompts to which the file of answers gives several different ones; see `Answers`. */
	readonly torn: readonly string[];
}

/** Reads side files; null when there is none. Throws InspectorError where one cannot be used. */
export async function readSupplement(files: SideFiles): Promise<Supplement | null> {
	if (files.reference === null && files.tools === null) return null;
	const answers = files.reference === null ? null : await readAnswers(files.reference);
	const tools = files.tools === null ? null : await readToolFile(files.tools);
	let joined = 0;
	return {
		files,
		joined: () => joined,
		torn: answers?.torn ?? [],
		apply: r => {
			const answer = answers && answerOf(answers, r);
			if (answer) joined++;
			return { ...r, tools: r.tools ?? answer?.tools ?? tools, reference: answer?.reference ?? r.reference };
		},
	};
}
