/** Python's text.strip(chars); no pattern, because one anchored at the end is quadratic on long runs. */
export const strip = (text: string, chars: string): string => {
	let [from, to] = [0, text.length];
	while (from < to && chars.includes(text[from] as string)) from++;
	while (to > from && chars.includes(text[to - 1] as string)) to--;
	return text.slice(from, to);
};
