/** Growable typed columns: the ledger's storage. NaN (f64) and −1 (i32) mean none. */
type Arrays = { f64: Float64Array; i32: Int32Array; u32: Uint32Array; u8: Uint8Array };
const make = {
	f64: (n: number) => new Float64Array(n),
	i32: (n: number) => new Int32Array(n),
	u32: (n: number) => new Uint32Array(n),
	u8: (n: number) => new Uint8Array(n),
} as const;

/** Room for one more than `length`: twice as much while that is little, a quarter more when it is not. */
const roomFor = (length: number): number => Math.max(16, length < 1 << 16 ? length * 2 : Math.ceil(length * 1.25));

export class Column<K extends keyof Arrays = keyof Arrays> {
	private store: Arrays[K];
	private used = 0;

	constructor(
		readonly type: K,
		capacity = 256,
	) {
		this.store = make[type](capacity) as Arrays[K];
	}

	/** A column over values it takes for its own. */
	static of<K extends keyof Arrays>(type: K, values: Arrays[K]): Column<K> {
		const column: Column<K> = new Column(type, 1);
		column.store = values;
		column.used = values.length;
		return column;
	}

	get length(): number {
		return this.used;
	}

	/** Values it holds before it has to grow. */
	get room(): number {
		return this.store.length;
	}

	/** Makes room for `length` values at once: growing by and by leaves as much garbage as there are values. Memory is taken when it is written to. */
	reserve(length: number): void {
		if (length <= this.store.length) return;
		const bigger = make[this.type](length) as Arrays[K];
		bigger.set(this.view() as never);
		this.store = bigger;
	}

	push(value: number): void {
		if (this.used === this.store.length) this.reserve(roomFor(this.used));
		this.store[this.used++] = value;
	}

	/** Makes it `length` long with a value that stands for what is not known yet; never shorter. */
	pad(length: number, value: number): void {
		if (length <= this.used) return;
		if (length > this.store.length) this.reserve(Math.max(length, roomFor(this.used)));
		this.store.fill(value, this.used, length);
		this.used = length;
	}

	get(index: number): number {
		return this.store[index] ?? Number.NaN;
	}

	set(index: number, value: number): void {
		this.store[index] = value;
	}

	/** The filled part; a view, valid until the next push. */
	view(): Arrays[K] {
		return this.store.subarray(0, this.used) as Arrays[K];
	}

	truncate(length: number): void {
		this.used = Math.min(this.used, length);
	}
}
