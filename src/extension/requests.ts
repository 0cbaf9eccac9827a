import * as vscode from "vscode";
import type { Handlers } from "../protocol/channel";
import type { EditorRequests, Target } from "../protocol/editor";
import { HOST_WORDS } from "../words/host";
import { say, type Values } from "../words/words";
import type { Log } from "./log";
import { fileIn } from "./run";
import { besides, saveText } from "./saving";
import { locale, palette } from "./settings";
import { megabytes } from "./sizes";

/** VS Code keeps texts above this size from extensions, and its editor asks before it opens them. */
export const MAX_TEXT_BYTES = 50 * 1024 * 1024;

/** What the host answers itself for a page that looks at `uri`; `target` hands out the place it was opened for, once. */
export function editorRequests(uri: vscode.Uri, log: Log, target: () => Target | null): Handlers<EditorRequests> {
	return {
		start: () => ({ locale: locale(), palette: palette() }),
		target,
		save: async ({ text, suffix }) => ({ saved: await saveText(besides(uri.with({ query: "" }), suffix), text, log) }),
		clipboard: async ({ text }) => {
			await vscode.env.clipboard.writeText(text);
			return null;
		},
		reveal: ({ line, column, file }) => reveal(fileIn(uri, file), line, column, log),
	};
}

/** Opens the text editor beside the page with the caret at a place (1-based). A file too large for it is said to be so, with a way to try. */
async function reveal(uri: vscode.Uri, line: number, column: number, log: Log): Promise<{ opened: boolean }> {
	const name = uri.path.split("/").pop() ?? uri.path;
	const { size } = await vscode.workspace.fs.stat(uri);
	if (size > MAX_TEXT_BYTES) {
		const values: Values = { name, size: megabytes(size), line, column };
		const anyway = say(HOST_WORDS, "open-anyway", locale());
		void vscode.window.showWarningMessage(say(HOST_WORDS, "too-large-for-text", locale(), values), anyway).then(choice => {
			if (choice === anyway) void openText(uri, line, column);
		});
		return { opened: false };
	}
	try {
		await openText(uri, line, column);
		return { opened: true };
	} catch (e) {
		const sentence = say(HOST_WORDS, "text-editor-failed", locale(), { name, reason: e instanceof Error ? e.message : String(e) });
		log.error(sentence);
		void vscode.window.showErrorMessage(sentence);
		return { opened: false };
	}
}

const openText = (uri: vscode.Uri, line: number, column: number): Thenable<unknown> => {
	const at = new vscode.Position(Math.max(0, line - 1), Math.max(0, column - 1));
	const options: vscode.TextDocumentShowOptions = { viewColumn: vscode.ViewColumn.Beside, selection: new vscode.Range(at, at), preview: true };
	return vscode.commands.executeCommand("vscode.openWith", uri, "default", options);
};
