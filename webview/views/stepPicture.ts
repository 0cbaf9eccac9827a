import type { StepView } from "../../src/protocol/queries";
import { svg } from "../dom";

const HEIGHT = 100;
/** Room above and below the line, of HEIGHT. */
const MARGIN = 8;
/** More steps than this are drawn without a dot each. */
const DOTS = 80;

/** Lines between neighbours that both have a value: a step without one is a gap. */
export function meanLine(means: readonly number[]): string {
	let low = Number.POSITIVE_INFINITY;
	let high = Number.NEGATIVE_INFINITY;
	for (const m of means) {
		if (m < low) low = m;
		if (m > high) high = m;
	}
	const y = (m: number): number => (high > low ? HEIGHT - MARGIN - ((m - low) / (high - low)) * (HEIGHT - 2 * MARGIN) : HEIGHT / 2);
	let open = false;
	return means
		.flatMap((m, i) => {
			if (Number.isNaN(m)) {
				open = false;
				return [];
			}
			const command = open ? "L" : "M";
			open = true;
			return [`${command}${i + 0.5} ${y(m).toFixed(2)}`];
		})
		.join("");
}

/** Bars of the share of useful groups, and the mean reward between its least and greatest value as a line. `chosen` = index of the step that is shown alone, −1 = none. */
export function stepPicture(steps: readonly StepView[], chosen: number): SVGElement {
	const picture = svg("svg", { viewBox: `0 0 ${steps.length} ${HEIGHT}`, preserveAspectRatio: "none", "aria-hidden": "true" });
	const bars = steps.map(({ groups, useful }, i) => (groups ? `M${i + 0.15} ${HEIGHT}v${(-HEIGHT * useful) / groups}h.7V${HEIGHT}z` : "")).join("");
	const line = meanLine(steps.map(x => x.mean));
	if (chosen >= 0) picture.append(svg("rect", { class: "chosen", x: chosen, y: 0, width: 1, height: HEIGHT }));
	picture.append(svg("path", { class: "useful", d: bars }), svg("path", { class: "mean", d: line, "vector-effect": "non-scaling-stroke" }));
	// a stroke of no length with round ends is a dot that the stretched picture does not stretch
	if (steps.length <= DOTS) picture.append(svg("path", { class: "dot", d: line.replace(/[ML]([\d.]+) ([\d.]+)/g, "M$1 $2h0"), "vector-effect": "non-scaling-stroke" }));
	return picture;
}
