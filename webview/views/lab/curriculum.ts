import { type CurriculumAsk, type CurriculumView, SAMPLE_SHAPES, type SampleShape, type SampleView } from "../../../src/protocol/lab";
import { button } from "../../controls";
import { type Child, h, replace } from "../../dom";
import { asking, type Card, choice, figure, figures, frame, type LabDeps, labelled, link, links, notes, numberField, percent, tl } from "./card";

const HARD = 20;

/** What each rollout is worth as a sample. */
export function curriculumCard(deps: LabDeps): Card {
	const { element, body, allowed } = frame("curriculum");
	const classes = h("div", {});
	const place = h("div", {});
	const told = h("p", { class: "hint", role: "status" });
	let shape: SampleShape = SAMPLE_SHAPES[0];
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
		classes,
		place,
		h(
			"div",
			{ class: "lab-buttons" },
			labelled(
				tl("shape"),
				choice(
					tl("shape"),
					SAMPLE_SHAPES.map(id => ({ id, label: id })),
					shape,
					id => (shape = SAMPLE_SHAPES.find(s => s === id) ?? shape),
				),
			),
			button([tl("exportSamples")], () => void exportSamples()),
		),
		told,
	);

	/** The samples as they are shown, to a file that the editor asks for. */
	async function exportSamples(): Promise<void> {
		told.textContent = tl("working");
		try {
			const { text, kept } = await deps.ask("labSamples", { ...ask, shape });
			told.textContent = text === null ? tl("samplesTooLarge") : kept === 0 ? tl("noSamples") : "";
			if (text) deps.save(text, `.phase-${ask.phase}.jsonl`);
		} catch (e) {
			told.textContent = tl("failed", { reason: e instanceof Error ? e.message : String(e) });
		}
	}

	/** The classes stay where they are while their figures change: one of them may be being typed into. */
	const cells = new Map<string, { readonly count: HTMLElement; readonly kept: HTMLElement }>();
	function showClasses(of: CurriculumView["classes"]): void {
		if (of.some(c => !cells.has(c.id))) {
			const rows = of.map(c => {
				const own = { count: h("span", {}), kept: h("span", {}) };
				cells.set(c.id, own);
				const weight = numberField(tl("weight:class", { name: c.label }), c.weight, { min: 0, step: 0.1 }, n => change({ weights: { ...ask.weights, [c.id]: n } }));
				return [c.label, weight, own.count, own.kept];
			});
			replace(classes, figures(tl("class"), [tl("class"), tl("weight"), tl("count"), tl("kept")], rows));
		}
		for (const c of of) {
			const own = cells.get(c.id);
			if (own) [own.count.textContent, own.kept.textContent] = [String(c.count), String(c.kept)];
		}
	}

	function draw(v: CurriculumView | null): readonly Child[] {
		if (!v) return [];
		showClasses(v.classes);
		return [
			h("p", { class: "lab-advice" }, tl("curriculum:line", { kept: v.kept, sum: figure(v.weight_sum), excluded: v.excluded })),
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
				...v.hard
					.slice(0, HARD)
					.map(x => h("li", {}, link(deps, x.row, tl(x.drop ? "hard:drop" : "hard:watch", { group: x.group, streak: x.streak, history: x.accuracy.map(percent).join(", ") })))),
				v.hard.length > HARD && h("li", { class: "hint" }, tl("more", { count: v.hard.length - HARD })),
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
