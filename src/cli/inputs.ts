import { sideFiles } from "../session/beside/supplement";
import { recipeBeside } from "../session/recipeFile";
import type { RunFiles } from "../session/run/files";
import type { Session } from "../session/session";
import type { Options } from "./command";
import { expandFiles, STDIN } from "./files";
import { namedRun } from "./run";

const OPTIONS = ["recipe", "tools", "reference", "grades"] as const satisfies readonly (keyof Options)[];

/** Files that a command reads, as its arguments and options name them: the members of a run one by one. A result must not replace them. */
export async function inputsOf(patterns: readonly string[], options: Options): Promise<readonly string[]> {
	const runs = new Map<string, RunFiles>();
	const { files } = await (options.run ? namedRun(patterns, runs) : expandFiles(patterns));
	const members = await Promise.all([...runs.values()].map(run => run.list()));
	const named = OPTIONS.flatMap(name => options[name] ?? []);
	return [...files.filter(f => f !== STDIN), ...members.flat(), ...named];
}

/** Files beside a rollout file that were read with it: its recipe, and what this names or lies there. */
export async function besideOf(file: string, session: Session): Promise<readonly string[]> {
	if (file === STDIN) return [];
	const { reference, tools } = await sideFiles(file, session.resolution.recipe);
	return [await recipeBeside(file), reference, tools].flatMap(path => path ?? []);
}
