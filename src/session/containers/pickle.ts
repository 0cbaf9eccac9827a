import type { Buffer } from "node:buffer";

/**
 * Reads the data of a Python pickle (protocols 0–5 as torch and the json-like parts of the standard library write them)
 * without running anything: classes and functions are never looked up. What a pickle would build by calling one — tensors,
 * arrays, objects — becomes the text `<module.name>`, ordered and default dictionaries become plain ones. Throws on opcodes
 * it does not know.
 */
export function readPickle(bytes: Buffer): unknown {
	const p = new Unpickler(bytes);
	for (;;) {
		const code = p.u8();
		if (code === STOP) return p.pop();
		const run = OPCODES[String.fromCharCode(code)];
		if (!run) throw new Error(`pickle: opcode 0x${code.toString(16)} is not data`);
		run(p);
	}
}

const STOP = 0x2e;
const MARK = Symbol("mark");
/** Something only code could build. */
class Opaque {
	constructor(readonly name: string) {}
	toJSON(): string {
		return `<${this.name}>`;
	}
}

type Bag = Record<string, unknown>;
const isBag = (v: unknown): v is Bag => typeof v === "object" && v !== null && !Array.isArray(v) && !(v instanceof Opaque) && !(v instanceof Uint8Array);
const keyOf = (k: unknown): string => (typeof k === "string" ? k : k instanceof Opaque ? k.toJSON() : String(k));

/** The bytes, the stack and the memo. */
class Unpickler {
	private at = 0;
	readonly stack: unknown[] = [];
	readonly memo = new Map<number, unknown>();

	constructor(readonly b: Buffer) {}

	/** Offset of the next `n` bytes, which it passes. */
	take(n: number): number {
		const from = this.at;
		if (n < 0 || from + n > this.b.length) throw new Error("pickle: cut off");
		this.at += n;
		return from;
	}
	u8 = (): number => this.b.readUInt8(this.take(1));
	u16 = (): number => this.b.readUInt16LE(this.take(2));
	u32 = (): number => this.b.readUInt32LE(this.take(4));
	u64 = (): number => Number(this.b.readBigUInt64LE(this.take(8)));
	text(n: number): string {
		const from = this.take(n);
		return this.b.toString("utf8", from, from + n);
	}
	bytes(n: number): Uint8Array {
		const from = this.take(n);
		return this.b.subarray(from, from + n);
	}
	line(): string {
		const end = this.b.indexOf(10, this.at);
		if (end < 0) throw new Error("pickle: cut off");
		const s = this.b.toString("utf8", this.at, end);
		this.at = end + 1;
		return s;
	}
	/** Integer of `n` little-endian bytes in two's complement. */
	long(n: number): number | bigint {
		const part = this.bytes(n);
		let v = 0n;
		for (let i = n - 1; i >= 0; i--) v = (v << 8n) | BigInt(part[i] as number);
		if (n && ((part[n - 1] as number) & 0x80) !== 0) v -= 1n << BigInt(8 * n);
		return Number.isSafeInteger(Number(v)) ? Number(v) : v;
	}

	push(value: unknown): void {
		this.stack.push(value);
	}
	pop(): unknown {
		if (!this.stack.length) throw new Error("pickle: empty stack");
		return this.stack.pop();
	}
	top = (): unknown => this.stack.at(-1);
	toMark(): unknown[] {
		const from = this.stack.lastIndexOf(MARK);
		if (from < 0) throw new Error("pickle: no mark");
		const items = this.stack.splice(from + 1);
		this.stack.pop();
		return items;
	}

	/** Keys and values, alternating, into the dictionary on top. */
	fill(items: readonly unknown[]): void {
		const target = this.top();
		if (!isBag(target)) return;
		for (let i = 0; i + 1 < items.length; i += 2) Object.defineProperty(target, keyOf(items[i]), { value: items[i + 1], enumerable: true, configurable: true, writable: true });
	}
	/** Into the list on top. */
	append(items: readonly unknown[]): void {
		const target = this.top();
		if (Array.isArray(target)) for (const v of items) target.push(v);
	}
	/** What calling `f` would give: a collection where that is all it makes, else a name. */
	call(f: unknown, args: unknown): unknown {
		const name = f instanceof Opaque ? f.name : "object";
		if (/^(?:collections\.(?:OrderedDict|defaultdict)|builtins\.dict)$/.test(name)) return {};
		if (/^builtins\.(?:list|set|frozenset|tuple)$/.test(name)) return Array.isArray(args) && Array.isArray(args[0]) ? args[0] : [];
		return new Opaque(name);
	}
}

const constant = (value: unknown) => (p: Unpickler) => p.push(value);
const pushes = (read: (p: Unpickler) => unknown) => (p: Unpickler) => p.push(read(p));
const tuple = (n: number) => (p: Unpickler) => p.push(p.stack.splice(-n));
const put = (key: (p: Unpickler) => number) => (p: Unpickler) => {
	p.memo.set(key(p), p.top());
};
const get = (key: (p: Unpickler) => number) => (p: Unpickler) => p.push(p.memo.get(key(p)));
const integer = (s: string): unknown => (s === "00" ? false : s === "01" ? true : Number(s));

const OPCODES: Readonly<Record<string, (p: Unpickler) => void>> = {
	// constants
	N: constant(null),
	"\x88": constant(true),
	"\x89": constant(false),
	K: pushes(p => p.u8()),
	M: pushes(p => p.u16()),
	J: pushes(p => p.b.readInt32LE(p.take(4))),
	"\x8a": pushes(p => p.long(p.u8())),
	"\x8b": pushes(p => p.long(p.u32())),
	G: pushes(p => p.b.readDoubleBE(p.take(8))),
	I: pushes(p => integer(p.line())),
	F: pushes(p => Number(p.line())),
	L: pushes(p => Number(p.line().replace(/L$/, ""))),
	V: pushes(p => p.line()),
	X: pushes(p => p.text(p.u32())),
	T: pushes(p => p.text(p.u32())),
	U: pushes(p => p.text(p.u8())),
	"\x8c": pushes(p => p.text(p.u8())),
	"\x8d": pushes(p => p.text(p.u64())),
	B: pushes(p => p.bytes(p.u32())),
	C: pushes(p => p.bytes(p.u8())),
	"\x8e": pushes(p => p.bytes(p.u64())),
	"\x96": pushes(p => p.bytes(p.u64())),
	// collections; tuples and sets are lists
	"}": pushes(() => ({})),
	"]": pushes(() => []),
	")": pushes(() => []),
	"\x8f": pushes(() => []),
	"(": constant(MARK),
	t: pushes(p => p.toMark()),
	l: pushes(p => p.toMark()),
	"\x91": pushes(p => p.toMark()),
	d: p => {
		const items = p.toMark();
		p.push({});
		p.fill(items);
	},
	"\x85": tuple(1),
	"\x86": tuple(2),
	"\x87": tuple(3),
	a: p => {
		const v = p.pop();
		p.append([v]);
	},
	e: p => p.append(p.toMark()),
	"\x90": p => p.append(p.toMark()),
	s: p => {
		const v = p.pop();
		const k = p.pop();
		p.fill([k, v]);
	},
	u: p => p.fill(p.toMark()),
	// protocol and frame marks, the memo, the stack itself
	"\x80": p => {
		p.take(1);
	},
	"\x95": p => {
		p.take(8);
	},
	q: put(p => p.u8()),
	r: put(p => p.u32()),
	p: put(p => Number(p.line())),
	"\x94": put(p => p.memo.size),
	h: get(p => p.u8()),
	j: get(p => p.u32()),
	g: get(p => Number(p.line())),
	"0": p => {
		p.pop();
	},
	"1": p => {
		p.toMark();
	},
	"2": pushes(p => p.top()),
	// where Python would import or call something a name stands in for it
	c: pushes(p => new Opaque(`${p.line()}.${p.line()}`)),
	"\x93": pushes(p => {
		const name = p.pop();
		return new Opaque(`${String(p.pop())}.${String(name)}`);
	}),
	R: pushes(p => {
		const args = p.pop();
		return p.call(p.pop(), args);
	}),
	"\x81": pushes(p => {
		const args = p.pop();
		return p.call(p.pop(), args);
	}),
	"\x92": pushes(p => {
		p.pop();
		const args = p.pop();
		return p.call(p.pop(), args);
	}),
	// an object's state is shown instead of the object, where it is a dictionary
	b: pushes(p => {
		const state = p.pop();
		const object = p.pop();
		return object instanceof Opaque && isBag(state) ? state : object;
	}),
	Q: pushes(p => {
		p.pop();
		return new Opaque("storage");
	}),
	P: pushes(p => {
		p.line();
		return new Opaque("storage");
	}),
};
