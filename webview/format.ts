/** Numbers as the page writes them. NaN is "none" and looks different from 0. */
export const NONE = "—";
const MINUS = "\u2212";

const plain = (value: number, digits: number): string => {
	const text = Math.abs(value).toFixed(digits);
	return Number(text) === 0 && value !== 0 ? tiny(Math.abs(value)) : text;
};
/** A value that would round to zero is not shown as zero. */
const tiny = (size: number): string => size.toExponential(0).replace("e-", `e${MINUS}`);

/** "+0.97", "−1.20", "0.00", "—". */
export function signed(value: number, digits = 2): string {
	if (Number.isNaN(value)) return NONE;
	if (!Number.isFinite(value)) return value > 0 ? "+∞" : `${MINUS}∞`;
	return `${value > 0 ? "+" : value < 0 ? MINUS : ""}${plain(value, digits)}`;
}

/** A score or a reward: "0.76", "−0.50", "—". */
export function score(value: number, digits = 2): string {
	const text = signed(value, digits);
	return text.startsWith("+") ? text.slice(1) : text;
}

/** A reward that may be partly unknown: "0.76", "0.76 + ?", "?". */
export function partial(total: number, known: number): string {
	if (!Number.isNaN(total)) return score(total);
	if (Number.isNaN(known)) return NONE;
	return known === 0 ? "?" : `${score(known)} + ?`;
}

/** Digits that tell a value from its neighbours: for values a person compares exactly. */
export const exact = (value: number): string =>
	Number.isNaN(value)
		? NONE
		: String(Number(value.toPrecision(7)))
				.replace(/^-/, MINUS)
				.replace("e-", `e${MINUS}`);

/** "12,345" in the page's locale. */
export const count = (n: number, locale: string): string => n.toLocaleString(locale === "zh-cn" ? "zh-CN" : "en-US");

/** "812 B", "1.4 MB". */
export function bytes(n: number): string {
	const units = ["B", "kB", "MB", "GB", "TB"];
	let value = n;
	let unit = 0;
	while (value >= 1000 && unit < units.length - 1) {
		value /= 1000;
		unit++;
	}
	return `${unit === 0 || value >= 100 ? Math.round(value) : value.toFixed(1)} ${units[unit]}`;
}

/** A token's text for a sentence: quoted, with its blanks visible. */
export function quoted(text: string, limit = 60): string {
	const shown = text.length > limit ? `${text.slice(0, limit)}…` : text;
	return `“${shown.replace(/\n/g, "↵").replace(/\t/g, "⇥").replace(/\r/g, "␍")}”`;
}
