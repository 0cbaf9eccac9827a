import { type Child, h, svg } from "../../dom";

export interface Curve {
	readonly label: string;
	/** Class that gives it its colour and dash. */
	readonly look: string;
	/** (x, y), both above 0. */
	readonly points: readonly (readonly [number, number])[];
}

const [WIDTH, HEIGHT, LEFT, BOTTOM, TOP, RIGHT] = [460, 220, 52, 30, 10, 12];

/** Powers of ten from the least value to 1; every so manieth when there are many. */
function powers(least: number): readonly number[] {
	const low = Math.max(-12, Math.floor(Math.log10(least)));
	const step = Math.max(1, Math.ceil(-low / 6));
	const out: number[] = [];
	for (let e = 0; e >= low; e -= step) out.push(10 ** e);
	return out;
}

/** Curves over logarithmic axes, y up to 1. `about` is the picture in words. */
export function logPlot(curves: readonly Curve[], xs: readonly number[], about: string, format: (y: number) => string): HTMLElement {
	const ys = curves.flatMap(c => c.points.map(p => p[1])).filter(y => y > 0);
	const ticks = powers(ys.reduce((m, y) => Math.min(m, y), 0.1));
	const low = Math.log10(ticks.at(-1) ?? 0.1);
	const [first, last] = [Math.log2(xs[0] ?? 1), Math.log2(xs.at(-1) ?? 2)];
	const x = (v: number): number => LEFT + ((Math.log2(v) - first) / Math.max(1e-9, last - first)) * (WIDTH - LEFT - RIGHT);
	const y = (v: number): number => TOP + (Math.log10(Math.max(v, 10 ** low)) / low) * (HEIGHT - TOP - BOTTOM);
	const grid = ticks.flatMap(v => [
		svg("line", { class: "grid", x1: LEFT, x2: WIDTH - RIGHT, y1: y(v), y2: y(v) }),
		svg("text", { class: "tick", x: LEFT - 6, y: y(v) + 4, "text-anchor": "end" }, format(v)),
	]);
	const feet = xs.map(v => svg("text", { class: "tick", x: x(v), y: HEIGHT - 10, "text-anchor": "middle" }, String(v)));
	const drawn = curves.map(c => {
		const shown = c.points.filter(p => p[1] > 0);
		const dots = shown.map(([px, py]) => svg("circle", { cx: x(px), cy: y(py), r: 3 }, svg("title", {}, `${c.label} · ${px}: ${format(py)}`)));
		return svg("g", { class: `curve ${c.look}` }, svg("polyline", { points: shown.map(([px, py]) => `${x(px).toFixed(1)},${y(py).toFixed(1)}`).join(" ") }), ...dots);
	});
	const picture = svg("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, class: "lab-plot", role: "img", "aria-label": about }, ...grid, ...feet, ...drawn);
	const legend: Child[] = curves.map(c => h("span", { class: `lab-key ${c.look}` }, c.label));
	return h("figure", {}, picture, h("figcaption", {}, ...legend));
}
