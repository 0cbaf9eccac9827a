import { bar } from "./table";
import type { Terminal } from "./terminal";
import { cut, printable, widthOf } from "./width";

const SILENT_MS = 1000;
const EVERY_MS = 100;

const duration = (ms: number): string => {
	const seconds = Math.round(ms / 1000);
	return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
};

/** A bar on a terminal's standard error for work of more than a second; nothing at all elsewhere. */
export class Progress {
	private readonly started = performance.now();
	private drawn = 0;
	private shown = false;

	constructor(
		private readonly stream: NodeJS.WriteStream,
		private readonly terminal: Terminal,
	) {}

	/** `share` of the work done in [0,1], NaN when not known; `note` says what was found so far. */
	update(label: string, share: number, note: string): void {
		const now = performance.now();
		const elapsed = now - this.started;
		if (!this.stream.isTTY || elapsed < SILENT_MS || now - this.drawn < EVERY_MS) return;
		this.drawn = now;
		this.shown = true;
		const done = Number.isNaN(share) ? "" : ` ${bar(share, 20)} ${String(Math.floor(share * 100)).padStart(3)} %`;
		const left = share > 0 && share <= 1 ? ` · ${duration((elapsed / share) * (1 - share))}` : "";
		const tail = `${done}  ${note}${left}`;
		const room = this.terminal.columns - 1;
		this.stream.write(`\r\u001b[2K${cut(`${cut(printable(label), Math.max(8, room - widthOf(tail)))}${tail}`, room)}`);
	}

	/** Leaves a clean line for what comes next. */
	clear(): void {
		if (this.shown) this.stream.write("\r\u001b[2K");
		this.shown = false;
	}
}
