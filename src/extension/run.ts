import * as vscode from "vscode";
import { HOST_WORDS } from "../words/host";
import { say } from "../words/words";
import { locale } from "./settings";

/**
 * A run is opened as its folder with a query: `run` = all files of the folder, also those that come; `run=[names]` = these files,
 * as paths below it. The whole of it is in the URI, so that VS Code can open it again after a restart.
 */
const QUERY = "run";

export interface Run {
	readonly folder: vscode.Uri;
	/** Paths below the folder; null = all. */
	readonly files: readonly string[] | null;
}

/** The run a URI stands for; null when it is one file. */
export function runOf(uri: vscode.Uri): Run | null {
	const folder = uri.with({ query: "" });
	if (uri.query === QUERY) return { folder, files: null };
	if (!uri.query.startsWith(`${QUERY}=`)) return null;
	try {
		const names: unknown = JSON.parse(uri.query.slice(QUERY.length + 1));
		return Array.isArray(names) ? { folder, files: names.filter(n => typeof n === "string" && isBelow(n)) } : null;
	} catch {
		return null;
	}
}

/** A path that does not leave the folder it is joined to. */
const isBelow = (path: string): boolean => path !== "" && !path.startsWith("/") && !path.split(/[\\/]/).includes("..");

/** The file below a run's folder that a page speaks of; the URI itself when it is one file. */
export function fileIn(uri: vscode.Uri, file: string | undefined): vscode.Uri {
	const run = runOf(uri);
	return run && file !== undefined && isBelow(file) ? vscode.Uri.joinPath(run.folder, file) : uri;
}

/** What several selected files and folders have in common, as one URI; null when they lie on different file systems. */
export function runUri(selected: readonly vscode.Uri[], isFolder: boolean): vscode.Uri | null {
	const [first, ...rest] = selected;
	if (!first) return null;
	if (!rest.length && isFolder) return first.with({ query: QUERY });
	if (rest.some(u => u.scheme !== first.scheme || u.authority !== first.authority)) return null;
	const paths = selected.map(u => u.path.split("/"));
	let shared = (paths[0]?.length ?? 1) - 1;
	for (const p of paths) {
		let i = 0;
		while (i < Math.min(shared, p.length - 1) && p[i] === paths[0]?.[i]) i++;
		shared = i;
	}
	const names = paths.map(p => p.slice(shared).join("/"));
	const natural = new Intl.Collator("en", { numeric: true }).compare;
	return first.with({ path: paths[0]?.slice(0, shared).join("/") || "/", query: `${QUERY}=${JSON.stringify([...new Set(names)].sort(natural))}` });
}

/** Command: the explorer hands over what was clicked and all that is selected; without either the folder of `active` is opened. */
export async function openRun(viewType: string, clicked: vscode.Uri | undefined, selected: readonly vscode.Uri[] | undefined, active: vscode.Uri | null): Promise<void> {
	const uris = selected?.length ? selected : clicked ? [clicked] : active ? [vscode.Uri.joinPath(active.with({ query: "" }), "..")] : [];
	const [first] = uris;
	if (!first) return void vscode.window.showInformationMessage(say(HOST_WORDS, "no-file", locale()));
	if (uris.some(u => u.scheme !== "file")) return void vscode.window.showErrorMessage(say(HOST_WORDS, "run-needs-disk", locale()));
	const { type } = await vscode.workspace.fs.stat(first);
	const uri = runUri(uris, (type & vscode.FileType.Directory) !== 0);
	if (uri) await vscode.commands.executeCommand("vscode.openWith", uri, viewType);
}
