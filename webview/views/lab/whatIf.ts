import type { GroupRef, MovedView, WhatIfAsk, WhatIfView } from "../../../src/protocol/lab";
import { type Child, h, redraw, settled } from "../../dom";
import { score, signed } from "../../format";
import { asking, type Card, choice, clipped, facts, figures, frame, type LabDeps, labelled, link, links, tl } from "./card";
import type { Trial } from "./trial";

const SHOWN = 8;
export const groupText = (g: GroupRef): string => `${g.group ?? "—"}${g.step === null ? "" : ` · ${g.step}`}`;

/** What the weights that are tried out would do to the file. */
export function whatIfCard(deps: LabDeps, trial: Trial): Card {
	const { element, body, allowed } = frame("whatif");
	const controls = h("div", { class: "lab-buttons" });
	const place = h("div", {});
	body.append(controls, place);
	const run = asking(place, (a: WhatIfAsk) => deps.ask("labWhatIf", a), draw);
	const renew = (): void => void run(trial.ask);
	let on = false;
	trial.onChange(
		settled(120, () => {
			if (on) renew();
		}),
	);

	const movers = (title: string, moved: readonly MovedView[]): readonly Child[] =>
		moved.length
			? [
					h("h3", {}, title),
					figures(
						title,
						[tl("row"), tl("group"), tl("before"), tl("after"), tl("rank")],
						moved
							.slice(0, SHOWN)
							.map(m => [link(deps, m.row, String(m.row)), clipped(m.group ?? "—"), signed(m.before), signed(m.after), `${score(m.rank_before, 0)} → ${score(m.rank_after, 0)}`]),
					),
				]
			: [];

	function draw(v: WhatIfView): readonly Child[] {
		return [
			h("p", { class: "hint" }, tl(v.before === "recorded" ? "under:recorded" : "under:recomputed", { estimator: v.estimator, preset: v.preset })),
			v.groups > 0 && v.groups_unknown === v.groups ? h("p", { class: "lab-advice" }, tl("nothingKnown")) : null,
			facts([
				[tl("degenerate"), `${v.degenerate_before} → ${v.degenerate_after}`],
				[tl("flips"), `${v.sign_flips} / ${v.compared}`],
				[tl("newBest"), String(v.new_best)],
				...(v.groups_unknown ? [[tl("groupsUnknown"), `${v.groups_unknown} / ${v.groups}`] as const] : []),
				...(v.unknown ? [[tl("unknown"), String(v.unknown)] as const] : []),
			]),
			links(
				deps,
				tl("revived"),
				v.revived.map(g => ({ row: g.row, text: groupText(g) })),
			),
			links(
				deps,
				tl("killed"),
				v.killed.map(g => ({ row: g.row, text: groupText(g) })),
			),
			links(
				deps,
				tl("flips"),
				v.flips.map(m => ({ row: m.row, text: `${m.row}: ${signed(m.before)} → ${signed(m.after)}` })),
				v.sign_flips,
			),
			...movers(tl("winners"), v.winners),
			...movers(tl("losers"), v.losers),
		];
	}

	return {
		element,
		renew(view) {
			on = allowed(view);
			body.hidden = !on;
			if (!on) return;
			const chosen = trial.ask.estimator ?? view.estimator;
			redraw(
				controls,
				labelled(
					tl("estimator"),
					choice(tl("estimator"), view.estimators, chosen, id => trial.under(id === view.estimator ? null : id)),
				),
			);
			renew();
		},
	};
}
