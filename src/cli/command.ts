import { AGGREGATIONS, type Aggregation, BY_LENGTH } from "../core/credit/weight";
import { CLI_WORDS } from "../words/cli";
import { type Locale, say, type Values } from "../words/words";
import type { Output } from "./output";
import type { Paint } from "./paint";
import type { Progress } from "./progress";
import type { Terminal } from "./terminal";

/** Everything a command may touch of the outside; main.ts makes it from the process. */
export interface Io {
	readonly out: Output;
	readonly input: AsyncIterable<Uint8Array>;
	/** One line on standard error. */
	complain(sentence: string): void;
	readonly terminal: Terminal;
	readonly paint: Paint;
	readonly locale: Locale;
	readonly progress: Progress;
	/** A sentence of words/cli. */
	words(code: string, values?: Values): string;
}

/** What the command line said, options of all commands together; main.ts has checked numbers and closed choices. */
export interface Options {
	readonly json?: boolean;
	readonly ndjson?: boolean;
	readonly list?: boolean;
	readonly format?: string;
	readonly recipe?: string;
	readonly tools?: string;
	readonly reference?: string;
	/** All files are one run. */
	readonly run?: boolean;
	readonly workers?: number;
	/** False with --no-cache: commander takes the flag's "no" for a denial. */
	readonly cache?: boolean;
	/** Names that flag; never set. */
	readonly noCache?: never;
	readonly reward?: string;
	readonly similarity?: "lexical" | "embedding";
	readonly estimator?: string;
	readonly preset?: string;
	readonly syntax?: string;
	readonly text?: boolean;
	readonly row?: number;
	readonly compare?: string;
	readonly full?: boolean;
	readonly aggregation?: string;
	readonly maxLength?: number;
	readonly to?: string;
	readonly out?: string;
	readonly report?: "text" | "json" | "sarif";
	readonly failOn?: "error" | "warning" | "info" | "never";
	readonly benchmark?: string;
	readonly data?: string;
	readonly answers?: string;
	readonly category?: string;
	readonly mode?: "prompt" | "fc";
	readonly underscoreToDot?: boolean;
	readonly p?: string;
	readonly steps?: number;
	readonly rates?: string;
	readonly trials?: number;
	readonly seed?: number;
	readonly size?: number;
	readonly weights?: string;
	readonly gate?: string;
	readonly prefer?: string;
	readonly floor?: string;
	readonly alpha?: string;
	readonly phase?: string;
	readonly reading?: "cumulative" | "add";
	readonly tau?: string;
	readonly k?: number;
	readonly m?: number;
	readonly lambda?: string;
	readonly shape?: string;
	readonly prices?: string;
	readonly gradeCache?: string;
	readonly grades?: string;
	readonly excluded?: string;
	readonly call?: string;
	readonly calls?: string;
	readonly backend?: "auto" | "replay" | "template" | "endpoint";
	readonly url?: string;
	readonly model?: string;
	readonly keyVariable?: string;
	readonly budget?: number;
	readonly port?: number;
	readonly fidelity?: boolean;
}

/** How an option is written; its sentence is `option:<name>` of words/cli, its placeholder is not translated. */
export interface Flag {
	readonly name: keyof Options;
	readonly placeholder?: string;
	/** The value is a whole number of at least this. */
	readonly atLeast?: number;
	/** And at most of this. */
	readonly atMost?: number;
	/** The value is one of these. */
	readonly choices?: readonly string[];
	/** The command cannot work without it. */
	readonly needed?: boolean;
}

/** One command: one file in commands/ and one row of COMMANDS. */
export interface Command {
	readonly name: string;
	/** "files": one or more, with globs and "-" · "file": exactly one · "lines": none or one NDJSON file, standard input without · "topic": a word, then any number of files · "anyFiles": none or more. */
	readonly takes: "files" | "file" | "lines" | "topic" | "anyFiles";
	readonly flags: readonly Flag[];
	/** Resolves to the exit status. */
	run(io: Io, files: readonly string[], options: Options): Promise<number>;
}

export const JSON_FLAGS: readonly Flag[] = [{ name: "json" }, { name: "ndjson" }];
/** Of every command that opens rollout files. */
export const FILE_FLAGS: readonly Flag[] = [
	{ name: "format", placeholder: "ID" },
	{ name: "recipe", placeholder: "FILE" },
	{ name: "tools", placeholder: "FILE" },
	{ name: "reference", placeholder: "FILE" },
	{ name: "grades", placeholder: "FILE" },
	{ name: "run" },
	{ name: "workers", placeholder: "N", atLeast: 1 },
	{ name: "noCache" },
];
export const SIMILARITY_FLAG: Flag = { name: "similarity", placeholder: "KIND", choices: ["lexical", "embedding"] };
/** How the trainer sums token losses, with the length two of the ways divide by. */
export const LOSS_FLAGS: readonly Flag[] = [
	{ name: "aggregation", placeholder: "ID", choices: AGGREGATIONS },
	{ name: "maxLength", placeholder: "N", atLeast: 1 },
];
export const ESTIMATOR_FLAGS: readonly Flag[] = [
	{ name: "estimator", placeholder: "ID" },
	{ name: "preset", placeholder: "ID" },
];

/** A wish that cannot be met; its sentence is a code of words/cli. Ends the command with status 2. */
export class UsageError extends Error {
	constructor(
		readonly code: string,
		readonly values: Values = {},
	) {
		super(say(CLI_WORDS, code, "en", values));
	}
}

/** How a command ends. `findings` is `check`'s alone. `refused`: bad usage, unreadable input, or someone outside who could not be asked. */
export const EXIT = { done: 0, findings: 1, refused: 2, interrupted: 130 } as const;

/** "json", "ndjson", or null for a person. */
export const shapeOf = (options: Options): "json" | "ndjson" | null => (options.ndjson ? "ndjson" : options.json ? "json" : null);

/** The aggregation asked for; what its weights lack is told on standard error. */
export function lossAsked(io: Io, options: Options): { readonly how: Aggregation; readonly longest: number } {
	const how = AGGREGATIONS.find(a => a === options.aggregation) ?? AGGREGATIONS[0];
	if (BY_LENGTH.includes(how) && options.maxLength === undefined) io.complain(io.words("needs-max-length", { how }));
	return { how, longest: options.maxLength ?? Number.NaN };
}
