import { writeJson } from "../../src/core/base/json";
import type { JsonValue } from "../../src/core/base/units";
import type { CallMatch, ParamMatch } from "../../src/core/model/reward";
import type { CallView, RolloutView } from "../../src/protocol/queries";
import { type Child, h, type Icon, icon } from "../dom";
import { score } from "../format";
import type { Page } from "../page";
import { t } from "../say";

const VERDICTS: Readonly<Record<ParamMatch["verdict"], Icon>> = { equal: "pass", similar: "partial", different: "fail", missing: "fail", extra: "warning" };

/** Every call with the reference call it was paired with, argument by argument. */
export function callsSection(r: RolloutView, page: Page): HTMLElement {
	const matchOf = new Map(r.score.matches.map(m => [m.call, m]));
	return h("div", { class: "calls" }, ...r.calls.map((c, i) => call(c, matchOf.get(i), page)));
}

function call(c: CallView, match: CallMatch | undefined, { actions }: Page): HTMLElement {
	return h(
		"div",
		{ class: "call" },
		h(
			"button",
			{ class: "row-button call-head", onclick: () => actions.point(c.span), title: t("showInText") },
			h("code", { class: "call-name" }, c.name),
			h("span", { class: "pairing" }, pairing(match)),
			c.origin === "recovered" && h("span", { class: "badge" }, t("recovered")),
		),
		match && match.params.length > 0 ? params(match.params) : h("pre", { class: "arguments" }, c.argumentsText),
	);
}

function pairing(match: CallMatch | undefined): string {
	if (!match) return t("notCompared");
	if (match.reference === null) return t("unpaired");
	return t("pairedWith", { number: match.reference + 1, similarity: score(match.similarity) });
}

const written = (value: JsonValue | undefined): Child => (value === undefined ? h("span", { class: "quiet" }, t("absent")) : h("code", {}, writeJson(value)));

function params(all: readonly ParamMatch[]): HTMLElement {
	return h(
		"table",
		{ class: "params" },
		h("thead", {}, h("tr", {}, h("th", { scope: "col" }, t("argument")), h("th", { scope: "col" }, t("actual")), h("th", { scope: "col" }, t("expected")))),
		h(
			"tbody",
			{},
			...all.map(p =>
				h(
					"tr",
					{ class: p.verdict },
					h("th", { scope: "row", title: t(`param_${p.verdict}`) }, icon(VERDICTS[p.verdict]), h("span", { class: "sr-only" }, t(`param_${p.verdict}`)), h("code", {}, p.name)),
					h("td", {}, written(p.actual)),
					h(
						"td",
						{},
						p.verdict === "equal" ? h("span", { class: "quiet" }, t("sameValue")) : written(p.expected),
						p.verdict === "similar" && h("span", { class: "similarity" }, `≈ ${score(p.similarity)}`),
					),
				),
			),
		),
	);
}
