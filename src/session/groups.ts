/**
 * Group numbers of a scan: (step, key) → dense number, in order of first appearance. The ledger holds the numbers, this
 * holds the names. Groups that the index tells apart by a mark of their values have the key "" until one of their records
 * was read.
 */
export class GroupTable {
	private readonly numbers = new Map<string, number>();
	private readonly marks = new Map<number, number>();
	readonly keys: string[] = [];
	readonly steps: (number | null)[] = [];
	private last: { readonly key: string; readonly step: number | null; readonly number: number } = { key: "", step: null, number: -1 };
	/** Rows of each group, in file order. */
	readonly members: number[][] = [];
	/** Rows without a group. */
	readonly loose: number[] = [];

	get count(): number {
		return this.keys.length;
	}

	/** Number of the group, −1 for none; remembers the row as its member. */
	add(row: number, key: string | null, step: number | null): number {
		const n = key === null ? -1 : this.numberOf(key, step);
		this.join(row, n);
		return n;
	}

	/** The same for a group known by the mark of its values, which holds the step too. */
	addMarked(row: number, mark: number, step: number | null): number {
		let n = this.marks.get(mark);
		if (n === undefined) {
			n = this.open("", step);
			this.marks.set(mark, n);
		}
		this.join(row, n);
		return n;
	}

	/** Number of the group of this name, made when it is new; adds no member. */
	numberOf(key: string, step: number | null): number {
		// most rows stand beside another of their group
		const { last } = this;
		if (last.number >= 0 && last.key === key && last.step === step) return last.number;
		const name = `${step ?? ""}\u0000${key}`;
		let n = this.numbers.get(name);
		if (n === undefined) {
			n = this.open(key, step);
			this.numbers.set(name, n);
		}
		this.last = { key, step, number: n };
		return n;
	}

	/** Puts a row into a group by its number; rows must come in file order. */
	join(row: number, group: number): void {
		(group < 0 ? this.loose : this.members[group])?.push(row);
	}

	/** Names a marked group. */
	name(group: number, key: string, step: number | null): void {
		this.last = { key: "", step: null, number: -1 };
		this.keys[group] = key;
		this.steps[group] = step;
		const name = `${step ?? ""}\u0000${key}`;
		if (!this.numbers.has(name)) this.numbers.set(name, group);
	}

	/** Forgets rows from `rows` on, and the last groups when none of theirs is left. */
	truncate(rows: number): void {
		this.last = { key: "", step: null, number: -1 };
		for (const list of [...this.members, this.loose]) while (list.length && (list.at(-1) as number) >= rows) list.pop();
		while (this.members.at(-1)?.length === 0) {
			this.members.pop();
			this.keys.pop();
			this.steps.pop();
		}
		for (const names of [this.numbers, this.marks] as Map<unknown, number>[]) for (const [name, n] of names) if (n >= this.count) names.delete(name);
	}

	private open(key: string, step: number | null): number {
		this.keys.push(key);
		this.steps.push(step);
		this.members.push([]);
		return this.keys.length - 1;
	}
}
