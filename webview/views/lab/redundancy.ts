import type { HackingView, RedundancyView } from "../../../src/protocol/lab";
import { type Child, h } from "../../dom";
import { asking, type Card, facts, figure, figures, frame, type LabDeps, link, links, percent, tl } from "./card";

const TOOLS = 15;

/** Calls that were for nothing. */
export function redundancyCard(deps: LabDeps): Card {
	const { element, body, allowed } = frame("redundancy");
	const run = asking(body, () => deps.ask("labRedundancy", { prices: {} }), draw);

	function draw(v: RedundancyView): readonly Child[] {
		return [
			facts([
				[tl("redundant"), `${v.redundant} / ${v.calls} (${percent(v.redundancy_rate)})`],
				[tl("perSuccess"), figure(v.calls_per_success)],
			]),
			v.reasons.length ? h("ul", { class: "lab-notes" }, ...v.reasons.map(r => h("li", {}, `${r.label}: ${r.count}`))) : null,
			figures(
				tl("tool"),
				[tl("tool"), tl("calls"), tl("redundant"), tl("wasted")],
				v.by_tool.slice(0, TOOLS).map(t => [t.of, String(t.calls), String(t.redundant), figure(t.wasted)]),
			),
			links(
				deps,
				tl("wasteful"),
				v.by_rollout.map(r => ({ row: r.row, text: `${r.row}: ${r.redundant} / ${r.calls}` })),
			),
		];
	}

	return {
		element,
		renew(view) {
			const ok = allowed(view);
			body.hidden = !ok;
			if (ok) void run(null);
		},
	};
}

/** Patterns that are worth a look. */
export function hackingCard(deps: LabDeps): Card {
	const { element, body, allowed } = frame("hacking");
	const run = asking(body, () => deps.ask("labHacking", null), draw);

	function draw(v: HackingView): readonly Child[] {
		const signal = (s: HackingView["signals"][number]): HTMLElement =>
			h("li", {}, h("code", {}, s.code), ` ${s.sentence} `, s.row === null ? null : link(deps, s.row, tl("goTo", { row: s.row })));
		return [v.signals.length ? h("ul", { class: "lab-notes" }, ...v.signals.map(signal)) : null, h("p", { class: "hint" }, v.note)];
	}

	return {
		element,
		renew(view) {
			const ok = allowed(view);
			body.hidden = !ok;
			if (ok) void run(null);
		},
	};
}
