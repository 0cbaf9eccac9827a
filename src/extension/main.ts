import * as vscode from "vscode";
import { registerCommands } from "./commands";
import { createLog } from "./log";
import { RolloutEditorProvider, VIEW_TYPE } from "./provider";

/** Registers; reads no file and starts no thread. Everything else waits for a rollout file to be opened. */
export function activate(context: vscode.ExtensionContext): void {
	const log = createLog();
	const script = vscode.Uri.joinPath(context.extensionUri, "dist", "worker.js").fsPath;
	const cacheDir = (context.storageUri ?? context.globalStorageUri).fsPath;
	const provider = new RolloutEditorProvider(context.extensionUri, { log, script, cacheDir });
	context.subscriptions.push(
		log,
		vscode.window.registerCustomEditorProvider(VIEW_TYPE, provider, { supportsMultipleEditorsPerDocument: true, webviewOptions: { retainContextWhenHidden: false } }),
		...registerCommands(context.extensionUri, provider, log),
		vscode.workspace.onDidChangeConfiguration(e => provider.settingsChanged(e)),
	);
}
