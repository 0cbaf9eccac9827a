import type { CreditTerm } from "../../src/core/model/credit";
import type { RolloutView } from "../../src/protocol/queries";
import { termSentence } from "../../src/words/credit";
import { h, replace, settled } from "../dom";
import { exact, NONE, quoted, score, signed } from "../format";
import { lensIds, lensOf } from "../lens";
import type { Page } from "../page";
import { spanAt } from "../paint/tokens";
import { kindName, laneName, locale, t } from "../say";
import { DIFFERENCE } from "../state";
import { lensLabel } from "./lensSwitch";

type Line = { readonly value: number; readonly sentence: string };
type Terms = {
	readonly estimator: string;
	readonly credit: number;
	readonly terms: readonly Line[];
	/** What moves the policy, and the factors it is the product of; null where there is none. */
	readonly weight: { readonly value: number; readonly factors: readonly Line[] } | null;
};

/** The token at the caret (or under the pointer): what it is, its credit under each estimator, and the terms that add up to it. */
export function tokenPanel({ store, actions }: Page): HTMLElement {
	const head = h("div", { class: "token-head" });
	const credits = h("dl", { class: "token-credits" });
	const terms = h("div", { class: "token-terms" });
	const weights = h("div", { class: "token-weights" });
	const hint = h("p", { class: "hint" }, t("tokenHint"));
	const spoken = h("div", { class: "sr-only", "aria-live": "polite" });
	const element = h("section", { class: "token-panel", "aria-label": t("token"), tabindex: 0 }, head, credits, terms, weights, hint, spoken);
	let asked = 0;
	const layerName = (id: string): string => store.now.file?.layers.find(l => l.id === id)?.label ?? id;

	const speak = settled(250, (text: string) => {
		spoken.textContent = text;
	});
	const said = (x: CreditTerm): Line => ({ value: x.value, sentence: termSentence(x, layerName, locale()) });
	const explain = settled(120, async (view: RolloutView, token: number, estimators: readonly string[]) => {
		const id = ++asked;
		const answers = await Promise.all(
			estimators.map(estimator =>
				actions.ask("explain", { row: view.row, token, estimator }).then(
					(a): Terms => ({ estimator, credit: a.credit, terms: a.terms.map(said), weight: a.weight ? { value: a.weight.value, factors: a.weight.factors.map(said) } : null }),
					(): Terms => ({ estimator, credit: Number.NaN, terms: [], weight: null }),
				),
			),
		);
		if (id !== asked) return;
		replace(terms, ...answers.map(a => termList(a)));
		replace(weights, ...answers.map(a => weightList(a)));
	});

	const show = (): void => {
		const { rollout: view, lens, hover, caret } = store.now;
		const token = hover >= 0 ? hover : caret;
		const shown = view !== null && token >= 0 && token < view.tokens.from.length;
		for (const e of [head, credits, terms, weights]) e.hidden = !shown;
		hint.hidden = shown || view === null;
		if (!shown || !view) {
			asked++;
			return;
		}
		replace(head, ...facts(view, token));
		replace(credits, ...creditPairs(view, token, lensOf(view, lens).id));
		const { of } = lensOf(view, lens);
		explain(view, token, of);
		if (hover < 0) speak(spokenToken(view, token));
	};
	store.on(["rollout", "lens", "hover", "caret"], show);
	return element;
}

const textOf = (view: RolloutView, token: number): string => view.text.slice(view.tokens.from[token], view.tokens.to[token]);
const segmentOf = (view: RolloutView, token: number): RolloutView["segments"][number] | undefined => view.segments[spanAt(view.segments, view.tokens.from[token] as number)];
const trained = (view: RolloutView, token: number): boolean => view.tokens.lossMask[token] === 1;

function facts(view: RolloutView, token: number): (HTMLElement | string)[] {
	const segment = segmentOf(view, token);
	const logprob = view.tokens.logprob[token] as number;
	const fact = (text: string, name = ""): HTMLElement => h("span", { class: `fact ${name}` }, text);
	return [
		h("code", {}, quoted(textOf(view, token))),
		fact(t(view.tokens.approximate ? "tokenNumberApproximate" : "tokenNumber", { index: token + 1, count: view.tokens.from.length })),
		fact(kindName(segment?.kind ?? "other"), `k-${segment?.kind ?? "other"}`),
		...(segment?.lane ? [fact(t("laneOf", { lane: laneName(segment.lane) }))] : []),
		fact(t(trained(view, token) ? "trained" : "masked")),
		fact(Number.isNaN(logprob) ? t("noLogprob") : t("logprob", { logprob: signed(logprob, 3), probability: score(Math.exp(logprob), 3) })),
	];
}

function creditPairs(view: RolloutView, token: number, chosen: string): HTMLElement[] {
	return lensIds(view).map(id =>
		h(
			"div",
			{ class: `credit${id === chosen ? " chosen" : ""}` },
			h("dt", {}, id === DIFFERENCE ? t("lens_difference") : lensLabel(id)),
			h("dd", {}, signed(lensOf(view, id).credit(token), 4)),
		),
	);
}

function termList(answer: Terms): HTMLElement {
	return h(
		"div",
		{ class: "term-list" },
		h("div", { class: "term-head" }, t(Number.isNaN(answer.credit) ? "noCredit" : "termsOf", { estimator: lensLabel(answer.estimator), credit: signed(answer.credit, 4) })),
		h("ul", {}, ...answer.terms.map(x => line(x, signed(x.value, 4)))),
	);
}

const line = (x: Line, number: string): HTMLElement => h("li", { title: exact(x.value) }, h("span", { class: "number" }, number), h("span", { class: "term" }, x.sentence));

/** Small numbers keep three digits: a coefficient is one over the tokens of a batch. */
const digits = (v: number): string => (Number.isNaN(v) ? NONE : String(Number(v.toPrecision(3))).replace("-", "\u2212"));

function weightList({ estimator, weight }: Terms): HTMLElement {
	if (!weight) return h("div", { class: "weight-list" });
	return h(
		"div",
		{ class: "weight-list" },
		h("div", { class: "term-head" }, t("weightOf", { estimator: lensLabel(estimator), weight: digits(weight.value) })),
		h("ul", {}, ...weight.factors.map(x => line(x, digits(x.value)))),
	);
}

function spokenToken(view: RolloutView, token: number): string {
	const kind = kindName(segmentOf(view, token)?.kind ?? "other");
	const credits = lensIds(view)
		.filter(id => id !== DIFFERENCE)
		.map(id => `${lensLabel(id)} ${signed(lensOf(view, id).credit(token))}`)
		.join(", ");
	return `${quoted(textOf(view, token))}, ${kind}, ${trained(view, token) ? credits : t("masked")}`;
}
