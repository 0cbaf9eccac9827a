/** The world refused: told to the user in one sentence of words/session, never a stack. */
export type ErrorKind =
	| "not-found"
	| "directory"
	| "no-permission"
	| "empty"
	| "lfs-pointer"
	| "binary"
	| "not-rollouts"
	| "unreadable"
	| "vanished"
	| "too-large"
	| "run-too-large"
	| "other-format"
	| "empty-run"
	| "file-not-json"
	| "no-tools"
	| "no-reference"
	| "no-such-row"
	| "unknown-id"
	| "closed";

export class InspectorError extends Error {
	constructor(
		readonly kind: ErrorKind,
		message: string,
		readonly data: Readonly<Record<string, string | number>> = {},
	) {
		super(message);
	}
}

/** Maps what the operating system says to our kinds. */
export function fromSystem(e: unknown, path: string): InspectorError {
	if (e instanceof InspectorError) return e;
	const code = (e as { code?: string } | null)?.code ?? "";
	const detail = e instanceof Error ? e.message : String(e);
	const kind: ErrorKind = code === "ENOENT" ? "not-found" : code === "EISDIR" ? "directory" : code === "EACCES" || code === "EPERM" ? "no-permission" : "unreadable";
	return new InspectorError(kind, detail, { path, detail });
}
