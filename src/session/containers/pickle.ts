import type { Buffer } from "node:buffer";

/**
 * Reads the data of a Python pickle (protocols 0–5 as torch and the json-like parts of the standard library write them)
 * without running anything: classes and functions are never looked up. What a pickle would build by calling one — tensors,
 * arrays, objects — becomes the text `<module.name>`, ordered and default dictionaries become plain ones. Throws on opcodes
 * it does not know.
 */
export function readPickle(bytes: Buffer): unknown {
	return new Unpickler(bytes).run();
}

const MARK = Symbol("mark");
/** Something only code could build. */
class Opaque {
	constructor(readonly name: string) {}
	toJSON(): string {
		return `<${this.name}>`;
	}
}
const DICTIONARIES = ["collections.OrderedDict", "collections.defaultdict", "builtins.dict"];
const EMPTY_OF: Readonly<Record<string, () => unknown>> = { "builtins.list": () => [], "builtins.set": () => [], "builtins.tuple": () => [] };

type Bag = Record<string, unknown>;
const isBag = (v: unknown): v is Bag => typeof v === "object" && v !== null && !Array.isArray(v) && !(v instanceof Opaque) && !(v instanceof Uint8Array);

class Unpickler {
	private at = 0;
	private readonly stack: unknown[] = [];
	private readonly memo = new Map<number, unknown>();

	constructor(private readonly b: Buffer) {}

	private take(n: number): number {
		const from = this.at;
		if (n < 0 || from + n > this.b.length) throw new Error("pickle: cut off");
		this.at += n;
		return from;
	}
	private u8 = (): number => this.b.readUInt8(this.take(1));
	private u32 = (): number => this.b.readUInt32LE(this.take(4));
	private u64 = (): number => Number(this.b.readBigUInt64LE(this.take(8)));
	private text(n: number): string {
		const from = this.take(n);
		return this.b.toString("utf8", from, from + n);
	}
	private bytes(n: number): Uint8Array {
		const from = this.take(n);
		return this.b.subarray(from, from + n);
	}
	private line(): string {
		const end = this.b.indexOf(10, this.at);
		if (end < 0) throw new Error("pickle: cut off");
		const s = this.b.toString("utf8", this.at, end);
		this.at = end + 1;
		return s;
	}
	/** Integer of `n` little-endian bytes in two's complement. */
	private long(n: number): number | bigint {
		const part = this.bytes(n);
		let v = 0n;
		for (let i = n - 1; i >= 0; i--) v = (v << 8n) | BigInt(part[i] as number);
		if (n && ((part[n - 1] as number) & 0x80) !== 0) v -= 1n << BigInt(8 * n);
		return Number.isSafeInteger(Number(v)) ? Number(v) : v;
	}
	private pop(): unknown {
		if (!this.stack.length) throw new Error("pickle: empty stack");
		return this.stack.pop();
	}
	private toMark(): unknown[] {
		const from = this.stack.lastIndexOf(MARK);
		if (from < 0) throw new Error("pickle: no mark");
		const items = this.stack.splice(from + 1);
		this.stack.pop();
		return items;
	}
	private top = (): unknown => this.stack.at(-1);

	private setItems(items: readonly unknown[]): void {
		const target = this.top();
		if (!isBag(target)) return;
		for (let i = 0; i + 1 < items.length; i += 2) Object.defineProperty(target, keyOf(items[i]), { value: items[i + 1], enumerable: true, configurable: true, writable: true });
	}
	private append(items: readonly unknown[]): void {
		const target = this.top();
		if (Array.isArray(target)) for (const v of items) target.push(v);
	}
	/** What calling `f` would give: an empty collection where that is all it does, else a name. */
	private call(f: unknown, args: unknown): unknown {
		const name = f instanceof Opaque ? f.name : "object";
		if (DICTIONARIES.includes(name)) return {};
		const empty = EMPTY_OF[name];
		if (empty) return Array.isArray(args) && Array.isArray(args[0]) ? args[0] : empty();
		return new Opaque(name);
	}

	run(): unknown {
		for (;;) {
			const op = String.fromCharCode(this.u8());
			if (op === ".") return this.pop();
			if (!this.simple(op) && !this.collection(op) && !this.memory(op) && !this.code(op)) throw new Error(`pickle: opcode 0x${op.charCodeAt(0).toString(16)} is not data`);
		}
	}

	/** Constants. */
	private simple(op: string): boolean {
		const value = ((): unknown => {
			switch (op) {
				case "N":
					return null;
				case "\x88":
					return true;
				case "\x89":
					return false;
				case "K":
					return this.u8();
				case "M":
					return this.b.readUInt16LE(this.take(2));
				case "J":
					return this.b.readInt32LE(this.take(4));
				case "\x8a":
					return this.long(this.u8());
				case "\x8b":
					return this.long(this.u32());
				case "G":
					return this.b.readDoubleBE(this.take(8));
				case "X":
				case "T":
					return this.text(this.u32());
				case "\x8c":
				case "U":
					return this.text(this.u8());
				case "\x8d":
					return this.text(this.u64());
				case "B":
					return this.bytes(this.u32());
				case "C":
					return this.bytes(this.u8());
				case "\x8e":
				case "\x96":
					return this.bytes(this.u64());
				case "I": {
					const s = this.line();
					return s === "00" ? false : s === "01" ? true : Number(s);
				}
				case "F":
					return Number(this.line());
				case "L":
					return Number(this.line().replace(/L$/, ""));
				case "V":
					return this.line();
				default:
					return MARK;
			}
		})();
		if (value === MARK) return false;
		this.stack.push(value);
		return true;
	}

	/** Lists, tuples (as lists), dictionaries, sets. */
	private collection(op: string): boolean {
		switch (op) {
			case "}":
				this.stack.push({});
				return true;
			case "]":
			case ")":
			case "\x8f":
				this.stack.push([]);
				return true;
			case "(":
				this.stack.push(MARK);
				return true;
			case "t":
			case "l":
			case "\x91":
				this.stack.push(this.toMark());
				return true;
			case "d": {
				const items = this.toMark();
				this.stack.push({});
				this.setItems(items);
				return true;
			}
			case "\x85":
			case "\x86":
			case "\x87":
				this.stack.push(this.stack.splice(-(op.charCodeAt(0) - 0x84)));
				return true;
			case "a": {
				const v = this.pop();
				this.append([v]);
				return true;
			}
			case "e":
			case "\x90":
				this.append(this.toMark());
				return true;
			case "s": {
				const v = this.pop();
				const k = this.pop();
				this.setItems([k, v]);
				return true;
			}
			case "u":
				this.setItems(this.toMark());
				return true;
			default:
				return false;
		}
	}

	/** The memo, frames and the stack itself. */
	private memory(op: string): boolean {
		switch (op) {
			case "\x80":
				this.take(1);
				return true;
			case "\x95":
				this.take(8);
				return true;
			case "q":
				this.memo.set(this.u8(), this.top());
				return true;
			case "r":
				this.memo.set(this.u32(), this.top());
				return true;
			case "p":
				this.memo.set(Number(this.line()), this.top());
				return true;
			case "\x94":
				this.memo.set(this.memo.size, this.top());
				return true;
			case "h":
				this.stack.push(this.memo.get(this.u8()));
				return true;
			case "j":
				this.stack.push(this.memo.get(this.u32()));
				return true;
			case "g":
				this.stack.push(this.memo.get(Number(this.line())));
				return true;
			case "0":
				this.pop();
				return true;
			case "1":
				this.toMark();
				return true;
			case "2":
				this.stack.push(this.top());
				return true;
			default:
				return false;
		}
	}

	/** Where Python would import or call something: a name stands in for it. */
	private code(op: string): boolean {
		switch (op) {
			case "c": {
				const module = this.line();
				this.stack.push(new Opaque(`${module}.${this.line()}`));
				return true;
			}
			case "\x93": {
				const name = this.pop();
				this.stack.push(new Opaque(`${String(this.pop())}.${String(name)}`));
				return true;
			}
			case "R":
			case "\x81": {
				const args = this.pop();
				this.stack.push(this.call(this.pop(), args));
				return true;
			}
			case "\x92": {
				this.pop();
				const args = this.pop();
				this.stack.push(this.call(this.pop(), args));
				return true;
			}
			case "b": {
				// an object's state: shown instead of the object, where it is a dictionary
				const state = this.pop();
				const object = this.pop();
				this.stack.push(object instanceof Opaque && isBag(state) ? state : object);
				return true;
			}
			case "Q":
				this.pop();
				this.stack.push(new Opaque("storage"));
				return true;
			case "P":
				this.line();
				this.stack.push(new Opaque("storage"));
				return true;
			default:
				return false;
		}
	}
}

const keyOf = (k: unknown): string => (typeof k === "string" ? k : k instanceof Opaque ? k.toJSON() : String(k));
