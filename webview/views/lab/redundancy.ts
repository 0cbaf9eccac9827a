import type { HackingView, RedundancyView, SpentOn } from "../../../src/protocol/lab";
import { type Child, h } from "../../dom";
import { asking, type Card, facts, figure, figures, frame, type LabDeps, link, links, percent, tl } from "./card";

const TOOLS = 15;

const HEADS = (): readonly string[] => [tl("calls"), tl("redundant"), tl("cost"), tl("wasted")];
const spent = (s: SpentOn): readonly string[] => [s.of, String(s.calls), String(s.redundant), figure(s.cost), figure(s.wasted)];

/** Which prices the figures of cost stand on. */
function priced(prices: RedundancyView["prices"]): string {
	const named = Object.entries(prices).map(([tool, price]) => `${tool} ${figure(price)}`);
	return named.length ? tl("prices", { prices: named.join(", ") }) : tl("prices:none");
}

/** Calls that were for nothing. */
export function redundancyCard(deps: LabDeps): Card {
	const { element, body, allowed } = frame("redundancy");
	const run = asking(body, () => deps.ask("labRedundancy", { prices: {} }), draw);

	function draw(v: RedundancyView): readonly Child[] {
		return [
			facts([
				[tl("redundant"), `${v.redundant} / ${v.calls} (${percent(v.redundancy_rate)})`],
				[tl("wasted"), `${figure(v.wasted)} / ${figure(v.cost)}`],
				[tl("failedCost"), figure(v.failed_cost)],
				[tl("perSuccess"), figure(v.calls_per_success)],
				[tl("costPerSuccess"), figure(v.cost_per_success)],
			]),
			h("p", { class: "hint" }, priced(v.prices)),
			v.reasons.length ? h("ul", { class: "lab-notes" }, ...v.reasons.map(r => h("li", {}, `${r.label}: ${r.count}`))) : null,
			figures(tl("tool"), [tl("tool"), ...HEADS()], v.by_tool.slice(0, TOOLS).map(spent)),
			v.by_step.length > 1 ? figures(tl("byStep"), [tl("byStep"), ...HEADS()], v.by_step.slice(0, TOOLS).map(spent)) : null,
			links(
				deps,
				tl("wasteful"),
				v.by_rollout.map(r => ({ row: r.row, text: `${r.row}: ${r.redundant} / ${r.calls} · ${figure(r.wasted)}` })),
			),
		];
	}

	return {
		element,
		renew(view) {
			const ok = allowed(view);
			body.hidden = !ok;
			if (ok) void run(null);
		},
	};
}

/** Patterns that are worth a look. */
export function hackingCard(deps: LabDeps): Card {
	const { element, body, allowed } = frame("hacking");
	const run = asking(body, () => deps.ask("labHacking", null), draw);

	function draw(v: HackingView): readonly Child[] {
		const signal = (s: HackingView["signals"][number]): HTMLElement =>
			h("li", {}, h("code", {}, s.code), ` ${s.sentence} `, s.row === null ? null : link(deps, s.row, tl("goTo", { row: s.row })));
		return [v.signals.length ? h("ul", { class: "lab-notes" }, ...v.signals.map(signal)) : null, h("p", { class: "hint" }, v.note)];
	}

	return {
		element,
		renew(view) {
			const ok = allowed(view);
			body.hidden = !ok;
			if (ok) void run(null);
		},
	};
}
