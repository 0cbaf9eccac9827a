/** The world refused: told to the user in one sentence of words/session, never a stack. */
export type ErrorKind =
	| "not-found"
	| "directory"
	| "pipe"
	| "no-permission"
	| "may-not-write"
	| "no-folder"
	| "no-space"
	| "unwritable"
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

const READING: Readonly<Record<string, ErrorKind>> = { ENOENT: "not-found", EISDIR: "directory", EACCES: "no-permission", EPERM: "no-permission" };
const WRITING: Readonly<Record<string, ErrorKind>> = {
	ENOENT: "no-folder",
	ENOTDIR: "no-folder",
	EISDIR: "directory",
	EACCES: "may-not-write",
	EPERM: "may-not-write",
	EROFS: "may-not-write",
	ENOSPC: "no-space",
	EDQUOT: "no-space",
};

/** Maps what the operating system says to our kinds. */
export function fromSystem(e: unknown, path: string, doing: "read" | "write" = "read"): InspectorError {
	if (e instanceof InspectorError) return e;
	const code = (e as { code?: string } | null)?.code ?? "";
	const detail = e instanceof Error ? e.message : String(e);
	const kind = doing === "read" ? (READING[code] ?? "unreadable") : (WRITING[code] ?? "unwritable");
	return new InspectorError(kind, detail, { path, detail });
}
