import * as vscode from "vscode";
import { INLINE_WORDS } from "../../words/inline";
import { say } from "../../words/words";
import type { Services } from "../document";
import { type RolloutEditorProvider, VIEW_TYPE } from "../provider";
import { MAX_TEXT_BYTES } from "../requests";
import { locale, SECTION } from "../settings";
import { megabytes } from "../sizes";
import { inlineCommands } from "./commands";
import { diagnosticsOf } from "./diagnostics";
import { InlineFile } from "./file";
import { actions, hovers, lenses } from "./providers";

/** Rollout files as the text editor shows them; single JSON documents are left to our own editor. */
const NAME = /\.(jsonl|ndjson)$/i;
const SELECTOR: vscode.DocumentSelector = [
	{ scheme: "file", pattern: "**/*.jsonl" },
	{ scheme: "file", pattern: "**/*.ndjson" },
];

/** Squiggles, hovers, CodeLens and quick actions in the text editor; all numbers come from a session's thread. */
export function registerInline(extension: vscode.Uri, services: Services, editor: RolloutEditorProvider): vscode.Disposable {
	const inline = new Inline(extension, services);
	const fileOf = (document: vscode.TextDocument): InlineFile | null => (document.isDirty ? null : inline.file(document.uri));
	return vscode.Disposable.from(
		inline,
		vscode.languages.registerHoverProvider(SELECTOR, hovers(fileOf)),
		vscode.languages.registerCodeLensProvider(SELECTOR, lenses(fileOf, inline.changed)),
		vscode.languages.registerCodeActionsProvider(SELECTOR, actions, { providedCodeActionKinds: [vscode.CodeActionKind.QuickFix] }),
		...inlineCommands(editor, recipe => inline.restartBeside(recipe)),
	);
}

class Inline implements vscode.Disposable {
	private readonly files = new Map<string, InlineFile>();
	private readonly collection = vscode.languages.createDiagnosticCollection("reward-inspector");
	private readonly onChanged = new vscode.EventEmitter<void>();
	private readonly listeners: vscode.Disposable;
	/** Files that were said to be too large, once each. */
	private readonly refused = new Set<string>();
	readonly changed = this.onChanged.event;

	constructor(
		private readonly extension: vscode.Uri,
		private readonly services: Services,
	) {
		this.listeners = vscode.Disposable.from(
			vscode.window.onDidChangeVisibleTextEditors(() => this.see()),
			vscode.window.tabGroups.onDidChangeTabs(() => this.seeTabs()),
			vscode.workspace.onDidCloseTextDocument(d => this.close(d.uri)),
			vscode.workspace.onDidSaveTextDocument(d => {
				if (d.uri.path.endsWith(".reward.json")) this.restartBeside(d.uri);
			}),
			// an encoder that a recipe names may run now
			vscode.workspace.onDidGrantWorkspaceTrust(() => {
				for (const f of this.files.values()) f.restart();
			}),
			vscode.workspace.onDidChangeConfiguration(e => {
				if (e.affectsConfiguration(`${SECTION}.inline`)) this.see();
				if (e.affectsConfiguration(`${SECTION}.language`) || e.affectsConfiguration(`${SECTION}.recipe`)) for (const f of this.files.values()) f.restart();
			}),
		);
		this.see();
		this.seeTabs();
	}

	file(uri: vscode.Uri): InlineFile | null {
		return this.files.get(uri.toString()) ?? null;
	}

	/** A recipe changed: files that it may be for are read anew. */
	restartBeside(recipe: vscode.Uri): void {
		const folder = vscode.Uri.joinPath(recipe, "..").toString();
		for (const f of this.files.values()) if (vscode.Uri.joinPath(f.uri, "..").toString() === folder || f.usesRecipe(recipe)) f.restart();
	}

	private enabled(uri: vscode.Uri): boolean {
		return vscode.workspace.getConfiguration(SECTION, uri).get<boolean>("inline.enabled", true);
	}

	/** Opens what can be seen now, closes what the setting switched off. */
	private see(): void {
		for (const f of [...this.files.values()]) if (!this.enabled(f.uri)) this.close(f.uri);
		for (const { document } of vscode.window.visibleTextEditors) {
			const { uri } = document;
			if (uri.scheme !== "file" || !NAME.test(uri.path) || this.files.has(uri.toString()) || !this.enabled(uri)) continue;
			this.files.set(uri.toString(), new InlineFile(uri, this.services, f => this.show(f)));
		}
	}

	/** A text above the limit has no document that extensions can see, only a tab. */
	private seeTabs(): void {
		for (const tab of vscode.window.tabGroups.all.flatMap(g => g.tabs)) {
			const { input } = tab;
			if (!(input instanceof vscode.TabInputText) || input.uri.scheme !== "file" || !NAME.test(input.uri.path) || this.refused.has(input.uri.toString())) continue;
			const { uri } = input;
			this.refused.add(uri.toString());
			void vscode.workspace.fs.stat(uri).then(
				({ size }) => {
					if (size <= MAX_TEXT_BYTES) this.refused.delete(uri.toString());
					else this.sayTooLarge(uri, size);
				},
				() => this.refused.delete(uri.toString()),
			);
		}
	}

	/** Nothing of ours can stand in such a text: a person is told once where to look, and the log keeps it. */
	private sayTooLarge(uri: vscode.Uri, size: number): void {
		const text = say(INLINE_WORDS, "too-large", locale(), { name: uri.path.split("/").pop() ?? "", size: megabytes(size) });
		this.services.log.info(text);
		// who has it open in our editor knows
		const known = vscode.window.tabGroups.all.flatMap(g => g.tabs).some(t => t.input instanceof vscode.TabInputCustom && t.input.uri.toString() === uri.toString());
		if (known) return;
		const open = say(INLINE_WORDS, "open-editor", locale());
		void vscode.window.showInformationMessage(text, open).then(chosen => {
			if (chosen === open) void vscode.commands.executeCommand("vscode.openWith", uri, VIEW_TYPE);
		});
	}

	private show(file: InlineFile): void {
		if (!file.found) this.collection.delete(file.uri);
		else this.collection.set(file.uri, diagnosticsOf(file.uri, this.extension, file.found));
		this.onChanged.fire();
	}

	private close(uri: vscode.Uri): void {
		const file = this.files.get(uri.toString());
		if (!file) return;
		this.files.delete(uri.toString());
		file.dispose();
		this.collection.delete(uri);
		this.onChanged.fire();
	}

	dispose(): void {
		for (const f of this.files.values()) f.dispose();
		this.listeners.dispose();
		this.collection.dispose();
		this.onChanged.dispose();
	}
}
