import type { LabView, WeightsAsk, WeightsView } from "../../../src/protocol/lab";
import { button } from "../../controls";
import { type Child, h, redraw, settled } from "../../dom";
import { signed } from "../../format";
import { asking, type Card, choice, figure, figures, frame, type LabDeps, labelled, notes, numberField, percent, tl } from "./card";
import type { Trial } from "./trial";

/** A weight as slider and number that follow each other. */
function weightControl(label: string, value: number, onChange: (n: number) => void): HTMLElement {
	const most = Math.max(8, Math.ceil(value * 2));
	const number = numberField(tl("weight:of", { layer: label }), value, { min: 0, step: 0.1 }, n => {
		slider.value = String(n);
		onChange(n);
	});
	const slider = h("input", { type: "range", class: "lab-slider", "aria-label": tl("weight:of", { layer: label }), min: 0, max: most, step: 0.1, value });
	slider.addEventListener("input", () => {
		number.value = slider.value;
		onChange(slider.valueAsNumber);
	});
	return h("div", { class: "lab-weight" }, h("span", { class: "clip", title: label }, label), slider, number);
}

/** Which behaviour wins, who votes, and weights fitted to failures or preferences. */
export function weightsCard(deps: LabDeps, trial: Trial): Card {
	const { element, body, allowed } = frame("weights");
	const controls = h("div", { class: "lab-controls" });
	const place = h("div", {});
	let view: LabView | null = null;
	/** Behaviours a preference may name, as the last answer told them. */
	let behaviours: WeightsView["votes"] = [];
	const nameOf = (id: string): string => behaviours.find(b => b.id === id)?.label ?? id;
	let preferences: { readonly better: string; readonly worse: string }[] = [];
	let pair = { better: "all_correct", worse: "format_only" };
	const run = asking(place, (a: WeightsAsk) => deps.ask("labWeights", a), draw);
	const renew = (): void => {
		const scores = (id: string): readonly number[] => behaviours.find(b => b.id === id)?.scores ?? [];
		void run({ weights: trial.ask.weights, preferences: preferences.map(p => ({ better: scores(p.better), worse: scores(p.worse) })), floor: 0.1, alpha: 1 });
	};
	trial.onChange(settled(120, renew));
	body.append(controls, place);

	function build(v: LabView): void {
		const { weights, gate } = trial.ask;
		redraw(
			controls,
			...v.columns.map(c => weightControl(c.label, weights[c.id] ?? c.weight, n => trial.set({ [c.id]: n }))),
			Number.isNaN(v.gate)
				? null
				: labelled(
						tl("gate"),
						numberField(tl("gate"), gate ?? v.gate, { min: 0, max: 1, step: 0.1 }, n => trial.set({}, n)),
					),
			h(
				"div",
				{ class: "lab-buttons" },
				button([tl("reset")], () => apply(Object.fromEntries(v.columns.map(c => [c.id, c.weight])), Number.isNaN(v.gate) ? null : v.gate)),
				v.source === "layers" ? button([tl("writeRecipe")], () => void deps.ask("labRecipe", trial.ask).then(r => deps.save(r.text, ".reward.json"))) : null,
				v.source === "layers" ? button([tl("copyRecipe")], () => void deps.ask("labRecipe", trial.ask).then(r => deps.copy(r.text, tl("copiedRecipe")))) : null,
			),
		);
	}

	/** Sets weights from outside the sliders and moves them along. */
	function apply(weights: Readonly<Record<string, number>>, gate = trial.ask.gate): void {
		trial.set(weights, gate);
		if (view) build(view);
	}

	function draw(v: WeightsView): readonly Child[] {
		behaviours = v.votes;
		const label = (id: string): string => view?.columns.find(c => c.id === id)?.label ?? id;
		const voters = figures(
			tl("voters"),
			[tl("layer"), tl("vote"), tl("failures"), tl("fit")],
			v.columns.map((id, k) => [label(id), bar(v.share?.[k] ?? Number.NaN), String(v.failures[id] ?? 0), figure(v.fit_failures[id] ?? Number.NaN)]),
		);
		const winners = figures(
			tl("archetypes"),
			[tl("behaviour"), tl("total"), tl("share")],
			v.votes.map(b => [b.label, figure(b.total), percent(b.share_of_max)]),
		);
		const mix = figures(
			tl("observed", { value: figure(v.expected_return) }),
			[tl("behaviour"), tl("share"), tl("total"), tl("push")],
			v.mix.map(b => [b.label, percent(b.share), figure(b.total), signed(b.push, 3)]),
		);
		const fitted = Object.keys(v.fit_failures).length > 0;
		return [
			...(v.votes.length ? [h("h3", {}, tl("archetypes")), winners] : []),
			h("h3", {}, tl("voters")),
			voters,
			fitted
				? h(
						"div",
						{ class: "lab-buttons" },
						button([tl("useFit")], () => apply(v.fit_failures)),
					)
				: null,
			...(v.mix.length ? [h("h3", {}, tl("observed", { value: figure(v.expected_return) })), mix] : []),
			notes(v.notes),
			...(v.votes.length ? [h("h3", {}, tl("preferences")), preferring(v)] : []),
		];
	}

	/** "A must earn more than B": a list, what fits it, and the pair to add. */
	function preferring(v: WeightsView): HTMLElement {
		const items = behaviours.map(({ id, label }) => ({ id, label }));
		const fit = v.fit_preferences;
		const text = fit && tl("fitted", { weights: v.columns.map((id, k) => `${id} ${figure(fit.weights[k] ?? Number.NaN)}`).join(", "), margin: figure(fit.margin) });
		return h(
			"div",
			{ class: "lab-preferences" },
			h(
				"ul",
				{ class: "lab-links" },
				...preferences.map((p, i) => {
					const name = tl("preference", { better: nameOf(p.better), worse: nameOf(p.worse) });
					const remove = (): void => {
						preferences = preferences.filter((_, k) => k !== i);
						renew();
					};
					return h("li", {}, h("span", {}, name), h("button", { class: "lab-link", "aria-label": `${tl("remove")}: ${name}`, onclick: remove }, tl("remove")));
				}),
			),
			h(
				"div",
				{ class: "lab-buttons" },
				choice(tl("better"), items, pair.better, better => (pair = { ...pair, better })),
				h("span", {}, ">"),
				choice(tl("worse"), items, pair.worse, worse => (pair = { ...pair, worse })),
				button([tl("add")], () => {
					if (pair.better === pair.worse) return;
					preferences = [...preferences, pair];
					renew();
				}),
			),
			text ? h("p", { class: "lab-advice" }, text) : null,
			v.fit_note && preferences.length ? h("p", { class: "hint" }, v.fit_note) : null,
			fit && !fit.contradictory
				? h(
						"div",
						{ class: "lab-buttons" },
						button([tl("usePreferences")], () => apply(Object.fromEntries(v.columns.map((id, k) => [id, fit.weights[k] ?? 0])))),
					)
				: null,
		);
	}

	return {
		element,
		renew(next) {
			const ok = allowed(next);
			body.hidden = !ok;
			if (!ok) return;
			view = next;
			build(next);
			renew();
		},
	};
}

/** A share as a bar with its number; below zero the layer is outvoted. */
function bar(share: number): HTMLElement {
	const size = Number.isNaN(share) ? 0 : Math.min(100, Math.abs(share) * 100);
	return h(
		"span",
		{ class: `lab-bar${share < 0 ? " against" : ""}` },
		h("span", { class: "lab-fill", style: `width: ${size}%`, "aria-hidden": "true" }),
		h("span", {}, percent(share)),
	);
}
