/** Milliseconds looked back on, and the least of them that a guess is made from. */
const WINDOW = 10_000;
const LEAST = 1000;

/**
 * How fast work goes, from how far it was lately: the beginning of a scan, in which threads start and models load,
 * says little about its end.
 */
export class Pace {
	private marks: { readonly at: number; readonly done: number }[] = [];

	/** Says how much is done at a time in milliseconds; a step back begins anew. */
	note(at: number, done: number): void {
		const last = this.marks.at(-1);
		if (last && done < last.done) this.marks = [];
		else if (last && at - last.at < WINDOW / 50) return;
		this.marks.push({ at, done });
		while (this.marks.length > 2 && at - (this.marks[1] as { at: number }).at > WINDOW) this.marks.shift();
	}

	/** Seconds until `total` is done; NaN while nothing can be said. */
	left(total: number): number {
		const [first, last] = [this.marks[0], this.marks.at(-1)];
		if (!first || !last || last.at - first.at < LEAST || last.done <= first.done) return Number.NaN;
		return ((total - last.done) * (last.at - first.at)) / (last.done - first.done) / 1000;
	}
}
