import type { CardView, FindingView } from "../../protocol/queries";
import { INLINE_WORDS } from "../../words/inline";
import { type Locale, say } from "../../words/words";

/** Scores at least this high count as met. */
const MET = 0.999;

/** A number as the command line writes it: three decimals at most, "–" for none. */
export function figure(value: number): string {
	if (Number.isNaN(value)) return "–";
	const size = Math.abs(value);
	if (size !== 0 && size < 0.0005) return value.toExponential(2);
	return String(Math.round(value * 1000) / 1000);
}

const mark = (score: number): string => (Number.isNaN(score) ? "?" : score >= MET ? "✓" : score <= 0 ? "✗" : figure(score));
const total = (c: CardView): string => (Number.isNaN(c.total) ? `${figure(c.known)} + ?` : figure(c.total));

/** What stands above a line: `reward 0.76 · format ✓ · content 0.6 · result ✗`; null when the line holds no rollout. */
export function lensText(cards: readonly CardView[], locale: Locale): string | null {
	const [first] = cards;
	if (!first) return null;
	if (cards.length > 1) {
		const rewards = cards.slice(0, 12).map(total).join(", ") + (cards.length > 12 ? ", …" : "");
		return say(INLINE_WORDS, "lens-many", locale, { count: cards.length, rewards });
	}
	const layers = first.layers.map(l => say(INLINE_WORDS, "lens-layer", locale, { layer: l.label, mark: mark(l.score) }));
	return [say(INLINE_WORDS, "lens", locale, { reward: total(first) }), ...layers].join(" · ");
}

/** Text of a stranger as Markdown shows it literally. */
export const escaped = (text: string): string => text.replace(/[\\`*_{}[\]()#+\-.!|<>~&$]/g, c => `\\${c}`).replace(/\s*\n\s*/g, " ⏎ ");

const MAX_QUOTED = 400;
const quoted = (text: string): string => escaped(text.length > MAX_QUOTED ? `${text.slice(0, MAX_QUOTED)}…` : text);

/** What each layer lacks, as a list under the table. */
const reasons = (card: CardView): readonly string[] => {
	const lines = card.layers.flatMap(l => (l.reason ? [`- ${mark(l.score)} ${escaped(l.label)}: ${quoted(l.reason)}`] : []));
	return lines.length ? ["", ...lines] : [];
};

/** The score card of one rollout as Markdown. */
export function cardMarkdown(card: CardView, locale: Locale): string {
	const word = (code: keyof typeof INLINE_WORDS, values: Readonly<Record<string, string | number>> = {}): string => say(INLINE_WORDS, code, locale, values);
	const title = [
		`**${word("title", { row: card.row })}**`,
		...(card.group === null ? [] : [word("group", { group: quoted(card.group) })]),
		...(card.step === null ? [] : [word("step", { step: card.step })]),
	].join(" · ");
	const rows = [
		...card.layers.map(l => [l.label, `${figure(l.score)} ${mark(l.score) === figure(l.score) ? "" : mark(l.score)}`.trim(), figure(l.contribution)]),
		[`**${word("recomputed", { reward: card.reward })}**`, "", `**${total(card)}**`],
		[word("recorded"), "", figure(card.recorded)],
		...(card.lanes
			? (["tool", "summary"] as const).map(lane => [word(`advantage-${lane}`, { estimator: card.estimator }), "", figure(card.lanes?.[lane] ?? Number.NaN)])
			: [[word("advantage", { estimator: card.estimator }), "", figure(card.advantage)]]),
	];
	// VS Code sets columns of figures without a gap
	return [
		title,
		"",
		`| ${word("layer")} | &nbsp;&nbsp;${word("score")} | &nbsp;&nbsp;${word("contribution")} |`,
		"|---|--:|--:|",
		...rows.map(r => `| ${r.join(" | ")} |`),
		...reasons(card),
		...(card.lacks ? ["", `? ${escaped(card.lacks)}`] : []),
	].join("\n");
}

/** What a finding expected and what is there, as Markdown: its sentence is in VS Code's own hover. Null when there is nothing to add. */
export function findingMarkdown(f: FindingView, locale: Locale): string | null {
	const line = (code: "expected" | "actual", value: string | null): readonly string[] => (value === null ? [] : [`${say(INLINE_WORDS, code, locale)}: ${quoted(value)}`]);
	const lines = [...line("expected", f.expected), ...line("actual", f.actual)];
	return lines.length ? `**${f.code}**  \n${lines.join("  \n")}` : null;
}
