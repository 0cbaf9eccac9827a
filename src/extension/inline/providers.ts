import * as vscode from "vscode";
import { INLINE_WORDS } from "../../words/inline";
import { say } from "../../words/words";
import { locale, SECTION } from "../settings";
import { cardMarkdown, findingMarkdown, lensText } from "./card";
import { FindingDiagnostic, rangeOf } from "./diagnostics";
import type { InlineFile } from "./file";

/** The open rollout file of a document, as long as what it shows is what stands on the disk. */
export type FileOf = (document: vscode.TextDocument) => InlineFile | null;

/** Command that opens our editor at a rollout and, when given, at an offset of its text. */
export const INSPECT = "rewardInspector.inline.inspect";
export const SHOW_REFERENCE = "rewardInspector.inline.showReference";
export const COPY_REPAIRED = "rewardInspector.inline.copyRepaired";
export const IGNORE = "rewardInspector.inline.ignore";

const command = (name: string, ...args: readonly unknown[]): vscode.Uri => vscode.Uri.parse(`command:${name}?${encodeURIComponent(JSON.stringify(args))}`);

/** The score card of the line's rollout, and the findings under the pointer with what was expected. */
export const hovers = (fileOf: FileOf): vscode.HoverProvider => ({
	async provideHover(document, position) {
		const file = fileOf(document);
		if (!file) return null;
		const line = position.line + 1;
		const [cards, { items }] = await Promise.all([file.ask("card", { line, reasons: true }), file.ask("findings", { line })]).catch(() => [[], { items: [] }] as const);
		const here = items.filter(f => f.place && rangeOf(f.place).contains(position));
		// of a line that holds many rollouts the one that is pointed at
		const card = cards.find(c => c.row === here[0]?.row) ?? (cards.length === 1 ? cards[0] : undefined);
		if (!card && !here.length) return null;
		const text = new vscode.MarkdownString();
		text.isTrusted = { enabledCommands: [INSPECT] };
		const parts = [...here.flatMap(f => findingMarkdown(f, locale()) ?? []), ...(card ? [cardMarkdown(card, locale())] : [])];
		if (card) parts.push(`[${say(INLINE_WORDS, "inspect", locale())}](${command(INSPECT, document.uri.toString(), card.row, here[0]?.span?.from ?? null)})`);
		text.appendMarkdown(parts.join("\n\n---\n\n"));
		return new vscode.Hover(text);
	},
});

class LineLens extends vscode.CodeLens {
	constructor(
		readonly document: vscode.TextDocument,
		readonly line: number,
		readonly part: "score" | "inspect",
	) {
		super(new vscode.Range(line - 1, 0, line - 1, 0));
	}
}

const DEFAULT_MAX_LINES = 2000;

/** One line of figures above every rollout. Only those that can be seen are asked for. */
export const lenses = (fileOf: FileOf, changed: vscode.Event<void>): vscode.CodeLensProvider<vscode.CodeLens> => ({
	onDidChangeCodeLenses: changed,
	provideCodeLenses(document) {
		const settings = vscode.workspace.getConfiguration(SECTION, document.uri);
		const most = settings.get<number>("inline.codeLensMaxLines", DEFAULT_MAX_LINES);
		if (document.lineCount > most || !fileOf(document)?.found) return [];
		const out: LineLens[] = [];
		for (let i = 0; i < document.lineCount; i++) if (document.lineAt(i).text.length > 1) out.push(new LineLens(document, i + 1, "score"), new LineLens(document, i + 1, "inspect"));
		return out;
	},
	async resolveCodeLens(lens) {
		if (!(lens instanceof LineLens)) return lens;
		const cards =
			(await fileOf(lens.document)
				?.ask("card", { line: lens.line })
				.catch(() => [])) ?? [];
		const args = [lens.document.uri.toString(), cards[0]?.row ?? null, null];
		const title = lens.part === "inspect" ? (cards.length ? say(INLINE_WORDS, "inspect", locale()) : "") : (lensText(cards, locale()) ?? "");
		// a lens without a command never settles
		lens.command = { title: title || " ", command: cards.length ? INSPECT : "", arguments: args };
		return lens;
	},
});

/** What can be done about a finding. */
export const actions: vscode.CodeActionProvider = {
	provideCodeActions(document, _range, { diagnostics }) {
		return diagnostics.flatMap(d => {
			const finding = d instanceof FindingDiagnostic ? d.finding : null;
			const code = typeof d.code === "object" ? String(d.code.value) : null;
			if (!finding || code === null) return [];
			const word = (name: keyof typeof INLINE_WORDS): string => say(INLINE_WORDS, name, locale(), { code });
			const action = (title: string, name: string, ...args: readonly unknown[]): vscode.CodeAction => {
				const a = new vscode.CodeAction(title, vscode.CodeActionKind.QuickFix);
				a.command = { title, command: name, arguments: [...args] };
				a.diagnostics = [d];
				return a;
			};
			const uri = document.uri.toString();
			return [
				...(finding.reference === null ? [] : [action(word("show-reference"), SHOW_REFERENCE, uri, d.range.start, finding.reference)]),
				...(finding.row === null ? [] : [action(word("open-token"), INSPECT, uri, finding.row, finding.span?.from ?? null)]),
				...(finding.repaired === null ? [] : [action(word("copy-repaired"), COPY_REPAIRED, finding.repaired)]),
				action(word("ignore"), IGNORE, uri, code),
			];
		});
	},
};
