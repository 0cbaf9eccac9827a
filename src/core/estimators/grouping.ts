/** Largest group number + 1. */
export function groupCount(groups: Int32Array): number {
	let most = -1;
	for (let i = 0; i < groups.length; i++) if ((groups[i] as number) > most) most = groups[i] as number;
	return most + 1;
}

/** Members of each group side by side: those of group g are order[start[g]] … order[start[g + 1] − 1], in file order. */
export interface GroupOrder {
	readonly start: Uint32Array;
	readonly order: Uint32Array;
}

/** Counting sort of the rows by group; rows without a group (−1) are left out. */
export function groupOrder(groups: Int32Array): GroupOrder {
	const start = new Uint32Array(groupCount(groups) + 1);
	for (let i = 0; i < groups.length; i++) if ((groups[i] as number) >= 0) (start[(groups[i] as number) + 1] as number)++;
	for (let g = 1; g < start.length; g++) (start[g] as number) += start[g - 1] as number;
	const order = new Uint32Array(start[start.length - 1] as number);
	const next = start.slice();
	for (let i = 0; i < groups.length; i++) {
		const g = groups[i] as number;
		if (g >= 0) order[(next[g] as number)++] = i;
	}
	return { start, order };
}
