import * as vscode from "vscode";
import type { Asker } from "../../protocol/channel";
import type { JudgeAsk, JudgeQueries, JudgeReport } from "../../protocol/judging";
import { JUDGING_WORDS } from "../../words/judging";
import { say, type Values } from "../../words/words";
import type { RolloutDocument } from "../document";
import type { Log } from "../log";
import { besides, saveText } from "../saving";
import { locale } from "../settings";
import { chooseBackEnd, chooseBudget, chooseJudge } from "./choose";

const words = (code: keyof typeof JUDGING_WORDS, values?: Values): string => say(JUDGING_WORDS, code, locale(), values);
const SUFFIX = ".grades.jsonl";

/** "Grade Replies with a Judge…": asks who grades, says what will leave the machine, and runs until it is done or cancelled. */
export async function judgeCommand(document: RolloutDocument | null, secrets: vscode.SecretStorage, log: Log): Promise<void> {
	if (!document) {
		void vscode.window.showInformationMessage(words("no-editor"));
		return;
	}
	const { ask, close } = document.desk.open();
	try {
		await grade(document, ask, secrets, log);
	} catch (e) {
		const sentence = words("failed", { name: document.name, reason: e instanceof Error ? e.message : String(e) });
		log.error(sentence);
		void vscode.window.showErrorMessage(sentence);
	} finally {
		close();
	}
}

async function grade(document: RolloutDocument, ask: Asker<JudgeQueries>, secrets: vscode.SecretStorage, log: Log): Promise<void> {
	const { name } = document;
	const facts = await ask.ask("judgeFacts", null);
	const id = await chooseBackEnd(facts);
	if (id === undefined) return;
	if (id === "recorded") {
		const { forgotten } = await ask.ask("judgeForget", null);
		void vscode.window.showInformationMessage(words("forgotten", { name, count: forgotten }));
		return;
	}
	if (id !== "evidence" && !vscode.workspace.isTrusted) return refuse();
	const judge = await chooseJudge(id, facts, secrets);
	if (!judge) return;
	let { budget } = facts.limits;
	if (judge.id !== "evidence") {
		const chosen = await chooseBudget(budget);
		if (chosen === undefined || !(await agreed(name, judge, chosen, facts.limits.tokens))) return;
		budget = chosen;
	}
	const report = await run(document, ask, { ...facts.limits, judge, budget });
	const lines = sentences(name, report);
	for (const line of lines) log.info(line);
	const [save, show] = [words("save-grades"), words("show-log")];
	const picked = await vscode.window.showInformationMessage(lines.join(" "), ...(report.graded ? [save, show] : [show]));
	if (picked === show) log.show();
	else if (picked === save) {
		const written = await saveText(besides(document.uri, SUFFIX), (await ask.ask("judgeGrades", null)).text, log);
		if (written !== null) void vscode.window.showInformationMessage(words("saved", { name: written }));
	}
}

/** Nothing leaves the machine before this was said yes to. */
async function agreed(name: string, judge: Exclude<JudgeAsk["judge"], { id: "evidence" }>, budget: number, tokens: number): Promise<boolean> {
	const [to, model] = judge.id === "editor" ? [judge.to, judge.name] : [judge.url, judge.model];
	const send = words("send");
	const detail = words("confirm:detail", { model, budget, tokens });
	return (await vscode.window.showWarningMessage(words("confirm", { name, to }), { modal: true, detail }, send)) === send;
}

function refuse(): void {
	const manage = words("trust-manage");
	void vscode.window.showWarningMessage(words("untrusted"), manage).then(chosen => {
		if (chosen === manage) void vscode.commands.executeCommand("workbench.trust.manage");
	});
}

function run(document: RolloutDocument, ask: Asker<JudgeQueries>, wanted: JudgeAsk): Thenable<JudgeReport> {
	const options = { location: vscode.ProgressLocation.Notification, title: words("working", { name: document.name }), cancellable: true };
	return vscode.window.withProgress(options, async (progress, token) => {
		token.onCancellationRequested(() => void ask.ask("judgeStop", null).catch(() => {}));
		let shown = 0;
		const tell = (done: number, of: number): void => {
			const share = of ? (100 * done) / of : 0;
			progress.report({ message: words("progress", { done, of }), increment: Math.max(0, share - shown) });
			shown = Math.max(shown, share);
		};
		return document.desk.during(token, tell, () => ask.ask("judge", wanted));
	});
}

function sentences(name: string, r: JudgeReport): readonly string[] {
	const missing = r.unknown.reduce((n, u) => n + u.count, 0);
	return [
		words("done", { name, graded: r.graded, cached: r.cached, recorded: r.recorded }),
		...(r.stopped ? [words("stopped")] : []),
		...(missing ? [words("unknown", { count: missing, why: r.unknown.map(u => `${u.sentence} (${u.count})`).join(" ") })] : []),
		...(r.requests ? [words("spent", { requests: r.requests, tokens: Math.round(r.tokens) })] : []),
	];
}
