import * as vscode from "vscode";
import { readJson, writeJson } from "../../core/base/json";
import { INLINE_WORDS } from "../../words/inline";
import { say } from "../../words/words";
import type { RolloutEditorProvider } from "../provider";
import { locale, recipePath } from "../settings";
import { COPY_REPAIRED, IGNORE, INSPECT, SHOW_REFERENCE } from "./providers";
import { ignoring, newRecipe } from "./recipe";

/** Documents of reference calls: the text is the address's query. */
const SCHEME = "reward-inspector-reference";

/** What hovers, lenses and quick actions do. `onRecipe` is told when a recipe was written. */
export function inlineCommands(editor: RolloutEditorProvider, onRecipe: (recipe: vscode.Uri) => void): vscode.Disposable[] {
	const { registerCommand } = vscode.commands;
	return [
		vscode.workspace.registerTextDocumentContentProvider(SCHEME, { provideTextDocumentContent: uri => pretty(uri.query) }),
		registerCommand(INSPECT, (uri: string, row: number | null, offset: number | null) => editor.openAt(vscode.Uri.parse(uri), row, offset)),
		registerCommand(SHOW_REFERENCE, (uri: string, at: { readonly line: number; readonly character: number }, call: string) => showReference(vscode.Uri.parse(uri), at, call)),
		registerCommand(COPY_REPAIRED, async (call: string) => {
			await vscode.env.clipboard.writeText(call);
			vscode.window.setStatusBarMessage(say(INLINE_WORDS, "copied", locale()), 4000);
		}),
		registerCommand(IGNORE, (uri: string, code: string) => ignore(vscode.Uri.parse(uri), code, onRecipe)),
	];
}

const pretty = (call: string): string => {
	const read = readJson(call);
	return read.ok ? `${writeJson(read.value, { indent: 2 })}\n` : call;
};

/** Peeks at the reference call without leaving the line. */
async function showReference(uri: vscode.Uri, at: { readonly line: number; readonly character: number }, call: string): Promise<void> {
	const reference = vscode.Uri.from({ scheme: SCHEME, path: "reference.json", query: call });
	const place = new vscode.Location(reference, new vscode.Position(0, 0));
	await vscode.commands.executeCommand("editor.action.peekLocations", uri, new vscode.Position(at.line, at.character), [place], "peek");
}

const isThere = (uri: vscode.Uri): Promise<boolean> =>
	Promise.resolve(vscode.workspace.fs.stat(uri)).then(
		() => true,
		() => false,
	);

/** The recipe beside a file as sessions find it ("7.reward.json", else "7.jsonl.reward.json"); where there is none, the first is to be made. */
async function besideFile(file: vscode.Uri): Promise<vscode.Uri> {
	const [short, full] = [file.path.replace(/\.[^./]+$/, ""), file.path].map(name => file.with({ path: `${name}.reward.json` })) as [vscode.Uri, vscode.Uri];
	return !(await isThere(short)) && (await isThere(full)) ? full : short;
}

/** Adds a code to the recipe beside the file (or the one the settings name), after a question. */
async function ignore(file: vscode.Uri, code: string, onRecipe: (recipe: vscode.Uri) => void): Promise<void> {
	const named = recipePath(file);
	const recipe = named === null ? await besideFile(file) : vscode.Uri.file(named);
	const word = (name: keyof typeof INLINE_WORDS): string => say(INLINE_WORDS, name, locale(), { code, file: recipe.path.split("/").pop() ?? "" });
	const there = await isThere(recipe);
	const yes = word("ignore-yes");
	if ((await vscode.window.showWarningMessage(word("ignore-ask"), { modal: true, detail: word(there ? "ignore-edit" : "ignore-new") }, yes)) !== yes) return;
	if (!there) await vscode.workspace.fs.writeFile(recipe, new TextEncoder().encode(newRecipe(code)));
	else {
		const document = await vscode.workspace.openTextDocument(recipe);
		const change = ignoring(document.getText(), code);
		if (change === "unreadable") {
			void vscode.window.showErrorMessage(word("ignore-failed"));
			return;
		}
		if (change) {
			const edit = new vscode.WorkspaceEdit();
			edit.replace(recipe, new vscode.Range(document.positionAt(change.at), document.positionAt(change.at + change.remove)), change.insert);
			await vscode.workspace.applyEdit(edit);
			await document.save();
		}
	}
	onRecipe(recipe);
}
