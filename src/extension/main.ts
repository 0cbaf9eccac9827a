import * as vscode from "vscode";
import { registerCommands } from "./commands";
import { registerInline } from "./inline/inline";
import { createLog } from "./log";
import { RolloutEditorProvider, VIEW_TYPE } from "./provider";

/** Registers. No thread starts before a rollout file can be seen. */
export function activate(context: vscode.ExtensionContext): void {
	const log = createLog();
	const script = vscode.Uri.joinPath(context.extensionUri, "dist", "worker.js").fsPath;
	const cacheDir = (context.storageUri ?? context.globalStorageUri).fsPath;
	const services = { log, script, cacheDir };
	const provider = new RolloutEditorProvider(context.extensionUri, services);
	context.subscriptions.push(
		log,
		vscode.window.registerCustomEditorProvider(VIEW_TYPE, provider, { supportsMultipleEditorsPerDocument: true, webviewOptions: { retainContextWhenHidden: false } }),
		registerInline(context.extensionUri, services, provider),
		...registerCommands(context, provider, log),
		vscode.workspace.onDidChangeConfiguration(e => provider.settingsChanged(e)),
	);
}
