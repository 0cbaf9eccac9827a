import type { JsonObject } from "../../core/base/units";
import type { Lab } from "../../session/lab/lab";
import type { Session } from "../../session/session";
import { type Flag, type Io, type Options, UsageError } from "../command";

/** Answer of one topic: as JSON, and as lines for a person. */
export interface Analysis {
	readonly json: JsonObject;
	readonly lines: readonly string[];
}

/** What `analyze` can be asked; one file in analyze/ and one row of TOPICS. */
export interface Topic {
	readonly name: string;
	readonly flags: readonly Flag[];
	/** About one opened file. */
	ofSession?(io: Io, session: Session, lab: Lab, options: Options): Promise<Analysis>;
	/** About one record of a file that holds no rollouts. */
	ofRow?(io: Io, row: number, record: JsonObject, options: Options): Analysis | null;
	/** Without a file; null = it needs one. */
	alone?(io: Io, options: Options): Analysis | null;
}

/** "--weights", with the value that does not fit. */
const wrong = (io: Io, name: string, value: string, fits: string, values: Readonly<Record<string, string>> = {}): UsageError =>
	new UsageError("not-a-value", { name: `--${name}`, value, fits: io.words(`fits:${fits}`, values) });

export function numberOf(io: Io, name: string, text: string | undefined, usual: number): number {
	if (text === undefined) return usual;
	const n = Number(text);
	if (text.trim() === "" || !Number.isFinite(n)) throw wrong(io, name, text, "number");
	return n;
}

/** A number from 0 to 1, as a recipe takes it; null without the option. */
export function shareOf(io: Io, name: string, text: string | undefined): number | null {
	if (text === undefined) return null;
	const n = Number(text);
	if (text.trim() === "" || !(n >= 0 && n <= 1)) throw wrong(io, name, text, "one-share");
	return n;
}

/** ".44,.3" → [.44, .3]; null without the option. */
export function sharesOf(io: Io, name: string, text: string | undefined): readonly number[] | null {
	if (text === undefined) return null;
	const values = text.split(",").map(Number);
	if (values.some(v => !(v >= 0 && v <= 1))) throw wrong(io, name, text, "share");
	return values;
}

/** "format=1,content=2"; ids must be among `ids`. */
export function weightsOf(io: Io, text: string | undefined, ids: readonly string[]): Readonly<Record<string, number>> {
	if (text === undefined) return {};
	return Object.fromEntries(
		text.split(",").map(part => {
			const [id = "", value = ""] = part.split("=").map(x => x.trim());
			const n = Number(value);
			if (!ids.includes(id) || value === "" || !Number.isFinite(n)) throw wrong(io, "weights", part, "weights", { ids: ids.join(", ") });
			return [id, n];
		}),
	);
}

/** "search=3,book=10"; any tool may be named. */
export function pricesOf(io: Io, text: string | undefined): Readonly<Record<string, number>> {
	if (text === undefined) return {};
	return Object.fromEntries(
		text.split(",").map(part => {
			const at = part.lastIndexOf("=");
			const n = Number(part.slice(at + 1));
			if (at < 1 || part.slice(at + 1).trim() === "" || !Number.isFinite(n)) throw wrong(io, "prices", part, "prices");
			return [part.slice(0, at).trim(), n];
		}),
	);
}

/** "1/1/1>1/.3/0,…". */
export function preferencesOf(io: Io, text: string | undefined): readonly { readonly better: readonly number[]; readonly worse: readonly number[] }[] {
	if (text === undefined) return [];
	return text.split(",").map(part => {
		const [better, worse, ...rest] = part.split(">").map(side => side.split("/").map(Number));
		if (!better || !worse || rest.length || better.length !== worse.length || [...better, ...worse].some(Number.isNaN)) throw wrong(io, "prefer", part, "preferences");
		return { better, worse };
	});
}
