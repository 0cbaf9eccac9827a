import type { PageCode } from "./say";

/** A command of the page and the keys that run it. The help lists this table, so it cannot fall behind. */
export interface Command {
	readonly keys: readonly string[];
	readonly label: PageCode;
	/** Gets the key that was pressed. */
	readonly run: (key: string) => void;
}

/** "Control+F", "Shift+G", "?", "F6" as a key event writes them. */
export function keyOf(event: Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey" | "altKey" | "shiftKey">): string {
	const letter = event.key.length === 1 ? event.key.toUpperCase() : event.key;
	// characters that need Shift on some keyboards are named by themselves
	const shift = event.shiftKey && (event.key.length > 1 || /[A-Z]/.test(letter));
	return [event.ctrlKey || event.metaKey ? "Control" : "", event.altKey ? "Alt" : "", shift ? "Shift" : "", letter].filter(x => x !== "").join("+");
}

/** Is the keyboard writing into a field of this page? Then single letters are text, not commands. */
const isWriting = (event: Event): boolean => event.composedPath().some(n => n instanceof HTMLInputElement || n instanceof HTMLTextAreaElement);
/** Does a list that handles keys itself have the keyboard? */
const isPicking = (event: Event): boolean => event.composedPath().some(n => n instanceof HTMLElement && n.localName === "vscode-dropdown");

/** Runs commands from anywhere in the page. VS Code does not see the keys that are taken here. */
export function listen(commands: readonly Command[]): void {
	document.addEventListener("keydown", event => {
		const key = keyOf(event);
		const plain = !/^(Control|Alt|F\d|Shift\+F\d)/.test(key);
		if (plain && (isWriting(event) || isPicking(event))) return;
		const command = commands.find(c => c.keys.includes(key));
		if (!command) return;
		event.preventDefault();
		event.stopPropagation();
		command.run(key);
	});
}
