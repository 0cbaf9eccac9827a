/** Probabilities of one position, by token; what is not listed is not known. */
export type Distribution = ReadonlyMap<string, number>;

export interface DistillationOptions {
	/** How many of the teacher's likeliest tokens the head covers. */
	readonly k: number;
	/** How many of the student's likeliest tokens are looked at for the tail. */
	readonly m: number;
	/** Weight λ of the tail. */
	readonly lambda: number;
}

/** As STAR's released settings (k_d_kl_l1_coef 10). */
export const DEFAULT_DISTILLATION: DistillationOptions = { k: 100, m: 100, lambda: 10 };

/** One position under constrained knowledge distillation. */
export interface DistilledToken {
	/** Teacher's top-k and student's top-m, likeliest first, ties in listed order. */
	readonly top: readonly string[];
	readonly studentTop: readonly string[];
	/** Tokens the student ranks high and the teacher does not: confidently wrong. */
	readonly tail: readonly string[];
	/** Σ over the head of p·log(p/q). */
	readonly head: number;
	/** Σ over the head of q·log(q/p), for comparison. */
	readonly reverse: number;
	/** Σ of q over the tail. */
	readonly tailMass: number;
	/** head + λ·tailMass. */
	readonly loss: number;
	/** ∂loss/∂logit of every listed token; the update moves logits the other way. */
	readonly gradient: ReadonlyMap<string, number>;
	/** A head token was missing in the student's list (its floor was used) or had probability 0 (clamped to 1e-12). */
	readonly approximate: boolean;
}

const LEAST = 1e-12;

const likeliest = (of: Distribution, count: number): readonly string[] => {
	const rank = [...of.keys()].map((token, i) => ({ token, i, p: of.get(token) as number }));
	return rank
		.sort((a, b) => b.p - a.p || a.i - b.i)
		.slice(0, count)
		.map(t => t.token);
};

/**
 * L = Σ_{v∈I} p·log(p/q) + λ·Σ_{v∈J} q with I = top-k of the teacher, J = top-m of the student without I; neither list is
 * renormalised (STAR, arXiv 2602.03022 eq. 3–5). Gradient: q_j·Σ_I p − p_j·1[j∈I] + λ·q_j·(1[j∈J] − Σ_J q).
 */
export function distil(teacher: Distribution, student: Distribution, options: DistillationOptions = DEFAULT_DISTILLATION): DistilledToken {
	const top = likeliest(teacher, options.k);
	const studentTop = likeliest(student, options.m);
	const head = new Set(top);
	const tail = studentTop.filter(t => !head.has(t));
	let floor = Number.POSITIVE_INFINITY;
	for (const q of student.values()) if (q < floor) floor = q;
	let approximate = false;
	const q = (token: string): number => {
		const listed = student.get(token);
		if (listed !== undefined && listed > 0) return listed;
		approximate = true;
		return listed === undefined && Number.isFinite(floor) ? Math.max(floor, LEAST) : LEAST;
	};
	let forward = 0;
	let reverse = 0;
	let mass = 0;
	for (const token of top) {
		const p = teacher.get(token) as number;
		if (!(p > 0)) continue;
		const s = q(token);
		forward += p * Math.log(p / s);
		reverse += s * Math.log(s / p);
		mass += p;
	}
	const tailMass = tail.reduce((sum, t) => sum + (student.get(t) as number), 0);
	const gradient = new Map<string, number>();
	const inTail = new Set(tail);
	for (const token of new Set([...teacher.keys(), ...student.keys()])) {
		const s = student.get(token) ?? (head.has(token) ? q(token) : Number.isFinite(floor) ? floor : 0);
		const p = head.has(token) ? (teacher.get(token) as number) : 0;
		gradient.set(token, s * mass - p + options.lambda * s * ((inTail.has(token) ? 1 : 0) - tailMass));
	}
	return { top, studentTop, tail, head: forward, reverse, tailMass, loss: forward + options.lambda * tailMass, gradient, approximate };
}

/** ratio·L + (1 − ratio)·CE, where CE = −log q of the label. */
export const withCrossEntropy = (loss: number, labelProbability: number, ratio: number): number => ratio * loss - (1 - ratio) * Math.log(Math.max(labelProbability, LEAST));

/** Mean over the target tokens; 0 when there is none. */
export function maskedMean(losses: ArrayLike<number>, mask: ArrayLike<number> | null): number {
	let sum = 0;
	let n = 0;
	for (let i = 0; i < losses.length; i++) {
		if (mask && !mask[i]) continue;
		sum += losses[i] as number;
		n++;
	}
	return n ? sum / n : 0;
}
