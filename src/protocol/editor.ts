/** What the webview may ask the extension host itself; everything else is relayed to the session unread. */
export interface EditorRequests {
	/** Opens the text editor at a place of the file. Answers false when VS Code would not (too large). */
	reveal: { ask: { readonly line: number; readonly column: number /** In a run: which of its files. */; readonly file?: string }; answer: { readonly opened: boolean } };
	/** Writes a text to the file that a person names; `suffix` takes the place of the open file's. Answers its name, null when none was written. */
	save: { ask: { readonly text: string; readonly suffix: string }; answer: { readonly saved: string | null } };
	clipboard: { ask: { readonly text: string }; answer: null };
	/** Place to show first, or after the notice "target"; answered once, then null. */
	target: { ask: null; answer: Target | null };
	/** Locale and settings the page needs before its first paint. The first ask of every page: what an earlier page of the same editor asked is forgotten. */
	start: { ask: null; answer: EditorStart };
}

/** A rollout, and an offset of its text; null = its beginning. */
export interface Target {
	readonly row: number;
	readonly offset: number | null;
}

export interface EditorStart {
	readonly locale: string;
	readonly palette: Palette;
}

/** Which colour means "pushed up"; the other one means "pushed down". */
export const PALETTES = ["positive-green", "positive-blue", "positive-red"] as const;
export type Palette = (typeof PALETTES)[number];

/**
 * Notices of the host to the page that has the focus: commands of VS Code's palette and menus, which the page carries out on
 * its selected rollout. "settings": ask `start` again and repaint. "target": ask `target` and show it.
 */
export const EDITOR_NOTICES = ["next-degenerate", "previous-degenerate", "copy-json", "copy-markdown", "reveal-line", "find", "settings", "target"] as const;
export type EditorNotice = (typeof EDITOR_NOTICES)[number];

/** Notice of the host to the session's worker: the file was appended to, replaced or deleted. */
export const FILE_CHANGED = "file-changed";
