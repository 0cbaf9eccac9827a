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

/** A gate whose layer has no score is neither open nor shut: what this layer adds is unknown. */
const isShut = (l: LayerView): boolean => !l.open && !Number.isNaN(l.contribution);

function layer(l: LayerView, page: Page): HTMLElement {
	const known = !Number.isNaN(l.score);
	const state = isShut(l) ? "shut" : known ? "open" : "unknown";
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
		...terms(l),
		l.unknownText !== null && h("p", { class: "why" }, icon("unknown"), t("unknownBecause", { why: l.unknownText })),
		l.checks.length > 0 && h("ul", { class: "checks" }, ...l.checks.map(c => check(c, page))),
	);
}

/** "0.75 × 0.40 = 0.30"; a closed gate pays 0 whatever the score. */
function formula(l: LayerView): Child[] {
	return [part(l.score), h("span", { class: "operator" }, "×"), score(l.weight), h("span", { class: "operator" }, "="), h("strong", {}, part(l.contribution))];
}

/** One line: is the gate open, and whose tokens does the layer pay when advantages are segment-locked. */
function terms(l: LayerView): Child[] {
	const gate = l.gate === null ? "" : t(isShut(l) ? "gateShut" : l.open ? "gateOpen" : "gateUnknown", { gate: score(l.gate) });
	const pays = l.pays.length > 0 && !isShut(l) ? t("pays", { lanes: l.pays.map(laneName).join(t("listComma")) }) : "";
	if (gate === "" && pays === "") return [];
	return [h("p", { class: `gate${isShut(l) ? " shut" : ""}` }, isShut(l) && icon("lock"), [gate, pays].filter(x => x !== "").join(" · "))];
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
