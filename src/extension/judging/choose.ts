import * as vscode from "vscode";
import type { JudgeAsk, JudgeFacts } from "../../protocol/judging";
import { JUDGING_WORDS } from "../../words/judging";
import { say, type Values } from "../../words/words";
import { locale } from "../settings";
import { chooseKey } from "./keys";
import { editorModels } from "./models";

const words = (code: keyof typeof JUDGING_WORDS, values?: Values): string => say(JUDGING_WORDS, code, locale(), values);
const BACK_ENDS = ["evidence", "editor", "endpoint", "recorded"] as const;
export type BackEnd = (typeof BACK_ENDS)[number];
type Judge = JudgeAsk["judge"];

/** Who grades; undefined = the person went away. */
export async function chooseBackEnd(facts: JudgeFacts): Promise<BackEnd | undefined> {
	const items = BACK_ENDS.filter(id => id !== "recorded" || facts.given > 0).map(id => ({
		id,
		label: words(`who:${id}`),
		detail: words(`who:${id}:detail`, { count: facts.given }),
	}));
	return (await vscode.window.showQuickPick(items, { title: words("title"), ignoreFocusOut: true }))?.id;
}

/** The judge with all that is asked for it; undefined = the person went away, or there is none. */
export async function chooseJudge(id: Exclude<BackEnd, "recorded">, facts: JudgeFacts, secrets: vscode.SecretStorage): Promise<Judge | undefined> {
	if (id === "evidence") return { id };
	return id === "editor" ? chooseModel() : chooseEndpoint(facts, secrets);
}

async function chooseModel(): Promise<Judge | undefined> {
	const models = await editorModels();
	if (!models.length) {
		void vscode.window.showInformationMessage(words("no-models"));
		return undefined;
	}
	const items = models.map(m => ({ ...m, label: m.name, description: m.to }));
	const chosen = await vscode.window.showQuickPick(items, { title: words("title"), placeHolder: words("which-model"), ignoreFocusOut: true });
	return chosen && { id: "editor", model: chosen.id, to: chosen.to, name: chosen.name };
}

/** https, or http on this machine: a key must not travel in the clear. */
export function isEndpoint(text: string): boolean {
	try {
		const { protocol, hostname } = new URL(text);
		return protocol === "https:" || (protocol === "http:" && ["127.0.0.1", "localhost", "[::1]"].includes(hostname));
	} catch {
		return false;
	}
}

async function chooseEndpoint(facts: JudgeFacts, secrets: vscode.SecretStorage): Promise<Judge | undefined> {
	const ask = (prompt: string, value: string | null, problem: (text: string) => string | null): Thenable<string | undefined> =>
		vscode.window.showInputBox({ title: words("title"), prompt, value: value ?? "", ignoreFocusOut: true, validateInput: problem });
	const url = await ask(words("ask:url"), facts.url, text => (isEndpoint(text.trim()) ? null : words("bad-url")));
	if (url === undefined) return undefined;
	const model = await ask(words("ask:model"), facts.model, text => (text.trim() ? null : words("ask:model")));
	if (model === undefined) return undefined;
	// the variable was named for the recipe's own address: it is not offered to another one
	const key = await chooseKey(secrets, new URL(url.trim()).origin, url.trim() === facts.url ? facts.keyVariable : null);
	return key === undefined ? undefined : { id: "endpoint", url: url.trim(), model: model.trim(), key };
}

/** Requests at most; undefined = the person went away. */
export async function chooseBudget(usual: number): Promise<number | undefined> {
	const text = await vscode.window.showInputBox({
		title: words("title"),
		prompt: words("ask:budget"),
		value: String(usual),
		ignoreFocusOut: true,
		validateInput: t => (/^[1-9]\d{0,8}$/.test(t.trim()) ? null : words("bad-budget")),
	});
	return text === undefined ? undefined : Number(text);
}
