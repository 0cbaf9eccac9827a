import * as vscode from "vscode";
import { runOf } from "./run";

/** Network file systems send no events: a look at size and time is cheap enough to take this often. */
const POLL_MS = 2000;
const SETTLE_MS = 100;

const stateOf = (uri: vscode.Uri): Thenable<string> =>
	vscode.workspace.fs.stat(uri).then(
		s => `${s.size}:${s.mtime}`,
		() => "gone",
	);

/** Of a folder with more files than this only the names are looked at. */
const MOST_STATS = 200;

/** The files directly in a folder with their states, as one text to compare. */
async function listed(folder: vscode.Uri): Promise<string> {
	const entries = await vscode.workspace.fs.readDirectory(folder).then(
		all => all.map(([name]) => name).sort(),
		() => [],
	);
	const states = entries.length > MOST_STATS ? [] : await Promise.all(entries.map(name => stateOf(vscode.Uri.joinPath(folder, name))));
	return JSON.stringify([entries, states]);
}

/**
 * Tells when a file grew, was replaced, deleted or came back. `wanted` says whether anybody looks: without a look no polling.
 * Events of one moment are told once. Of a run every file of its folder is watched.
 */
export function watchFile(uri: vscode.Uri, wanted: () => boolean, onChange: () => void): vscode.Disposable {
	let settle: NodeJS.Timeout | null = null;
	const tell = () => {
		settle ??= setTimeout(() => {
			settle = null;
			onChange();
		}, SETTLE_MS);
	};

	const run = runOf(uri);
	// a pattern for exactly this name: what is special in a glob stands in brackets
	const name = (uri.path.split("/").pop() ?? "").replace(/[[{}*?!]/g, "[$&]");
	const pattern = run ? new vscode.RelativePattern(run.folder, "**/*") : new vscode.RelativePattern(vscode.Uri.joinPath(uri, ".."), name);
	const watcher = vscode.workspace.createFileSystemWatcher(pattern);
	const events = [watcher.onDidChange(tell), watcher.onDidCreate(tell), watcher.onDidDelete(tell)];

	let last: string | null = null;
	const look = async () => {
		const now = run ? await listed(run.folder) : await stateOf(uri);
		if (last !== null && now !== last) tell();
		last = now;
	};
	const poll = setInterval(() => {
		if (wanted()) void look();
	}, POLL_MS);
	void look();

	return {
		dispose: () => {
			clearInterval(poll);
			if (settle) clearTimeout(settle);
			for (const d of [...events, watcher]) d.dispose();
		},
	};
}
