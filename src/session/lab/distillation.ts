import { distilRow, readDistillationRow } from "../../core/analyses/distillationRow";
import type { JsonObject } from "../../core/base/units";
import type { DistillationAsk, DistillationView } from "../../protocol/lab";
import { DISTILLATION_WORDS } from "../../words/lab";
import { type Locale, say } from "../../words/words";

/** One record with the log-probabilities of teacher and student; null when it has none. */
export function distillationView(record: JsonObject, ask: DistillationAsk, locale: Locale): DistillationView | null {
	const row = readDistillationRow(record);
	if (!row) return null;
	const d = distilRow(row, ask);
	return {
		tokens: d.tokens.map((t, i) => ({
			text: row.tokens?.[i] ?? "",
			head: t.head,
			tail: t.tailMass,
			loss: t.loss,
			push: d.push[i] ?? Number.NaN,
			approximate: t.approximate,
		})),
		loss: d.loss,
		head: d.head,
		tail: d.tail,
		approximate: d.approximate,
		wrong: d.wrong,
		notes: [
			...(d.approximate ? [say(DISTILLATION_WORDS, "approximate", locale, { count: d.approximate })] : []),
			...(row.tokens ? [] : [say(DISTILLATION_WORDS, "no-tokens", locale)]),
		],
	};
}
