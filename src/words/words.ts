/** Languages of every string a person reads. */
export const LOCALES = ["en", "zh-cn"] as const;
export type Locale = (typeof LOCALES)[number];

/** One sentence in all languages; `{name}` is replaced by a value. */
export interface Phrase {
	readonly en: string;
	readonly zh: string;
}
export type Table = Readonly<Record<string, Phrase>>;
/** What a code means, for its page in docs/findings, for reports and for people who meet it the first time. */
export interface FindingHelp {
	readonly title: Phrase;
	readonly means: Phrase;
	/** How it is found, and when it is not. */
	readonly found: Phrase;
}
export type HelpTable = Readonly<Record<string, FindingHelp>>;

export type Values = Readonly<Record<string, string | number>>;

/** "zh-cn", "zh-hans", "zh_CN.UTF-8" → zh-cn; everything else → en. */
export const localeOf = (name: string | undefined): Locale => (/^zh(?![-_](tw|hk|hant))/i.test(name ?? "") ? "zh-cn" : "en");

/** `{name}`, or `{name|one|many}`: the word that goes with a number, in languages that tell one from many. */
const HOLE = /\{(\w+)(?:\|([^|}]*)\|([^|}]*))?\}/g;

export function phrase(p: Phrase, locale: Locale, values: Values = {}): string {
	const text = locale === "zh-cn" ? p.zh : p.en;
	return text.replace(HOLE, (all, name: string, one?: string, many?: string) =>
		name in values ? (one === undefined ? String(values[name]) : String(values[name]) === "1" ? one : String(many)) : all,
	);
}

/** The sentence of a code; an unknown code is shown as it is, so that nothing is lost. */
export const say = (table: Table, code: string, locale: Locale, values: Values = {}): string => {
	const p = table[code];
	return p ? phrase(p, locale, values) : code;
};
