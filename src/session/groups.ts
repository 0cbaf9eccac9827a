/** Group numbers of a scan: (step, key) → dense number, in order of first appearance. The ledger holds the numbers, this holds the names. */
export class GroupTable {
	private readonly numbers = new Map<string, number>();
	readonly keys: string[] = [];
	readonly steps: (number | null)[] = [];
	/** Rows of each group, in file order. */
	readonly members: number[][] = [];
	/** Rows without a group. */
	readonly loose: number[] = [];

	get count(): number {
		return this.keys.length;
	}

	/** Number of the group, −1 for none; remembers the row as its member. */
	add(row: number, key: string | null, step: number | null): number {
		if (key === null) {
			this.loose.push(row);
			return -1;
		}
		const name = `${step ?? ""}\u0000${key}`;
		let n = this.numbers.get(name);
		if (n === undefined) {
			n = this.keys.length;
			this.numbers.set(name, n);
			this.keys.push(key);
			this.steps.push(step);
			this.members.push([]);
		}
		this.members[n]?.push(row);
		return n;
	}
}
