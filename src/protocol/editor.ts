/** What the webview may ask the extension host itself; everything else is relayed to the session unread. */
export interface EditorRequests {
	/** Opens the text editor at a place of the file. Answers false when VS Code would not (too large). */
	reveal: { ask: { readonly line: number; readonly column: number }; answer: { readonly opened: boolean } };
	clipboard: { ask: { readonly text: string }; answer: null };
	/** Locale and settings the page needs before its first paint. */
	start: { ask: null; answer: EditorStart };
}

export interface EditorStart {
	readonly locale: string;
	/** "positive-green" or "positive-blue" …: which colour means push up. */
	readonly palette: string;
}
