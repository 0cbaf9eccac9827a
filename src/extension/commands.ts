import * as vscode from "vscode";
import type { EditorNotice } from "../protocol/editor";
import { HOST_WORDS } from "../words/host";
import { say } from "../words/words";
import { judgeCommand } from "./judging/command";
import type { Log } from "./log";
import { type RolloutEditorProvider, VIEW_TYPE } from "./provider";
import { openRun } from "./run";
import { locale } from "./settings";

const SAMPLE = ["media", "sample", "tool-agent-step-40.jsonl"];

/** Commands that the focused page carries out. */
const PAGE_COMMANDS: Readonly<Record<string, EditorNotice>> = {
	"rewardInspector.nextDegenerate": "next-degenerate",
	"rewardInspector.previousDegenerate": "previous-degenerate",
	"rewardInspector.copyJson": "copy-json",
	"rewardInspector.copyMarkdown": "copy-markdown",
	"rewardInspector.revealLine": "reveal-line",
};

export function registerCommands({ extensionUri: extension, secrets }: vscode.ExtensionContext, provider: RolloutEditorProvider, log: Log): vscode.Disposable[] {
	const { registerCommand } = vscode.commands;
	return [
		registerCommand("rewardInspector.open", (uri?: vscode.Uri) => open(uri ?? activeFile())),
		registerCommand("rewardInspector.openRun", (uri?: vscode.Uri, all?: readonly vscode.Uri[]) => openRun(VIEW_TYPE, uri, all, activeFile())),
		registerCommand("rewardInspector.openSample", () => openSample(vscode.Uri.joinPath(extension, ...SAMPLE))),
		registerCommand("rewardInspector.showLog", () => log.show()),
		registerCommand("rewardInspector.judge", () => judgeCommand(provider.active, secrets, log)),
		...Object.entries(PAGE_COMMANDS).map(([id, notice]) => registerCommand(id, () => provider.tellActive(notice))),
	];
}

const openWith = (uri: vscode.Uri): Thenable<unknown> => vscode.commands.executeCommand("vscode.openWith", uri, VIEW_TYPE);

async function open(uri: vscode.Uri | null): Promise<void> {
	if (uri) await openWith(uri);
	else void vscode.window.showInformationMessage(say(HOST_WORDS, "no-file", locale()));
}

async function openSample(uri: vscode.Uri): Promise<void> {
	const there = await vscode.workspace.fs.stat(uri).then(
		() => true,
		() => false,
	);
	if (there) await openWith(uri);
	else void vscode.window.showErrorMessage(say(HOST_WORDS, "no-sample", locale()));
}

/** File of the active tab, whatever shows it (a text above 50 MB has no text editor that extensions can see). */
function activeFile(): vscode.Uri | null {
	const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
	return input instanceof vscode.TabInputText || input instanceof vscode.TabInputCustom ? input.uri : null;
}
