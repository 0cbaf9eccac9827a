/** Line (1-based) and column (1-based, UTF-16) of an offset. */
export function lineColumn(text: string, offset: number): { readonly line: number; readonly column: number } {
	let line = 1;
	let start = 0;
	for (let i = text.indexOf("\n"); i >= 0 && i < offset; i = text.indexOf("\n", i + 1)) {
		line++;
		start = i + 1;
	}
	return { line, column: offset - start + 1 };
}

/** Edit distance of two short strings, given up at `limit` + 1. */
export function editDistance(a: string, b: string, limit: number): number {
	if (Math.abs(a.length - b.length) > limit) return limit + 1;
	let row = Array.from({ length: b.length + 1 }, (_, j) => j);
	for (let i = 1; i <= a.length; i++) {
		const next = [i];
		for (let j = 1; j <= b.length; j++) next[j] = Math.min((row[j] as number) + 1, (next[j - 1] as number) + 1, (row[j - 1] as number) + (a[i - 1] === b[j - 1] ? 0 : 1));
		row = next;
	}
	return Math.min(row[b.length] as number, limit + 1);
}
