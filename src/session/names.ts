import { Column } from "../core/base/columns";

/** Open addressing over the numbers of things that are kept elsewhere: 4 bytes a place, at most half of them taken. */
export class Slots {
	/** Number + 1; 0 = free. */
	private places = new Int32Array(32);
	private taken = 0;

	/** Where to look first. */
	first(hash: number): number {
		return Math.imul(hash, 0x9e3779b1) & (this.places.length - 1);
	}

	/** Where to look when another thing stands there. */
	after(place: number): number {
		return (place + 1) & (this.places.length - 1);
	}

	/** Number at a place; −1 = free, so that what is looked for is not there. */
	at(place: number): number {
		return (this.places[place] as number) - 1;
	}

	/** Takes in number n; `hashOf` tells the hashes of all numbers that are in it, which a larger table needs. */
	put(n: number, hashOf: (n: number) => number): void {
		if (2 * ++this.taken > this.places.length) {
			const before = this.places;
			this.places = new Int32Array(2 * before.length);
			for (const v of before) if (v > 0) this.place(v - 1, hashOf(v - 1));
		}
		this.place(n, hashOf(n));
	}

	/** Forgets all. */
	clear(): void {
		this.places.fill(0);
		this.taken = 0;
	}

	private place(n: number, hash: number): void {
		let p = this.first(hash);
		while (this.places[p] !== 0) p = this.after(p);
		this.places[p] = n + 1;
	}
}

/** A group's name as one number: (step, key) → dense number, in order of first asking. Each text is held once, whoever speaks of it. */
export class Names {
	private readonly keys: string[] = [];
	/** NaN = none. */
	private readonly steps: Column<"f64"> = new Column("f64", 16);
	private readonly hashes: Column<"i32"> = new Column("i32", 16);
	private readonly slots = new Slots();
	private last = -1;
	private readonly hashOf = (n: number): number => this.hashes.get(n);

	get count(): number {
		return this.keys.length;
	}

	keyOf(n: number): string {
		return this.keys[n] ?? "";
	}

	stepOf(n: number): number | null {
		const step = this.steps.get(n);
		return Number.isNaN(step) ? null : step;
	}

	/** Number of a name, a new one when nobody asked for it yet. */
	numberOf(key: string, step: number | null): number {
		// most rows stand beside another of their group
		if (this.last >= 0 && this.is(this.last, key, step)) return this.last;
		const hash = hashOf(key, step);
		const { slots } = this;
		let n = -1;
		for (let p = slots.first(hash); ; p = slots.after(p)) {
			n = slots.at(p);
			if (n < 0 || (this.hashes.get(n) === hash && this.is(n, key, step))) break;
		}
		if (n < 0) {
			n = this.keys.length;
			this.keys.push(key);
			this.steps.push(step ?? Number.NaN);
			this.hashes.push(hash);
			slots.put(n, this.hashOf);
		}
		this.last = n;
		return n;
	}

	private is(n: number, key: string, step: number | null): boolean {
		const own = this.steps.get(n);
		return (step === null ? Number.isNaN(own) : own === step) && this.keys[n] === key;
	}
}

function hashOf(key: string, step: number | null): number {
	let h = step === null ? 0x811c9dc5 : Math.imul(step | 0, 0x85ebca6b);
	for (let i = 0; i < key.length; i++) h = Math.imul(h ^ key.charCodeAt(i), 0x01000193);
	return h ^ (h >>> 15);
}
