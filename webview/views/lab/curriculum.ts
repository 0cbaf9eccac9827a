import type { CurriculumAsk, CurriculumView, SampleView } from "../../../src/protocol/lab";
import { type Child, h } from "../../dom";
import { asking, type Card, choice, figure, figures, frame, type LabDeps, labelled, links, notes, percent, tl } from "./card";

/** What each rollout is worth as a sample. */
export function curriculumCard(deps: LabDeps): Card {
	const { element, body, allowed } = frame("curriculum");
	const place = h("div", {});
	let ask: CurriculumAsk = { phase: 1, reading: "cumulative", tau: 0.8, weights: {} };
	const run = asking(place, (a: CurriculumAsk) => deps.ask("labCurriculum", a), draw);
	const change = (patch: Partial<CurriculumAsk>): void => {
		ask = { ...ask, ...patch };
		void run(ask);
	};
	const phases = (["1", "2", "3"] as const).map(id => ({ id, label: tl(`phase:${id}`) }));
	const readings = (["cumulative", "add"] as const).map(id => ({ id, label: tl(`phases:${id}`) }));
	body.append(
		h(
			"div",
			{ class: "lab-buttons" },
			labelled(
				tl("phase"),
				choice(tl("phase"), phases, "1", id => change({ phase: id === "3" ? 3 : id === "2" ? 2 : 1 })),
			),
			labelled(
				tl("phases"),
				choice(tl("phases"), readings, "cumulative", id => change({ reading: id === "add" ? "add" : "cumulative" })),
			),
		),
		place,
	);

	function draw(v: CurriculumView | null): readonly Child[] {
		if (!v) return [];
		return [
			h("p", { class: "lab-advice" }, tl("curriculum:line", { kept: v.kept, sum: figure(v.weight_sum), excluded: v.excluded })),
			figures(
				tl("class"),
				[tl("class"), tl("weight"), tl("count"), tl("kept")],
				v.classes.map(c => [c.label, figure(c.weight), String(c.count), String(c.kept)]),
			),
			...v.left_out.map(l =>
				leftOut(
					l,
					v.samples.filter(s => s.reason === l.reason && s.weight === 0),
				),
			),
			v.hard.length ? h("h3", {}, tl("hard")) : null,
			h(
				"ul",
				{ class: "lab-notes" },
				...v.hard.filter(x => x.drop).map(x => h("li", {}, tl("hard:line", { group: x.group, streak: x.streak, history: x.accuracy.map(percent).join(", ") }))),
			),
			notes(v.notes),
			h("p", { class: "hint" }, tl("exportHint")),
		];
	}

	const leftOut = (of: CurriculumView["left_out"][number], samples: readonly SampleView[]): HTMLElement | null =>
		links(
			deps,
			`${tl("excluded")}: ${of.sentence}`,
			samples.map(s => ({ row: s.row, text: String(s.row) })),
			of.count,
		);

	return {
		element,
		renew(view) {
			const ok = allowed(view);
			body.hidden = !ok;
			if (ok) void run(ask);
		},
	};
}
