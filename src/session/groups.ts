import { Column } from "../core/base/columns";
import { Names, Slots } from "./names";

const NONE = -1;
/** Largest group whose members are counted one by one. */
const WALKED = 64;

/**
 * Group numbers of a scan: (step, key) → dense number, in order of first appearance. The ledger holds the numbers, this holds names
 * and members, in columns: a file has millions of rows in hundreds of thousands of groups. Groups that the index tells apart by a mark
 * of their values have the key "" until one of their records was read.
 */
export class GroupTable {
	/** Group of each name; −1 = none. Several names may lead to one group, since what a record says corrects what the index said. */
	private readonly named: Column<"i32"> = new Column("i32", 16);
	/** Name of each group. */
	private readonly nameOfGroup: Column<"i32"> = new Column("i32", 16);
	/** Mark of each group; NaN, or none behind the last that has one. */
	private readonly marks: Column<"f64"> = new Column("f64", 16);
	private readonly marked = new Slots();
	private lastMarked = NONE;
	private lastListed: { readonly group: number; readonly newest: number; readonly members: Int32Array } = { group: NONE, newest: NONE, members: new Int32Array(0) };
	/** Last member of each group, and how many it has. */
	private readonly newest: Column<"i32"> = new Column("i32", 16);
	private readonly sizes: Column<"i32"> = new Column("i32", 16);
	/** Per row the member of its group before it; −1 = it is the first. */
	private readonly before: Column<"i32"> = new Column("i32", 16);
	/** Rows without a group, in file order. */
	private readonly loose: Column<"i32"> = new Column("i32", 16);
	private readonly hashOf = (group: number): number => hashOfMark(this.marks.get(group));

	/** `names` may be shared with others that speak of the same groups. */
	constructor(private readonly names: Names = new Names()) {}

	get count(): number {
		return this.nameOfGroup.length;
	}

	/** Key of a group, "" while only its mark is known; null = no such group. */
	keyOf(group: number): string | null {
		return this.has(group) ? this.names.keyOf(this.nameOfGroup.get(group)) : null;
	}

	/** Step of a group; null = it has none. */
	stepOf(group: number): number | null {
		return this.has(group) ? this.names.stepOf(this.nameOfGroup.get(group)) : null;
	}

	/** Key and step of every group, as plain data. */
	list(): { readonly key: string; readonly step: number | null }[] {
		return Array.from({ length: this.count }, (_, g) => ({ key: this.keyOf(g) ?? "", step: this.stepOf(g) }));
	}

	/** Number of a group's name. */
	nameOf(group: number): number {
		return this.nameOfGroup.get(group);
	}

	/** Members of a group, −1 = rows without one. */
	sizeOf(group: number): number {
		return group < 0 ? this.loose.length : this.has(group) ? this.sizes.get(group) : 0;
	}

	/** Rows of a group in file order, −1 = those without one: a list of its own, which may be mapped to anything. */
	membersOf(group: number): number[] {
		const out: number[] = new Array(this.sizeOf(group));
		this.membersInto(group, out, 0);
		return out;
	}

	/** Puts the rows of a group, in file order, into `target` from `at` on; answers how many there are. */
	membersInto(group: number, target: Int32Array | number[], at: number): number {
		const size = this.sizeOf(group);
		if (group < 0) for (let i = 0; i < size; i++) target[at + i] = this.loose.get(i);
		else for (let row = this.newest.get(group), i = at + size; i-- > at; row = this.before.get(row)) target[i] = row;
		return size;
	}

	/** Rows of every group. */
	members(): number[][] {
		return Array.from({ length: this.count }, (_, g) => this.membersOf(g));
	}

	/** First row of a group; −1 = it has none. */
	firstOf(group: number): number {
		let first = NONE;
		for (let row = this.has(group) ? this.newest.get(group) : NONE; row >= 0; row = this.before.get(row)) first = row;
		return first;
	}

	/** Which member of its group a row is, 1 = the first. */
	placeOf(row: number, group: number): number {
		if (group >= 0 && this.sizeOf(group) <= WALKED) {
			let place = 0;
			for (let r = row; r >= 0; r = this.before.get(r)) place++;
			return place;
		}
		const members = group < 0 ? this.loose.view() : this.listed(group);
		let [place, high] = [0, members.length];
		while (place < high) {
			const mid = (place + high) >> 1;
			if ((members[mid] as number) <= row) place = mid + 1;
			else high = mid;
		}
		return place;
	}

	/** Members of a group that is too large to be walked through for each row that asks; the last one's are kept while it does not change. */
	private listed(group: number): Int32Array {
		const size = this.sizeOf(group);
		if (this.lastListed.group !== group || this.lastListed.members.length !== size || this.lastListed.newest !== this.newest.get(group)) {
			const members = new Int32Array(size);
			this.membersInto(group, members, 0);
			this.lastListed = { group, newest: this.newest.get(group), members };
		}
		return this.lastListed.members;
	}

	/** Number of the group, −1 for none; remembers the row as its member. */
	add(row: number, key: string | null, step: number | null): number {
		const n = key === null ? NONE : this.numberOf(key, step);
		this.join(row, n);
		return n;
	}

	/** The same for a group known by the mark of its values, which holds the step too. */
	addMarked(row: number, mark: number, step: number | null): number {
		const n = this.numberOfMark(mark, step);
		this.join(row, n);
		return n;
	}

	/** Number of the group of this name, made when it is new; adds no member. */
	numberOf(key: string, step: number | null): number {
		return this.numberOfName(this.names.numberOf(key, step));
	}

	/** The same by the number of the name. */
	numberOfName(name: number): number {
		this.named.pad(name + 1, NONE);
		let n = this.named.get(name);
		if (n < 0) {
			n = this.open(name);
			this.named.set(name, n);
		}
		return n;
	}

	/** Number of the group that a group of an earlier table with the same names is, by its name or, while it has none, by its mark. */
	numberAs(other: GroupTable, group: number): number {
		return other.keyOf(group) === "" ? this.numberOfMark(other.marks.get(group), other.stepOf(group)) : this.numberOfName(other.nameOf(group));
	}

	/** Makes room for the members that a file is thought to hold. */
	reserve(rows: number): void {
		if (this.count) this.before.reserve(rows);
	}

	/** Puts a row into a group by its number; rows must come in file order. */
	join(row: number, group: number): void {
		if (group < 0) {
			this.loose.push(row);
			return;
		}
		this.before.pad(row, NONE);
		this.before.push(this.newest.get(group));
		this.newest.set(group, row);
		this.sizes.set(group, this.sizes.get(group) + 1);
	}

	/** Puts rows 0, 1, … into groups by their numbers, −1 = none, where the table has groups and no rows yet. */
	joinAll(groups: Int32Array): void {
		if (this.count) this.before.pad(groups.length, NONE);
		const [newest, sizes, before] = [this.newest.view(), this.sizes.view(), this.before.view()];
		for (let row = 0; row < groups.length; row++) {
			const g = groups[row] as number;
			if (g < 0) {
				this.loose.push(row);
				continue;
			}
			before[row] = newest[g] as number;
			newest[g] = row;
			sizes[g] = (sizes[g] as number) + 1;
		}
	}

	/** Names a group that was known by its mark, or by what the index took for its name. */
	name(group: number, name: number): void {
		this.nameOfGroup.set(group, name);
		this.named.pad(name + 1, NONE);
		if (this.named.get(name) < 0) this.named.set(name, group);
	}

	/** Forgets rows from `rows` on, and the last groups when none of theirs is left. */
	truncate(rows: number): void {
		const { newest, sizes, before, loose, named } = this;
		for (let g = 0; g < this.count; g++)
			for (let row = newest.get(g); row >= rows; row = before.get(row)) {
				newest.set(g, before.get(row));
				sizes.set(g, sizes.get(g) - 1);
			}
		this.lastListed = { group: NONE, newest: NONE, members: new Int32Array(0) };
		before.truncate(rows);
		loose.truncate(this.placeOf(rows - 1, NONE));
		let count = this.count;
		while (count > 0 && sizes.get(count - 1) === 0) count--;
		if (count === this.count) return;
		for (const column of [this.nameOfGroup, newest, sizes, this.marks]) column.truncate(count);
		for (let n = 0; n < named.length; n++) if (named.get(n) >= count) named.set(n, NONE);
		this.lastMarked = NONE;
		this.marked.clear();
		for (let g = 0; g < this.marks.length; g++) if (!Number.isNaN(this.marks.get(g))) this.marked.put(g, this.hashOf);
	}

	private has(group: number): boolean {
		return group >= 0 && group < this.count;
	}

	private numberOfMark(mark: number, step: number | null): number {
		// most rows stand beside another of their group
		if (this.lastMarked >= 0 && this.marks.get(this.lastMarked) === mark) return this.lastMarked;
		const { marked, marks } = this;
		let n = NONE;
		for (let p = marked.first(hashOfMark(mark)); ; p = marked.after(p)) {
			n = marked.at(p);
			if (n < 0 || marks.get(n) === mark) break;
		}
		if (n < 0) {
			n = this.open(this.names.numberOf("", step));
			marks.pad(n, Number.NaN);
			marks.push(mark);
			marked.put(n, this.hashOf);
		}
		this.lastMarked = n;
		return n;
	}

	private open(name: number): number {
		this.nameOfGroup.push(name);
		this.newest.push(NONE);
		this.sizes.push(0);
		return this.count - 1;
	}
}

/** Marks are whole numbers of up to 53 bits. */
const hashOfMark = (mark: number): number => (mark | 0) ^ ((mark / 4294967296) | 0);
