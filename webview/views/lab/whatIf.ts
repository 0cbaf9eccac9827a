import type { GroupRef, WhatIfAsk, WhatIfView } from "../../../src/protocol/lab";
import { type Child, h, settled } from "../../dom";
import { score, signed } from "../../format";
import { asking, type Card, facts, figures, frame, type LabDeps, link, links, tl } from "./card";
import type { Trial } from "./trial";

const SHOWN = 12;
export const groupText = (g: GroupRef): string => `${g.group ?? "—"}${g.step === null ? "" : ` · ${g.step}`}`;

/** What the weights that are tried out would do to the file. */
export function whatIfCard(deps: LabDeps, trial: Trial): Card {
	const { element, body, allowed } = frame("whatif");
	const run = asking(body, (a: WhatIfAsk) => deps.ask("labWhatIf", a), draw);
	const renew = (): void => void run(trial.ask);
	let on = false;
	trial.onChange(
		settled(120, () => {
			if (on) renew();
		}),
	);

	function draw(v: WhatIfView): readonly Child[] {
		const moved = [...v.flips, ...v.winners, ...v.losers];
		const rows = moved.filter((m, i) => moved.findIndex(o => o.row === m.row) === i).slice(0, SHOWN);
		return [
			h("p", { class: "hint" }, tl(v.before === "recorded" ? "under:recorded" : "under:recomputed", { estimator: v.estimator, preset: v.preset })),
			facts([
				[tl("degenerate"), `${v.degenerate_before} → ${v.degenerate_after}`],
				[tl("flips"), `${v.sign_flips} / ${v.compared}`],
				[tl("newBest"), String(v.new_best)],
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
			rows.length
				? figures(
						tl("moved"),
						[tl("row"), tl("before"), tl("after"), tl("rank")],
						rows.map(m => [link(deps, m.row, String(m.row)), signed(m.before), signed(m.after), `${score(m.rank_before, 0)} → ${score(m.rank_after, 0)}`]),
					)
				: null,
		];
	}

	return {
		element,
		renew(view) {
			on = allowed(view);
			body.hidden = !on;
			if (on) renew();
		},
	};
}
