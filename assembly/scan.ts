/**
 * Finds the lines of JSONL bytes and, in each, where the values of wanted top-level keys stand. 64 bytes at a time with SIMD
 * masks; all state lives between calls, so a line may lie over any number of chunks and no byte is looked at twice.
 *
 * A row that is handed out is STRIDE f64: from, to, flag, then from, to per key (0, 0 = key not there). Places are offsets in
 * the file; a value's place reaches from its ":" to the "," or "}" behind it, white space included.
 */

/** Memory: wanted keys, the key being read, the row being read; what is handed out and what is read lie behind. */
const KEY_BYTES: usize = 1024;
const KEY_TABLE: usize = 8192;
const PARTIAL: usize = 9216;
const PARTIAL_MAX: usize = 512;
const ROW: usize = 10240;

const OK: f64 = 0;
const BLANK: f64 = 1;
const PARSE: f64 = 2;

/** What comes next at depth 1. */
const WANT_FIRST_KEY = 0;
const WANT_KEY = 1;
const IN_KEY = 2;
const WANT_COLON = 3;
const WANT_VALUE = 4;
const IN_STRING = 5;
const IN_NEST = 6;
const WANT_END = 7;
const CLOSED = 8;

let keys: u32 = 0;
let keyRoom: u32 = 0;
let stride: usize = 24;

let lineStart: f64 = 0;
let inString: u64 = 0;
let escaped: u64 = 0;
let depth: i32 = 0;
let next: i32 = WANT_FIRST_KEY;
let bad: bool = false;
let blank: bool = true;
let found: u32 = 0;
let current: i32 = -1;
let keyEscaped: bool = false;
let partial: usize = 0;
/** Bytes of the last call that were scanned. */
let used: u32 = 0;

export function keyBytes(): usize {
	return KEY_BYTES;
}
export function usedBytes(): u32 {
	return used;
}
export function clearKeys(): void {
	keys = 0;
	keyRoom = 0;
	stride = 24;
}
/** Takes the key whose bytes were put at keyBytes() + the lengths of those before. */
export function addKey(length: u32): void {
	store<u32>(KEY_TABLE + keys * 8, <u32>KEY_BYTES + keyRoom);
	store<u32>(KEY_TABLE + keys * 8 + 4, length);
	keyRoom += length;
	keys++;
	stride = 24 + <usize>keys * 16;
}
/** Begins a line at an offset of the file. */
export function begin(offset: f64): void {
	lineStart = offset;
	inString = 0;
	escaped = 0;
	depth = 0;
	next = WANT_FIRST_KEY;
	bad = false;
	blank = true;
	found = 0;
	current = -1;
	partial = 0;
	memory.fill(ROW, 0, stride);
}

// @ts-ignore: decorator
@inline
function mask(a: v128, b: v128, c: v128, d: v128): u64 {
	return <u64>(<u32>i8x16.bitmask(a)) | (<u64>(<u32>i8x16.bitmask(b)) << 16) | (<u64>(<u32>i8x16.bitmask(c)) << 32) | (<u64>(<u32>i8x16.bitmask(d)) << 48);
}
// @ts-ignore: decorator
@inline
function equal(a: v128, b: v128, c: v128, d: v128, byte: v128): u64 {
	return mask(i8x16.eq(a, byte), i8x16.eq(b, byte), i8x16.eq(c, byte), i8x16.eq(d, byte));
}

// @ts-ignore: decorator
@inline
function any(a: v128, b: v128, c: v128, d: v128): bool {
	return v128.any_true(v128.or(v128.or(a, b), v128.or(c, d)));
}

/** Is every byte a digit, a space or one of #$%&'()*+,-./ ? */
// @ts-ignore: decorator
@inline
function numeric(v: v128): v128 {
	return v128.or(i8x16.le_u(i8x16.sub(v, i8x16.splat(0x23)), i8x16.splat(0x16)), i8x16.eq(v, i8x16.splat(0x20)));
}

function keyAt(at: usize, length: u32): i32 {
	for (let k: u32 = 0; k < keys; k++) {
		if (load<u32>(KEY_TABLE + k * 8 + 4) != length) continue;
		if (memory.compare(<usize>load<u32>(KEY_TABLE + k * 8), at, <usize>length) == 0) return <i32>k;
	}
	return -1;
}

/** Keeps what of a key this chunk holds. */
function keep(from: usize, to: usize): void {
	const room = PARTIAL_MAX - partial;
	const n = min(to - from, room);
	memory.copy(PARTIAL + partial, from, n);
	partial += n;
}

/** A key ends: which one is it? `from` = its first byte of this chunk. */
function closeKey(from: usize, to: usize): void {
	if (keyEscaped) bad = true;
	let k: i32;
	if (partial > 0) {
		keep(from, to);
		k = partial < PARTIAL_MAX ? keyAt(PARTIAL, <u32>partial) : -1;
		partial = 0;
	} else k = keyAt(from, <u32>(to - from));
	if (k >= 0) {
		const bit: u32 = 1 << k;
		if (found & bit) bad = true;
		found |= bit;
	}
	current = k;
	next = WANT_COLON;
}

// @ts-ignore: decorator
@inline
function closeValue(at: f64): void {
	if (current >= 0) store<f64>(ROW + 32 + <usize>current * 16, at);
	current = -1;
}

function endLine(out: usize, at: f64): void {
	const row = out;
	store<f64>(ROW, lineStart);
	store<f64>(ROW + 8, at);
	store<f64>(ROW + 16, blank ? BLANK : bad || next != CLOSED ? PARSE : OK);
	memory.copy(row, ROW, stride);
	begin(at + 1);
}

/**
 * Scans `n` bytes at `base` that stand at `offset` in the file; at least 64 bytes behind them may be read. Returns how many
 * rows were put at `out`, at most `most`; usedBytes() tells how far it came.
 */
export function scan(base: usize, n: u32, offset: f64, out: usize, most: u32): u32 {
	const end = base + <usize>n;
	const space = i8x16.splat(0x20);
	const quoteByte = i8x16.splat(0x22);
	const backByte = i8x16.splat(0x5c);
	const feedByte = i8x16.splat(0x0a);
	const openByte = i8x16.splat(0x7b);
	const closeByte = i8x16.splat(0x7d);
	const colonByte = i8x16.splat(0x3a);
	const commaByte = i8x16.splat(0x2c);
	const tabByte = i8x16.splat(0x09);
	const returnByte = i8x16.splat(0x0d);
	let rows: u32 = 0;
	let p = base;
	let keyFrom = base;
	while (p < end && rows < most) {
		const a = v128.load(p);
		const b = v128.load(p, 16);
		const c = v128.load(p, 32);
		const d = v128.load(p, 48);
		if (inString != 0) {
			// most bytes of a rollout stand inside its texts: nothing happens there before a line feed or a quote that no backslash precedes
			if (next != IN_KEY && p >= base + 2 && p + 64 <= end) {
				const qa = i8x16.eq(a, quoteByte);
				const qb = i8x16.eq(b, quoteByte);
				const qc = i8x16.eq(c, quoteByte);
				const qd = i8x16.eq(d, quoteByte);
				const fed = any(i8x16.eq(a, feedByte), i8x16.eq(b, feedByte), i8x16.eq(c, feedByte), i8x16.eq(d, feedByte));
				// a backslash before the last byte may be an escaped one itself: then they are counted below, as before a quote
				const last = load<u8>(p, 63) == 0x5c;
				if (!fed && !(last && load<u8>(p, 62) == 0x5c)) {
					let within = !any(qa, qb, qc, qd);
					if (!within) {
						within =
							!any(
								v128.andnot(qa, i8x16.eq(v128.load(p - 1), backByte)),
								v128.andnot(qb, i8x16.eq(v128.load(p - 1, 16), backByte)),
								v128.andnot(qc, i8x16.eq(v128.load(p - 1, 32), backByte)),
								v128.andnot(qd, i8x16.eq(v128.load(p - 1, 48), backByte)),
							) &&
							!any(
								v128.and(qa, i8x16.eq(v128.load(p - 2), backByte)),
								v128.and(qb, i8x16.eq(v128.load(p - 2, 16), backByte)),
								v128.and(qc, i8x16.eq(v128.load(p - 2, 32), backByte)),
								v128.and(qd, i8x16.eq(v128.load(p - 2, 48), backByte)),
							);
					}
					if (within) {
						escaped = last ? 1 : 0;
						p += 64;
						continue;
					}
				}
			}
		} else if (depth > 1 && escaped == 0 && p + 64 <= end) {
			// the rest are numbers in lists
			if (i8x16.all_true(v128.and(v128.and(numeric(a), numeric(b)), v128.and(numeric(c), numeric(d))))) {
				p += 64;
				continue;
			}
		}
		let length: u64 = 64;
		let live: u64 = ~0;
		if (p + 64 > end) {
			length = <u64>(end - p);
			live = (<u64>1 << length) - 1;
		}
		const feeds = equal(a, b, c, d, feedByte) & live;
		let step = <usize>length;
		if (feeds != 0) {
			length = ctz(feeds);
			step = <usize>length + 1;
			live = (<u64>1 << length) - 1;
		}
		if (length > 0) {
			const top = length - 1;
			const backs = equal(a, b, c, d, backByte) & live;
			let quotes = equal(a, b, c, d, quoteByte) & live;
			if ((backs | escaped) != 0) {
				// a character is escaped when an odd run of backslashes ends before it: runs are told apart by adding to their starts
				const even: u64 = 0x5555555555555555;
				const starts = backs & ~escaped;
				const follows = (starts << 1) | escaped;
				const odd = starts & ~even & ~follows;
				const flipped = (odd + starts) << 1;
				const escapes = (even ^ flipped) & follows;
				quotes &= ~escapes;
				escaped = (starts >> top) & ~(escapes >> top) & 1;
			}
			let strings = quotes;
			strings ^= strings << 1;
			strings ^= strings << 2;
			strings ^= strings << 4;
			strings ^= strings << 8;
			strings ^= strings << 16;
			strings ^= strings << 32;
			strings ^= inString;
			inString = (strings >> top) & 1 ? ~(<u64>0) : 0;
			const outside = ~strings & live;
			let opens: u64 = 0;
			let closes: u64 = 0;
			if (outside != 0) {
				// "[" and "{" differ in one bit, and so do "]" and "}"
				const ao = v128.or(a, space);
				const bo = v128.or(b, space);
				const co = v128.or(c, space);
				const dd = v128.or(d, space);
				opens = equal(ao, bo, co, dd, openByte) & outside;
				closes = equal(ao, bo, co, dd, closeByte) & outside;
			}
			const nests = opens | closes;
			if (blank || next == CLOSED) {
				const rest = live & ~(equal(a, b, c, d, space) | equal(a, b, c, d, tabByte) | equal(a, b, c, d, returnByte));
				if (rest != 0) {
					if (next == CLOSED) bad = true;
					else if (load<u8>(p + <usize>ctz(rest)) != 0x7b) bad = true;
					blank = false;
				}
			}
			if (!bad && (nests != 0 || (depth <= 1 && (outside | quotes) != 0))) {
				const marks = quotes | (outside & (equal(a, b, c, d, colonByte) | equal(a, b, c, d, commaByte)));
				let events = depth <= 1 ? nests | marks : nests;
				while (events != 0) {
					const i = ctz(events);
					const bit = <u64>1 << i;
					events &= events - 1;
					const at = p + <usize>i;
					const place = offset + <f64>(at - base);
					if (nests & bit) {
						if (opens & bit) {
							depth++;
							if (depth == 2) {
								if (next != WANT_VALUE) bad = true;
								next = IN_NEST;
								events &= ~marks;
							} else if (depth == 1) {
								if (next != WANT_FIRST_KEY) bad = true;
							}
						} else {
							depth--;
							if (depth == 1) {
								next = WANT_END;
								events |= marks & ~((bit << 1) - 1);
							} else if (depth == 0) {
								if (next == WANT_END || next == WANT_VALUE) closeValue(place);
								else if (next != WANT_FIRST_KEY) bad = true;
								next = CLOSED;
								if (live & ~((bit << 1) - 1) & ~(equal(a, b, c, d, space) | equal(a, b, c, d, tabByte) | equal(a, b, c, d, returnByte))) bad = true;
							} else if (depth < 0) bad = true;
						}
					} else if (quotes & bit) {
						if (strings & bit) {
							if (next == WANT_VALUE) next = IN_STRING;
							else if (next == WANT_FIRST_KEY || next == WANT_KEY) {
								next = IN_KEY;
								keyFrom = at + 1;
								keyEscaped = false;
							} else bad = true;
						} else if (next == IN_KEY) {
							const first = keyFrom > p ? keyFrom - p : 0;
							if (backs & (bit - 1) & ~((<u64>1 << <u64>first) - 1)) keyEscaped = true;
							closeKey(keyFrom, at);
						} else if (next == IN_STRING) next = WANT_END;
						else bad = true;
					} else if (load<u8>(at) == 0x3a) {
						if (next != WANT_COLON) bad = true;
						if (current >= 0) store<f64>(ROW + 24 + <usize>current * 16, place + 1);
						next = WANT_VALUE;
					} else {
						if (next != WANT_END && next != WANT_VALUE) bad = true;
						closeValue(place);
						next = WANT_KEY;
					}
					if (bad) break;
				}
			}
			if (next == IN_KEY && backs != 0) {
				const first = keyFrom > p ? keyFrom - p : 0;
				if (first < 64 && backs & ~((<u64>1 << <u64>first) - 1)) keyEscaped = true;
			}
		}
		p += step;
		if (feeds != 0) {
			endLine(out + <usize>rows * stride, offset + <f64>(p - 1 - base));
			rows++;
		}
	}
	if (next == IN_KEY && !bad) keep(keyFrom, p);
	used = <u32>(p - base);
	return rows;
}

/** Ends the last line, which no line feed ends, at `offset`. */
export function finish(offset: f64, out: usize): void {
	endLine(out, offset);
}

// @ts-ignore: decorator
@inline
function turned(a: v128): v128 {
	return v128.xor(a, i32x4.shr_u(a, 15));
}

let low: u32 = 0;
let high: u32 = 0;
/** Takes one lane of a stripe in. */
// @ts-ignore: decorator
@inline
function fold(a: u32, b: u32): void {
	low = (low ^ a) * 0x9e3779b1;
	low ^= low >> 15;
	high = (high ^ b) * 0x85ebca6b + low;
}

/** The mark that src/session/spans/hash.ts makes of `length` bytes, for telling equal values from others. */
export function hash(from: usize, length: u32, seedLow: u32, seedHigh: u32): f64 {
	low = 0x811c9dc5 ^ seedLow;
	high = 0x9dc5811c ^ seedHigh ^ length;
	const end = from + <usize>length;
	let p = from;
	if (length >= 32) {
		const first = i32x4.splat(0x9e3779b1);
		const second = i32x4.splat(0x85ebca6b);
		let a0 = i32x4(1, 2, 3, 4);
		let a1 = i32x4(5, 6, 7, 8);
		let b0 = a0;
		let b1 = a1;
		for (; p + 32 <= end; p += 32) {
			const w0 = v128.load(p);
			const w1 = v128.load(p, 16);
			a0 = turned(i32x4.mul(v128.xor(a0, w0), first));
			a1 = turned(i32x4.mul(v128.xor(a1, w1), first));
			b0 = i32x4.add(i32x4.mul(v128.xor(b0, w0), second), a0);
			b1 = i32x4.add(i32x4.mul(v128.xor(b1, w1), second), a1);
		}
		fold(i32x4.extract_lane(a0, 0), i32x4.extract_lane(b0, 0));
		fold(i32x4.extract_lane(a0, 1), i32x4.extract_lane(b0, 1));
		fold(i32x4.extract_lane(a0, 2), i32x4.extract_lane(b0, 2));
		fold(i32x4.extract_lane(a0, 3), i32x4.extract_lane(b0, 3));
		fold(i32x4.extract_lane(a1, 0), i32x4.extract_lane(b1, 0));
		fold(i32x4.extract_lane(a1, 1), i32x4.extract_lane(b1, 1));
		fold(i32x4.extract_lane(a1, 2), i32x4.extract_lane(b1, 2));
		fold(i32x4.extract_lane(a1, 3), i32x4.extract_lane(b1, 3));
	}
	let a = low;
	let b = high;
	for (; p + 4 <= end; p += 4) {
		const w = load<u32>(p);
		a = (a ^ w) * 0x9e3779b1;
		a ^= a >> 15;
		b = (b ^ w) * 0x85ebca6b + a;
	}
	for (; p < end; p++) {
		const w = <u32>load<u8>(p);
		a = (a ^ w) * 0x01000193;
		b = (b ^ w) * 0xc2b2ae35 + a;
	}
	a = (a ^ (b >> 15)) * 0xc2b2ae35;
	b = (b ^ (a >> 13)) * 0x27d4eb2f;
	a ^= a >> 16;
	b ^= b >> 14;
	return <f64>(b >> 11) * 4294967296.0 + <f64>a;
}
