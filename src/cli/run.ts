import { statSync } from "node:fs";
import { resolve } from "node:path";
import { InspectorError } from "../session/errors";
import { troubleText } from "../session/fileView";
import { commonFolder, filesOfFolder, type RunFiles, theseFiles } from "../session/run/files";
import { RunSource } from "../session/run/runSource";
import { type Io, UsageError } from "./command";
import { expandFiles, STDIN } from "./files";
import { printable } from "./width";

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;

/**
 * The files that arguments name as one run: those of folders in natural order. The run goes by the name of its folder; what it
 * is made of is put into `runs`. Without a file there is no run.
 */
export async function namedRun(patterns: readonly string[], runs: Map<string, RunFiles>): Promise<{ readonly files: readonly string[]; readonly missing: readonly string[] }> {
	const { files, missing } = await expandFiles(patterns);
	const paths: string[] = [];
	for (const file of files) {
		if (file === STDIN) throw new UsageError("run-of-stdin");
		paths.push(...(isFolder(file) ? await filesOfFolder(file).list() : [file]));
	}
	const unique = [...new Set(paths)];
	const [nothing] = files;
	if (!unique.length && nothing !== undefined) throw new InspectorError("empty-run", nothing, { path: nothing, count: 0 });
	if (!unique.length) return { files: [], missing };
	const folder = commonFolder(unique.map(p => resolve(p)));
	const [only] = files;
	const name = files.length === 1 && only !== undefined && isFolder(only) ? only : folder;
	runs.set(name, theseFiles(folder, unique));
	return { files: [name], missing };
}

/** Opens a run and says on standard error which of its files are none. */
export async function openRun(io: Io, files: RunFiles, format: string | null): Promise<RunSource> {
	const source = await RunSource.open(files, format);
	for (const { error } of source.leftOut) io.complain(io.words("not-in-run", { reason: printable(troubleText(error, io.locale)) }));
	return source;
}
