/** How often each item occurs. */
export function countItems(items: Iterable<string>): Map<string, number> {
	const counts = new Map<string, number>();
	for (const item of items) counts.set(item, (counts.get(item) ?? 0) + 1);
	return counts;
}

/** Number of items two lists have in common, each as often as in both. */
export function commonCount(a: readonly string[], b: readonly string[]): number {
	const left = countItems(a);
	let common = 0;
	for (const item of b) {
		const n = left.get(item) ?? 0;
		if (n <= 0) continue;
		left.set(item, n - 1);
		common++;
	}
	return common;
}
