import { existsSync } from "node:fs";
import { glob, isDynamicPattern } from "tinyglobby";

/** What stands for standard input among the files. */
export const STDIN = "-";

const natural = new Intl.Collator("en", { numeric: true }).compare;

/** Files that the arguments name, in their order; the files of one glob in natural order (step_2 before step_10), none twice. A pattern that names nothing is kept as `missing`. */
export async function expandFiles(patterns: readonly string[]): Promise<{ readonly files: readonly string[]; readonly missing: readonly string[] }> {
	const files = new Set<string>();
	const missing: string[] = [];
	for (const pattern of patterns) {
		if (pattern === STDIN || existsSync(pattern)) files.add(pattern);
		else if (isDynamicPattern(pattern)) {
			const hits = await glob(pattern, { expandDirectories: false });
			if (!hits.length) missing.push(pattern);
			for (const hit of hits.sort(natural)) files.add(hit);
		} else missing.push(pattern);
	}
	return { files: [...files], missing };
}
