/** Throws when our own reasoning is wrong. Never used on data: odd data becomes a Finding. */
export function invariant(condition: unknown, message: string): asserts condition {
	if (!condition) throw new Error(`invariant: ${message}`);
}

/** Makes a switch over a union exhaustive at compile time. */
export function never(value: never): never {
	throw new Error(`invariant: unhandled case ${JSON.stringify(value)}`);
}
