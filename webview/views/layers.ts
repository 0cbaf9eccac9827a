import type { CheckView, RolloutView } from "../../src/protocol/queries";
import { type Child, h, icon } from "../dom";
import { partial, score } from "../format";
import type { Page } from "../page";
import { laneName, t } from "../say";

type LayerView = RolloutView["score"]["layers"][number];

/** The layers in order, each with its gate, its checks and what it adds; the sum stands at the end. */
export function layersSection(r: RolloutView, page: Page): HTMLElement {
	const { layers, total, known } = r.score;
	if (layers.length === 0) return h("p", { class: "hint" }, t("noLayers"));
	return h(
		"div",
		{ class: "layers" },
		...layers.map(l => layer(l, page)),
		h("p", { class: "sum" }, h("span", {}, layers.map(l => part(l.contribution)).join(" + ")), h("span", {}, "="), h("strong", { class: "number" }, partial(total, known))),
	);
}

const part = (value: number): string => (Number.isNaN(value) ? "?" : score(value));

function layer(l: LayerView, page: Page): HTMLElement {
	const known = !Number.isNaN(l.score);
	const state = !l.open ? "shut" : known ? "open" : "unknown";
	return h(
		"div",
		{ class: `layer layer-${state}` },
		h(
			"div",
			{ class: "layer-head" },
			h("h4", {}, l.label),
			h("span", { class: "bar", style: `--fill:${known ? Math.max(0, Math.min(1, l.score)) : 0}`, "aria-hidden": "true" }),
			h("span", { class: "layer-sum number", title: t("layerSum", { score: part(l.score), weight: score(l.weight), contribution: part(l.contribution) }) }, ...formula(l)),
		),
		...gate(l),
		l.unknownText !== null && h("p", { class: "why" }, icon("unknown"), t("unknownBecause", { why: l.unknownText })),
		l.pays.length > 0 && h("p", { class: "pays" }, t("pays", { lanes: l.pays.map(laneName).join(", ") })),
		l.checks.length > 0 && h("ul", { class: "checks" }, ...l.checks.map(c => check(c, page))),
	);
}

/** "0.75 × 0.40 = 0.30"; a closed gate pays 0 whatever the score. */
function formula(l: LayerView): Child[] {
	return [part(l.score), h("span", { class: "operator" }, "×"), score(l.weight), h("span", { class: "operator" }, "="), h("strong", {}, part(l.contribution))];
}

function gate(l: LayerView): Child[] {
	if (!l.open) return [h("p", { class: "gate shut" }, icon("lock"), l.gate === null ? t("gateShutPlain") : t("gateShut", { gate: score(l.gate) }))];
	return l.gate === null ? [] : [h("p", { class: "gate" }, icon("pass"), t("gateOpen", { gate: score(l.gate) }))];
}

function check(c: CheckView, { actions }: Page): HTMLElement {
	const { span } = c;
	const content: Child[] = [
		icon(c.verdict),
		h("span", { class: "sr-only" }, t(`verdict_${c.verdict}`)),
		h("span", { class: "message" }, c.sentence),
		c.verdict === "partial" && h("span", { class: "number" }, score(c.score)),
	];
	return h(
		"li",
		{ class: c.verdict },
		span ? h("button", { class: "row-button", onclick: () => actions.point(span), title: t("showInText") }, ...content) : h("span", { class: "row-button" }, ...content),
		...comparison(c),
	);
}

/** Expected beside actual, where a check has them and they differ. */
function comparison(c: CheckView): Child[] {
	if (c.verdict === "pass" || (c.expected === null && c.actual === null)) return [];
	return [
		h(
			"dl",
			{ class: "compare" },
			...(c.expected === null ? [] : [h("dt", {}, t("expected")), h("dd", {}, h("code", {}, c.expected))]),
			...(c.actual === null ? [] : [h("dt", {}, t("actual")), h("dd", {}, h("code", {}, c.actual))]),
		),
	];
}
