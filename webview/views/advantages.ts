import { LANES } from "../../src/core/model/segment";
import type { AdvantageView, RolloutView } from "../../src/protocol/queries";
import { type Child, h } from "../dom";
import { score, signed } from "../format";
import { laneName, t } from "../say";
import { lensLabel } from "./lensSwitch";

/** The rollout's advantage under each estimator, with the group statistics it was computed from. */
export function advantagesSection(r: RolloutView): HTMLElement {
	return h("div", { class: "advantages" }, ...r.advantages.map(advantage));
}

function advantage(a: AdvantageView): HTMLElement {
	const values = a.lanes ? LANES.map(lane => `${laneName(lane)} ${signed(a.lanes?.[lane] ?? Number.NaN)}`) : [signed(a.advantage)];
	return h(
		"div",
		{ class: "advantage" },
		h(
			"div",
			{ class: "advantage-head" },
			h("h4", { title: a.label }, lensLabel(a.estimator)),
			h("span", { class: "badge" }, a.preset),
			h("span", { class: "spring" }),
			h("strong", { class: "number" }, values.join(" · ")),
		),
		a.unknown ? h("p", { class: "statistic-note" }, a.unknown.sentence) : null,
		...a.statistics.map(statistic),
		h("p", { class: "corners" }, a.corners),
	);
}

/** "tool: (0.76 − 0.41) ÷ 0.36 · 8 rollouts", "1.33 × (0.76 − 0.41)"; without a reward there is nothing to compute. */
function statistic(s: AdvantageView["statistics"][number]): Child {
	const of = s.of === "reward" ? "" : `${laneName(s.of)}: `;
	const times = s.scale === 1 ? "" : `${score(s.scale, 3)} × `;
	const divided = s.divisor === 1 ? "" : ` ÷ ${score(s.divisor, 3)}`;
	const subtracted = s.baseline < 0 ? `(${score(s.baseline, 3)})` : score(s.baseline, 3);
	return h(
		"p",
		{ class: "statistic" },
		h("span", { class: "number", title: t("formulaTitle") }, Number.isNaN(s.reward) ? `${of}${t("noReward")}` : `${of}${times}(${score(s.reward, 3)} − ${subtracted})${divided}`),
		h("span", { class: "quiet" }, t("rolloutsInGroup", { count: s.size })),
		s.note !== null && h("span", { class: "statistic-note" }, s.note),
	);
}
