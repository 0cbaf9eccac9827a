import * as vscode from "vscode";
import { AskError } from "../../protocol/channel";
import type { HostQueries } from "../../protocol/judging";

/** A language model of the editor, as a person chooses it. */
export interface EditorModel {
	/** Finds it again: a selector as JSON. */
	readonly id: string;
	readonly name: string;
	/** Vendor and family. */
	readonly to: string;
}

/** Longer answers are not read to their end, in characters. */
const MAX_ANSWER = 1 << 20;

/** What other extensions offer; nothing is sent by looking. */
export async function editorModels(): Promise<readonly EditorModel[]> {
	const models = await vscode.lm.selectChatModels();
	return models.map(({ vendor, family, id, name }) => ({ id: JSON.stringify({ vendor, family, id }), name, to: `${vendor}/${family}` }));
}

/**
 * One request. VS Code asks for consent at the first one; it must follow an action of the user. Rejects with an AskError whose
 * kind is a code of words/lab.
 */
export async function askModel(ask: HostQueries["model"]["ask"], justification: string, stop: vscode.CancellationToken): Promise<HostQueries["model"]["answer"]> {
	const ending = new vscode.CancellationTokenSource();
	const stopping = stop.onCancellationRequested(() => ending.cancel());
	let late = false;
	const timer = setTimeout(() => {
		late = true;
		ending.cancel();
	}, ask.timeout);
	try {
		if (stop.isCancellationRequested) throw new AskError("cancelled", "cancelled");
		const [model] = await vscode.lm.selectChatModels(JSON.parse(ask.id));
		if (!model) throw new AskError("gone", ask.id);
		// there is no role for what a model is told to be
		const messages = [vscode.LanguageModelChatMessage.User(ask.system), vscode.LanguageModelChatMessage.User(ask.user)];
		const response = await model.sendRequest(messages, { justification }, ending.token);
		let text = "";
		for await (const part of response.text) {
			text += part;
			if (text.length > MAX_ANSWER) throw new AskError("too-large", "too large");
			if (ending.token.isCancellationRequested) break;
		}
		if (ending.token.isCancellationRequested) throw new vscode.CancellationError();
		return { text, tokens: await counted(model, [ask.system, ask.user, text], ending.token) };
	} catch (e) {
		if (late) throw new AskError("timeout", "timeout");
		if (stop.isCancellationRequested) throw new AskError("cancelled", "cancelled");
		throw refusal(e);
	} finally {
		clearTimeout(timer);
		stopping.dispose();
		// ends the request when its answer was not read to the end
		ending.cancel();
		ending.dispose();
	}
}

/** Tokens of texts as the model counts them; NaN when it does not. */
async function counted(model: vscode.LanguageModelChat, texts: readonly string[], token: vscode.CancellationToken): Promise<number> {
	try {
		const counts = await Promise.all(texts.map(t => model.countTokens(t, token)));
		return counts.reduce((sum, n) => sum + n, 0);
	} catch {
		return Number.NaN;
	}
}

const KINDS: Readonly<Record<string, string>> = { NoPermissions: "no-consent", Blocked: "blocked", NotFound: "gone" };

function refusal(e: unknown): AskError {
	if (e instanceof AskError) return e;
	const message = e instanceof Error ? e.message : String(e);
	return new AskError((e instanceof vscode.LanguageModelError && KINDS[e.code]) || "unreachable", message);
}
