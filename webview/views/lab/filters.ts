import type { FiltersView } from "../../../src/protocol/lab";
import { type Child, h } from "../../dom";
import { asking, type Card, figure, figures, frame, type LabDeps, links, percent, tl } from "./card";
import { groupText } from "./whatIf";

/** What the trainers' group filters would keep. */
export function filtersCard(deps: LabDeps): Card {
	const { element, body, allowed } = frame("filters");
	const run = asking(body, () => deps.ask("labFilters", null), draw);

	function draw(v: FiltersView): readonly Child[] {
		return [
			figures(
				tl("filter"),
				[tl("filter"), tl("kept"), tl("saved"), tl("sampledPerKept")],
				v.filters.map(f => [f.label, `${f.kept} / ${v.groups}`, percent(f.tokens ? f.tokens_dropped / f.tokens : Number.NaN), figure(f.sampled_per_kept)]),
			),
			...v.filters.map(f =>
				links(
					deps,
					tl("dropped", { filter: f.label, reasons: f.reasons.map(r => `${r.label} (${r.count})`).join(", ") }),
					f.dropped.map(g => ({ row: g.row, text: groupText(g) })),
					v.groups - f.kept,
				),
			),
			...v.notes.map(n => h("p", { class: "hint" }, n)),
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
