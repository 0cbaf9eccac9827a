import type { SparsityAsk, SparsityView } from "../../../src/protocol/lab";
import { button, field } from "../../controls";
import { type Child, h, replace, settled } from "../../dom";
import { asking, type Card, facts, figure, figures, frame, type LabDeps, labelled, percent, tl } from "./card";
import { logPlot } from "./plot";

/** ".9, .8" → [.9, .8]; null = the file's; undefined = not readable. */
export function readChances(text: string): readonly number[] | null | undefined {
	const parts = text.split(/[,，;\s]+/).filter(p => p !== "");
	if (!parts.length) return null;
	const values = parts.map(Number);
	return values.every(v => v >= 0 && v <= 1) ? values : undefined;
}

/** How rare success is, with the plot of useful groups. */
export function sparsityCard(deps: LabDeps): Card {
	const { element, body, allowed } = frame("sparsity");
	const place = h("div", {});
	const bad = h("p", { class: "lab-failed", role: "alert", hidden: true }, tl("sparsity:bad"));
	let fromFile = false;
	let asTable = false;
	let ask: SparsityAsk = { p: null, size: 8 };
	const run = asking(place, (a: SparsityAsk) => deps.ask("labSparsity", a), draw);
	const chances = field(
		tl("sparsity:chances"),
		tl("sparsity:placeholder"),
		settled(200, text => {
			const p = readChances(text);
			bad.hidden = p !== undefined;
			if (p === undefined) return;
			ask = { ...ask, p };
			renewFigures();
		}),
	);
	body.append(labelled(tl("sparsity:chances"), chances.element), bad, place);

	function renewFigures(): void {
		if (fromFile || ask.p) void run(ask);
		else replace(place);
	}

	function draw(v: SparsityView): readonly Child[] {
		if (!v.steps.length) return [h("p", { class: "hint" }, v.advice.sentence)];
		const steps = figures(
			tl("sparsity:chances"),
			[tl("step"), tl("right"), tl("interval"), tl("seen")],
			v.steps.map(s => [String(s.position), percent(s.p), v.typed ? "—" : `${percent(s.low)} – ${percent(s.high)}`, figure(s.seen)]),
		);
		return [
			facts([
				[tl("P_all"), percent(v.P_all)],
				[tl("interval"), v.typed ? "—" : `${percent(v.P_low)} – ${percent(v.P_high)}`],
				[tl("tries"), figure(v.expected_tries)],
				[tl("median"), figure(v.median_tries)],
			]),
			h("p", { class: "lab-advice" }, v.advice.sentence),
			steps,
			// without any useful group there is nothing to see or to recommend
			v.by_G.some(g => g.effective_fraction > 0 || g.dense_P_all_same < 1) ? pictured(v) : null,
			h(
				"ul",
				{ class: "lab-notes" },
				...v.recommended_G
					.filter(r => Number.isFinite(r.any_success))
					.map(r => h("li", {}, tl("target", { target: r.target * 100, any: figure(r.any_success), mixed: figure(r.mixed_group) }))),
			),
			h("p", { class: "hint" }, v.caveat),
		];
	}

	function pictured(v: SparsityView): HTMLElement {
		const at = v.by_G.find(g => g.G === ask.size);
		const about = tl("plot:about", { G: ask.size, binary: percent(at?.effective_fraction ?? Number.NaN), dense: percent(1 - (at?.dense_P_all_same ?? Number.NaN)) });
		const picture = logPlot(
			[
				{ label: tl("useful:binary"), look: "binary", points: v.by_G.map(g => [g.G, g.effective_fraction]) },
				{ label: tl("useful:dense"), look: "dense", points: v.by_G.map(g => [g.G, 1 - g.dense_P_all_same]) },
			],
			v.by_G.map(g => g.G),
			about,
			percent,
		);
		const table = figures(
			tl("useful"),
			[tl("size"), tl("useful:binary"), tl("useful:dense"), tl("anySuccess"), tl("samples")],
			v.by_G.map(g => [String(g.G), percent(g.effective_fraction), percent(1 - g.dense_P_all_same), percent(g.P_any_success), figure(g.samples_per_useful_group)]),
		);
		const holder = h("div", { class: "lab-picture" });
		const show = (): void => {
			const other = button([tl(asTable ? "asPlot" : "asTable")], () => {
				asTable = !asTable;
				show();
				holder.querySelector<HTMLElement>("vscode-button")?.focus();
			});
			replace(holder, asTable ? table : picture, other);
		};
		show();
		return holder;
	}

	return {
		element,
		renew(view) {
			fromFile = allowed(view);
			renewFigures();
		},
	};
}
