import { randomBytes } from "node:crypto";
import * as vscode from "vscode";
import type { Message, Pipe } from "../protocol/channel";
import type { EditorNotice, Target } from "../protocol/editor";
import { fromWire, toWire } from "../protocol/wire";
import { RolloutDocument, type Services } from "./document";
import { shellHtml } from "./html";
import { editorRequests } from "./requests";
import { locale, SECTION } from "./settings";

export const VIEW_TYPE = "rewardInspector.rollouts";

/** The custom editor: reads any size, changes nothing. */
export class RolloutEditorProvider implements vscode.CustomReadonlyEditorProvider<RolloutDocument> {
	private readonly panels = new Map<vscode.WebviewPanel, { readonly page: Pipe; readonly document: RolloutDocument }>();
	/** Places that files are about to be shown at. */
	private readonly targets = new Map<string, Target>();

	constructor(
		private readonly extension: vscode.Uri,
		private readonly services: Services,
	) {}

	async openCustomDocument(uri: vscode.Uri): Promise<RolloutDocument> {
		const document = new RolloutDocument(uri, this.services);
		try {
			await document.start();
		} catch (e) {
			document.dispose();
			throw e;
		}
		return document;
	}

	resolveCustomEditor(document: RolloutDocument, panel: vscode.WebviewPanel): void {
		const { webview } = panel;
		const files = vscode.Uri.joinPath(this.extension, "dist");
		webview.options = { enableScripts: true, localResourceRoots: [files] };
		const page = pipeTo(panel);
		const detach = document.relay.attach(
			page,
			editorRequests(document.uri, this.services.log, () => this.takeTarget(document.uri)),
		);
		this.panels.set(panel, { page, document });

		let seen = panel.visible;
		if (seen) document.visible++;
		const look = panel.onDidChangeViewState(() => {
			if (panel.visible === seen) return;
			seen = panel.visible;
			document.visible += seen ? 1 : -1;
		});
		panel.onDidDispose(() => {
			if (seen) document.visible--;
			look.dispose();
			detach();
			this.panels.delete(panel);
		});
		webview.html = shellHtml({
			locale: locale(),
			title: document.name,
			source: webview.cspSource,
			script: webview.asWebviewUri(vscode.Uri.joinPath(files, "webview.js")).toString(),
			style: webview.asWebviewUri(vscode.Uri.joinPath(files, "webview.css")).toString(),
			nonce: randomBytes(16).toString("base64"),
		});
	}

	/** Opens a file in our editor at a rollout, and at an offset of its text when one is given. */
	async openAt(uri: vscode.Uri, row: number | null, offset: number | null): Promise<void> {
		if (row !== null) this.targets.set(uri.toString(), { row, offset });
		await vscode.commands.executeCommand("vscode.openWith", uri, VIEW_TYPE);
		// a page that was there already is told; a new one asks by itself
		for (const [panel, { page, document }] of this.panels)
			if (panel.active && document.uri.toString() === uri.toString()) page.send({ type: "notice", name: "target" satisfies EditorNotice } satisfies Message);
	}

	private takeTarget(uri: vscode.Uri): Target | null {
		const target = this.targets.get(uri.toString()) ?? null;
		this.targets.delete(uri.toString());
		return target;
	}

	/** The file of the page that has the focus; null when none has. */
	get active(): RolloutDocument | null {
		return [...this.panels].find(([panel]) => panel.active)?.[1].document ?? null;
	}

	/** Tells the page that has the focus. Returns false when none has. */
	tellActive(name: EditorNotice): boolean {
		for (const [panel, { page }] of this.panels) {
			if (!panel.active) continue;
			page.send({ type: "notice", name } satisfies Message);
			return true;
		}
		return false;
	}

	/** Tells all pages that can be seen that settings of ours changed. */
	settingsChanged(e: vscode.ConfigurationChangeEvent): void {
		if (!e.affectsConfiguration(SECTION)) return;
		for (const { page } of this.panels.values()) page.send({ type: "notice", name: "settings" satisfies EditorNotice } satisfies Message);
	}
}

/** A hidden page does not exist, so nothing is sent to it: it asks for everything when it is shown again. */
function pipeTo(panel: vscode.WebviewPanel): Pipe {
	return {
		send: message => {
			if (panel.visible) void panel.webview.postMessage(toWire(message));
		},
		receive: handler => panel.webview.onDidReceiveMessage(m => handler(fromWire(m))),
	};
}
