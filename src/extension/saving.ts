import * as vscode from "vscode";
import { JUDGING_WORDS } from "../words/judging";
import { say } from "../words/words";
import type { Log } from "./log";
import { locale } from "./settings";

/**
 * Writes a text to the file a person names; VS Code asks before one is overwritten. Resolves to the name of the file that was
 * written, null when none was. `suggested` stands in the dialog at first.
 */
export async function saveText(suggested: vscode.Uri, text: string, log: Log): Promise<string | null> {
	const uri = await vscode.window.showSaveDialog({ defaultUri: suggested });
	if (!uri) return null;
	const name = uri.path.split("/").pop() ?? uri.path;
	try {
		await vscode.workspace.fs.writeFile(uri, new TextEncoder().encode(text));
		return name;
	} catch (e) {
		const sentence = say(JUDGING_WORDS, "save-failed", locale(), { name, reason: e instanceof Error ? e.message : String(e) });
		log.error(sentence);
		void vscode.window.showErrorMessage(sentence);
		return null;
	}
}

/** "7.jsonl" and ".reward.json" → "7.reward.json" in the same folder. */
export function besides(file: vscode.Uri, suffix: string): vscode.Uri {
	const name = file.path.split("/").pop() ?? "rollouts";
	return vscode.Uri.joinPath(file, "..", `${name.replace(/\.[^.]+$/, "")}${suffix}`);
}
