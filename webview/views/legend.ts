import { overScale } from "../../src/core/credit/tone";
import type { RolloutView } from "../../src/protocol/queries";
import { h, replace } from "../dom";
import { signed } from "../format";
import { type Lens, strongest } from "../lens";
import { LEVELS } from "../paint/heat";
import type { Colors } from "../paint/theme";
import { t } from "../say";
import { DIFFERENCE } from "../state";
import { lensLabel } from "./lensSwitch";

/** What the colours and line marks of the transcript mean: sign, scale, clamp, and the cues that need no colour. */
export function legend(colors: Colors): { readonly element: HTMLElement; show(lens: Lens, view: RolloutView): void } {
	const bar = h("div", { class: "legend-bar", role: "img" });
	const ends = [h("span", {}), h("span", {}, "0"), h("span", {})] as const;
	const sentence = h("span", { class: "legend-text" });
	const approximate = h("span", { class: "cue", title: t("approximateTokensLong"), hidden: true }, t("approximateTokens"));
	const cues = h(
		"span",
		{ class: "legend-cues" },
		...(["tool", "summary", "hatch"] as const).map(cue =>
			h("span", { class: "cue", title: t(`cue_${cue}_long`) }, h("i", { class: `swatch cue-${cue}`, "aria-hidden": "true" }), t(`cue_${cue}`)),
		),
	);
	const element = h("div", { class: "legend" }, h("div", { class: "legend-scale" }, bar, h("div", { class: "legend-ends", "aria-hidden": "true" }, ...ends)), sentence, cues);

	const paintBar = (): void => {
		const steps = 2 * LEVELS + 1;
		bar.style.background = `linear-gradient(90deg,${colors.heat.map((c, i) => `${c} ${((i / steps) * 100).toFixed(2)}% ${(((i + 1) / steps) * 100).toFixed(2)}%`).join(",")})`;
	};
	paintBar();
	colors.on(paintBar);

	return {
		element,
		show(lens, view) {
			const most = strongest(lens, view.tokens.from.length);
			approximate.hidden = !view.tokens.approximate;
			const scale = signed(lens.scale).replace("+", "");
			replace(ends[0], `${signed(-lens.scale)} ↓`);
			replace(ends[2], `↑ ${signed(lens.scale)}`);
			const down = t("pushedDown");
			const up = t("pushedUp");
			bar.setAttribute("aria-label", t("legendBar", { down, up, scale }));
			bar.title = t("legendBar", { down, up, scale });
			sentence.textContent = Number.isNaN(most)
				? t("legendNone")
				: t(lens.id === DIFFERENCE ? "legendDifference" : overScale(most, lens.scale) ? "legendBeyond" : "legendText", {
						scale,
						most: signed(most),
						first: lensLabel(lens.of[0] ?? ""),
						second: lensLabel(lens.of[1] ?? ""),
					});
			sentence.title = sentence.textContent;
		},
	};
}
