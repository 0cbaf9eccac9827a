import type { DistillationAsk, DistillationView } from "../../../src/protocol/lab";
import { type Child, h } from "../../dom";
import { quoted, signed } from "../../format";
import { LEVELS, levelOf } from "../../paint/heat";
import { asking, type Card, facts, figure, figures, frame, type LabDeps, labelled, notes, numberField, percent, tl } from "./card";

const WRONG = 20;

/** The open rollout's tokens by which way distillation pushes them. */
export function distillationCard(deps: LabDeps): Card {
	const { element, body, allowed } = frame("distillation");
	const place = h("div", {});
	let on = false;
	let ask: DistillationAsk = { k: 100, m: 100, lambda: 10 };
	const run = asking(place, (a: DistillationAsk & { readonly row: number }) => deps.ask("labDistillation", a), draw);
	const renew = (): void => {
		if (on) void run({ ...ask, row: deps.store.now.row ?? 0 });
	};
	const change = (patch: Partial<DistillationAsk>): void => {
		ask = { ...ask, ...patch };
		renew();
	};
	body.append(
		h(
			"div",
			{ class: "lab-buttons" },
			labelled(
				tl("k"),
				numberField(tl("k"), ask.k, { min: 1, step: 1 }, k => change({ k })),
			),
			labelled(
				tl("m"),
				numberField(tl("m"), ask.m, { min: 1, step: 1 }, m => change({ m })),
			),
			labelled(
				tl("lambda"),
				numberField(tl("lambda"), ask.lambda, { min: 0 }, lambda => change({ lambda })),
			),
		),
		place,
	);
	deps.store.on(["row"], renew);
	deps.colors.on(renew);

	function draw(v: DistillationView | null): readonly Child[] {
		const title = h("h3", {}, tl("ofRow", { row: deps.store.now.row ?? 0 }));
		if (!v) return [title, h("p", { class: "hint" }, tl("no-row"))];
		const most = v.tokens.reduce((m, t) => (Number.isNaN(t.push) ? m : Math.max(m, Math.abs(t.push))), 1e-9);
		const token = (t: DistillationView["tokens"][number]): HTMLElement => {
			// as the transcript paints credit: the same colours, the same steps
			const style = Number.isNaN(t.push) ? "" : `background: ${deps.colors.heat[levelOf(t.push, most) + LEVELS]}`;
			const about = tl("token:push", { token: quoted(t.text), push: signed(t.push, 3), loss: figure(t.loss) });
			const title = t.approximate ? `${about} (${tl("approximate")})` : about;
			return h("span", { class: `lab-token${t.approximate ? " approximate" : ""}`, style, title }, t.text || "·");
		};
		return [
			title,
			facts([
				[tl("loss"), figure(v.loss)],
				[tl("head"), figure(v.head)],
				[tl("tail"), figure(v.tail)],
			]),
			h("p", { class: "lab-tokens" }, ...v.tokens.map(token)),
			v.wrong.length
				? figures(
						tl("wrong"),
						[tl("position"), tl("token"), tl("probability")],
						v.wrong.slice(0, WRONG).map(w => [String(w.position), quoted(w.token), percent(w.probability)]),
					)
				: null,
			notes(v.notes),
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
