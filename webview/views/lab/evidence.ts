import type { EvidenceView } from "../../../src/protocol/lab";
import { type Child, h, icon } from "../../dom";
import { quoted } from "../../format";
import { asking, type Card, facts, figure, figures, frame, type LabDeps, percent, tl } from "./card";

const CLAIMS = 40;

/** What the open rollout's reply states, and whether a tool said so. */
export function evidenceCard(deps: LabDeps): Card {
	const { element, body, allowed } = frame("evidence");
	let on = false;
	const run = asking(body, (a: { readonly row: number }) => deps.ask("labEvidence", a), draw);
	const renew = (): void => {
		if (on && deps.store.now.view === "lab") void run({ row: deps.store.now.row ?? 0 });
	};
	deps.store.on(["row"], renew);

	function draw(v: EvidenceView | null): readonly Child[] {
		const title = h("h3", {}, tl("ofRow", { row: deps.store.now.row ?? 0 }));
		if (!v) return [title, h("p", { class: "hint" }, tl("no-reply"))];
		const found = (is: boolean): HTMLElement => h("span", { class: is ? "lab-found" : "lab-missing" }, icon(is ? "pass" : "fail"), tl(is ? "yes" : "no"));
		return [
			title,
			facts([
				[tl("grade"), figure(v.grade)],
				[tl("supported"), percent(v.supported)],
				[tl("recordedGrade"), figure(v.recorded)],
				...(v.given ? [[tl("givenGrade", { by: v.given.by }), figure(v.given.grade)] as const] : []),
			]),
			v.given ? h("p", {}, v.given.sentence) : null,
			h("p", { class: "hint" }, v.sentence),
			v.claims.length
				? figures(
						tl("claim"),
						[tl("claim"), tl("kind"), tl("found")],
						v.claims.slice(0, CLAIMS).map(c => [quoted(c.text), c.label, found(c.supported)]),
					)
				: null,
		];
	}

	return {
		element,
		renew(view) {
			on = allowed(view);
			body.hidden = !on;
			renew();
		},
	};
}
