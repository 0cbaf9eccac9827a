import * as vscode from "vscode";
import { PALETTES, type Palette } from "../protocol/editor";
import { type Locale, localeOf } from "../words/words";

export const SECTION = "rewardInspector";

/** Language of our own strings: the setting, or VS Code's display language. */
export function locale(): Locale {
	const chosen = vscode.workspace.getConfiguration(SECTION).get<string>("language", "auto");
	return localeOf(chosen === "auto" ? vscode.env.language : chosen);
}

export function palette(): Palette {
	const chosen = vscode.workspace.getConfiguration(SECTION).get<string>("palette");
	return PALETTES.find(p => p === chosen) ?? PALETTES[0];
}

/** Path of the recipe that files are scored with: absolute, or relative to the workspace folder of the file; null = built-in. */
export function recipePath(file: vscode.Uri): string | null {
	const path = vscode.workspace.getConfiguration(SECTION, file).get<string>("recipe", "").trim();
	if (path === "") return null;
	if (/^([\\/]|[a-z]:[\\/])/i.test(path)) return path;
	const folder = vscode.workspace.getWorkspaceFolder(file)?.uri ?? vscode.Uri.joinPath(file, "..");
	return vscode.Uri.joinPath(folder, path).fsPath;
}
