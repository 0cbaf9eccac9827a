import { WriteStream } from "node:tty";

type Environment = Readonly<Record<string, string | undefined>>;

/** What the place our result goes to can show. */
export interface Terminal {
	/** Columns to fill; never less than 40. */
	readonly columns: number;
	/** 0 = no colour at all · 4 = 16 colours · 8 = 256 · 24 = all. */
	readonly colourBits: 0 | 4 | 8 | 24;
}

const FALLBACK_COLUMNS = 100;
const LEAST_COLUMNS = 40;

/** NO_COLOR, FORCE_COLOR, TERM and COLORTERM decide as they do in Node itself; a pipe gets colour only when forced. */
export function terminalOf(stream: { readonly isTTY?: boolean; readonly columns?: number }, env: Environment): Terminal {
	const wished = Number.parseInt(env.COLUMNS ?? "", 10);
	const columns = wished > 0 ? wished : (stream.columns ?? FALLBACK_COLUMNS);
	return { columns: Math.max(LEAST_COLUMNS, columns), colourBits: stream.isTTY || env.FORCE_COLOR !== undefined ? colourBits(env) : 0 };
}

function colourBits(env: Environment): Terminal["colourBits"] {
	// both set: FORCE_COLOR wins, and Node would warn about it on stderr
	const { NO_COLOR, ...rest } = env;
	const depth = WriteStream.prototype.getColorDepth(rest.FORCE_COLOR === undefined && NO_COLOR ? { NO_COLOR } : rest);
	return depth >= 24 ? 24 : depth >= 8 ? 8 : depth >= 4 ? 4 : 0;
}
