import type { Recipe } from "../core/model/recipe";
import type { ImportedRollout } from "../core/model/rollout";
import { readObjects } from "../session/beside/objects";
import { readSupplement, type Supplement as Sides, sideFiles } from "../session/beside/supplement";
import { contentOf } from "../session/judges/input";
import { type Io, type Options, UsageError } from "./command";
import { STDIN } from "./files";
import { oneLine, printable } from "./width";

/** What side files and `--grades` add to the rollouts of a file. */
export interface Supplement {
	apply(rollout: ImportedRollout): ImportedRollout;
	/** What the session tells of its side files; null when there is none. */
	readonly sides: Sides | null;
}

/** Columns that an id or a prompt takes in a sentence. */
const FIRST = 60;

/** Makes the supplement of each file: what the options name stands before the recipe's files, these before what lies beside. */
export interface Supplements {
	of(file: string, recipe: Recipe): Promise<Supplement | null>;
	/** Says on standard error which answers fitted no rollout, and which contradict each other. */
	complainIfUnused(io: Io): void;
}

export async function supplementsOf(options: Options): Promise<Supplements> {
	const grades = options.grades === undefined ? null : await readGrades(options.grades);
	const read = new Map<string, Sides | null>();
	// a file that an option names is refused before any rollout file is opened
	const named = { reference: options.reference ?? null, tools: options.tools ?? null };
	if (named.reference !== null || named.tools !== null) read.set(JSON.stringify(named), await readSupplement(named));
	return {
		of: async (file, recipe) => {
			const found = await sideFiles(file === STDIN ? null : file, recipe);
			const files = { reference: options.reference ?? found.reference, tools: options.tools ?? found.tools };
			const key = JSON.stringify(files);
			if (!read.has(key)) read.set(key, await readSupplement(files));
			const sides = read.get(key) ?? null;
			if (!sides && !grades) return null;
			return { sides, apply: r => withGrade(sides ? sides.apply(r) : r, grades) };
		},
		complainIfUnused: io => {
			for (const sides of read.values()) {
				if (!sides?.files.reference) continue;
				const path = printable(sides.files.reference);
				if (!sides.joined()) io.complain(io.words("reference-unused", { path }));
				const [first] = sides.torn;
				if (first !== undefined) io.complain(io.words("reference-torn", { path, count: sides.torn.length, first: oneLine(first, FIRST) }));
			}
		},
	};
}

function withGrade(r: ImportedRollout, grades: ReadonlyMap<string, number> | null): ImportedRollout {
	const grade = grades?.get(contentOf(r));
	return grade === undefined || r.extras.judge !== undefined ? r : { ...r, extras: { ...r.extras, judge: grade } };
}

/** Grades of `judge`, by the mark of the text they are about; those that are unknown are left out. */
async function readGrades(path: string): Promise<ReadonlyMap<string, number>> {
	const out = new Map<string, number>();
	for (const { content, grade } of await readObjects(path)) if (typeof content === "string" && typeof grade === "number") out.set(content, grade);
	if (!out.size) throw new UsageError("no-grades", { path });
	return out;
}
