interface Watched {
	painted?: Promise<number>;
}

/**
 * For `evaluate` of any element of the page, before the key that asks for a rollout: watches for its arrival, and counts the milliseconds
 * from there until so many frames have passed. Takes nothing from round it, since a browser gets its text only.
 */
export function watchPaint(_: Element, frames: number): void {
	(window as Watched).painted = new Promise<number>(done => {
		const arrive = (event: MessageEvent): void => {
			if (typeof event.data?.body?.text !== "string") return;
			window.removeEventListener("message", arrive);
			const start = performance.now();
			const next = (left: number): void => {
				if (left === 0) done(performance.now() - start);
				else requestAnimationFrame(() => next(left - 1));
			};
			next(frames);
		};
		window.addEventListener("message", arrive);
	});
}

/** What was counted, once it is there. */
export const painted = (_: Element): Promise<number> | undefined => (window as Watched).painted;
