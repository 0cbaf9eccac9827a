import * as vscode from "vscode";

/** Network file systems send no events: a look at size and time is cheap enough to take this often. */
const POLL_MS = 2000;
const SETTLE_MS = 100;

/**
 * Tells when a file grew, was replaced, deleted or came back. `wanted` says whether anybody looks: without a look no polling.
 * Events of one moment are told once.
 */
export function watchFile(uri: vscode.Uri, wanted: () => boolean, onChange: () => void): vscode.Disposable {
	let settle: NodeJS.Timeout | null = null;
	const tell = () => {
		settle ??= setTimeout(() => {
			settle = null;
			onChange();
		}, SETTLE_MS);
	};

	// a pattern for exactly this name: what is special in a glob stands in brackets
	const name = (uri.path.split("/").pop() ?? "").replace(/[[{}*?!]/g, "[$&]");
	const watcher = vscode.workspace.createFileSystemWatcher(new vscode.RelativePattern(vscode.Uri.joinPath(uri, ".."), name));
	const events = [watcher.onDidChange(tell), watcher.onDidCreate(tell), watcher.onDidDelete(tell)];

	let last: string | null = null;
	const look = async () => {
		const now = await vscode.workspace.fs.stat(uri).then(
			s => `${s.size}:${s.mtime}`,
			() => "gone",
		);
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
