/**
 * Porter's stemmer with the extensions of NLTK (its default mode), which rouge_score uses. Rules are tables of
 * [suffix, replacement]; the first suffix that fits decides, whether or not its condition holds.
 */
const IRREGULAR: Readonly<Record<string, string>> = {
	skies: "sky",
	sky: "sky",
	dying: "die",
	lying: "lie",
	tying: "tie",
	news: "news",
	innings: "inning",
	inning: "inning",
	outings: "outing",
	outing: "outing",
	cannings: "canning",
	canning: "canning",
	howe: "howe",
	proceed: "proceed",
	exceed: "exceed",
	succeed: "succeed",
};

type Rules = readonly (readonly [suffix: string, replacement: string])[];

const pairs = (text: string): Rules =>
	text.split(" ").map(rule => {
		const [suffix, replacement] = rule.split(">");
		return [suffix ?? "", replacement ?? ""];
	});

const PLURAL = pairs("sses>ss ies>i ss>ss s>");
const SECOND = pairs(
	"ational>ate tional>tion enci>ence anci>ance izer>ize bli>ble alli>al entli>ent eli>e ousli>ous ization>ize ation>ate ator>ate alism>al iveness>ive fulness>ful ousness>ous aliti>al iviti>ive biliti>ble fulli>ful logi>log",
);
const THIRD = pairs("icate>ic ative> alize>al iciti>ic ical>ic ful> ness>");
const FOURTH = pairs("al> ance> ence> er> ic> able> ible> ant> ement> ment> ent> ion> ou> ism> ate> iti> ous> ive> ize>");

const isConsonant = (word: string, i: number): boolean => {
	const c = word[i] as string;
	if ("aeiou".includes(c)) return false;
	// a y is a consonant at the start and after a vowel: every y of a run turns the answer over
	let from = i;
	while (from > 0 && word[from] === "y") from--;
	return !"aeiou".includes(word[from] as string) === ((i - from) % 2 === 0);
};

/** Number of vowel-consonant sequences: m of [C](VC)^m[V]. */
function measure(stem: string): number {
	let m = 0;
	for (let i = 1; i < stem.length; i++) if (isConsonant(stem, i) && !isConsonant(stem, i - 1)) m++;
	return m;
}

const hasVowel = (stem: string): boolean => {
	for (let i = 0; i < stem.length; i++) if (!isConsonant(stem, i)) return true;
	return false;
};
const endsDouble = (w: string): boolean => w.length >= 2 && w.at(-1) === w.at(-2) && isConsonant(w, w.length - 1);
const endsShort = (w: string): boolean => {
	const n = w.length;
	if (n === 2) return !isConsonant(w, 0) && isConsonant(w, 1);
	return n >= 3 && isConsonant(w, n - 3) && !isConsonant(w, n - 2) && isConsonant(w, n - 1) && !"wxy".includes(w[n - 1] as string);
};

function apply(word: string, rules: Rules, holds: (stem: string, suffix: string) => boolean): string {
	for (const [suffix, replacement] of rules)
		if (word.endsWith(suffix)) {
			const stem = word.slice(0, word.length - suffix.length);
			return holds(stem, suffix) ? stem + replacement : word;
		}
	return word;
}

function pastAndGerund(word: string): string {
	if (word.endsWith("ied")) return word.slice(0, -3) + (word.length === 4 ? "ie" : "i");
	if (word.endsWith("eed")) return measure(word.slice(0, -3)) > 0 ? word.slice(0, -1) : word;
	const stem = [word.endsWith("ed") ? word.slice(0, -2) : "", word.endsWith("ing") ? word.slice(0, -3) : ""].find(hasVowel);
	if (stem === undefined) return word;
	if (stem.endsWith("at") || stem.endsWith("bl") || stem.endsWith("iz")) return `${stem}e`;
	if (endsDouble(stem)) return "lsz".includes(stem.at(-1) as string) ? stem : stem.slice(0, -1);
	return measure(stem) === 1 && endsShort(stem) ? `${stem}e` : stem;
}

function second(word: string): string {
	if (word.endsWith("alli") && measure(word.slice(0, -4)) > 0) return second(`${word.slice(0, -4)}al`);
	return apply(word, SECOND, (stem, suffix) => measure(suffix === "logi" ? `${stem}l` : stem) > 0);
}

/** Stem of one lower-case ASCII word. */
export function porterStem(word: string): string {
	const irregular = Object.hasOwn(IRREGULAR, word) ? IRREGULAR[word] : undefined;
	if (irregular !== undefined || word.length <= 2) return irregular ?? word;
	let w = word.length === 4 && word.endsWith("ies") ? word.slice(0, -1) : apply(word, PLURAL, () => true);
	w = pastAndGerund(w);
	if (w.endsWith("y") && w.length > 2 && isConsonant(w, w.length - 2)) w = `${w.slice(0, -1)}i`;
	w = apply(second(w), THIRD, stem => measure(stem) > 0);
	w = apply(w, FOURTH, (stem, suffix) => measure(stem) > 1 && (suffix !== "ion" || stem.endsWith("s") || stem.endsWith("t")));
	if (w.endsWith("e")) {
		const stem = w.slice(0, -1);
		const m = measure(stem);
		if (m > 1 || (m === 1 && !endsShort(stem))) w = stem;
	}
	return w.endsWith("ll") && measure(w.slice(0, -1)) > 1 ? w.slice(0, -1) : w;
}
