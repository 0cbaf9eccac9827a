const N = 624;
const M = 397;

/** State after `init_genrand`. */
function seeded(seed: number): Uint32Array {
	const state = new Uint32Array(N);
	state[0] = seed;
	for (let i = 1; i < N; i++) {
		const before = state[i - 1] as number;
		state[i] = Math.imul(1812433253, before ^ (before >>> 30)) + i;
	}
	return state;
}

/** State after `init_by_array`: how CPython turns the 32-bit words of an integer seed into a state. */
function seededByArray(key: readonly number[]): Uint32Array {
	const state = seeded(19650218);
	const mix = (i: number): number => {
		const before = state[i - 1] as number;
		return before ^ (before >>> 30);
	};
	let i = 1;
	let j = 0;
	const step = (value: number): void => {
		state[i] = value;
		if (++i >= N) {
			state[0] = state[N - 1] as number;
			i = 1;
		}
	};
	for (let k = Math.max(N, key.length); k > 0; k--) {
		step(((state[i] as number) ^ Math.imul(mix(i), 1664525)) + (key[j] as number) + j);
		if (++j >= key.length) j = 0;
	}
	for (let k = N - 1; k > 0; k--) step(((state[i] as number) ^ Math.imul(mix(i), 1566083941)) - i);
	state[0] = 0x80000000;
	return state;
}

function twist(state: Uint32Array): void {
	for (let i = 0; i < N; i++) {
		const y = ((state[i] as number) & 0x80000000) | ((state[(i + 1) % N] as number) & 0x7fffffff);
		state[i] = (state[(i + M) % N] as number) ^ (y >>> 1) ^ (y & 1 ? 0x9908b0df : 0);
	}
}

/**
 * Numbers in [0, 1) with 53 bits, one per call: the stream of CPython's `random.Random(seed).random()` (MT19937), so that a
 * simulation prints the same digits in both languages. `seed`: an integer ≥ 0, of any size as bigint.
 */
export function mersenneTwister(seed: number | bigint): () => number {
	const key: number[] = [];
	for (let rest = BigInt(seed); rest > 0n || !key.length; rest >>= 32n) key.push(Number(rest & 0xffffffffn));
	const state = seededByArray(key);
	let at = N;
	const next = (): number => {
		if (at >= N) {
			twist(state);
			at = 0;
		}
		let y = state[at++] as number;
		y ^= y >>> 11;
		y ^= (y << 7) & 0x9d2c5680;
		y ^= (y << 15) & 0xefc60000;
		return (y ^ (y >>> 18)) >>> 0;
	};
	return () => {
		const high = next() >>> 5;
		return (high * 67108864 + (next() >>> 6)) / 9007199254740992;
	};
}
