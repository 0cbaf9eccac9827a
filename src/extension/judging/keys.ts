import * as vscode from "vscode";
import { JUDGING_WORDS } from "../../words/judging";
import { say, type Values } from "../../words/words";
import { locale } from "../settings";

const words = (code: keyof typeof JUDGING_WORDS, values?: Values): string => say(JUDGING_WORDS, code, locale(), values);

interface Choice extends vscode.QuickPickItem {
	key(): Promise<string | null | undefined>;
}

/**
 * The key to send to an address: of an environment variable that the recipe names, of VS Code's secret storage, a new one,
 * or none (null). undefined = the person went away. Keys stand in the secret storage by the address they belong to.
 */
export async function chooseKey(secrets: vscode.SecretStorage, to: string, variable: string | null): Promise<string | null | undefined> {
	const name = `judge:${to}`;
	const stored = await secrets.get(name);
	const enter = async (): Promise<string | undefined> => {
		const key = await vscode.window.showInputBox({ title: words("title"), prompt: words("ask:key", { to }), password: true, ignoreFocusOut: true });
		if (key) await secrets.store(name, key);
		return key || undefined;
	};
	const inEnvironment = variable === null ? undefined : process.env[variable];
	const choices: readonly Choice[] = [
		...(variable !== null && inEnvironment ? [{ label: words("key:variable", { name: variable }), key: async () => inEnvironment }] : []),
		...(stored ? [{ label: words("key:stored"), key: async () => stored }] : []),
		{ label: words("key:other"), key: enter },
		{ label: words("key:none"), key: async () => null },
	];
	const chosen = await vscode.window.showQuickPick(choices, { title: words("title"), placeHolder: words("which-key", { to }), ignoreFocusOut: true });
	return chosen?.key();
}
