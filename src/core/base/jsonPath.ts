import { isArray, isObject, type JsonPath, type JsonValue } from "./units";

const NAME = /[\p{L}_][\p{L}\p{N}_-]*/uy;
const INDEX = /-?(?:0|[1-9]\d{0,9})(?=\])/y;
const QUOTED = /(["'])((?:\\.|(?!\1)[^\\])*)\1(?=\])/y;

const take = (rule: RegExp, text: string, at: number): RegExpExecArray | null => {
	rule.lastIndex = at;
	return rule.exec(text);
};

/**
 * Steps of a JSON path that leads to one value: RFC 9535's singular queries. `$` is the root, `.name`, `['name']` and
 * `["name"]` go into an object, `[0]` and, from the end, `[-1]` into a list. No wildcards, slices, filters or `..`.
 * A number when it is none: the offset of what is not understood.
 */
export function readJsonPath(text: string): JsonPath | number {
	if (text[0] !== "$") return 0;
	const steps: (string | number)[] = [];
	for (let at = 1; at < text.length; ) {
		const name = text[at] === "." ? take(NAME, text, at + 1) : null;
		if (name) {
			steps.push(name[0]);
			at += 1 + name[0].length;
			continue;
		}
		if (text[at] !== "[") return at;
		const quoted = take(QUOTED, text, at + 1);
		const index = quoted ? null : take(INDEX, text, at + 1);
		if (quoted) steps.push((quoted[2] as string).replace(/\\(.)/g, "$1"));
		else if (index) steps.push(Number(index[0]));
		else return at + 1;
		at += 2 + ((quoted ?? index)?.[0].length ?? 0);
	}
	return steps;
}

/** What a JSON path leads to, with the steps counted from the start; null when it leads nowhere. */
export function selectPath(root: JsonValue, path: JsonPath): { readonly value: JsonValue; readonly path: JsonPath } | null {
	let value: JsonValue | undefined = root;
	const steps: (string | number)[] = [];
	for (const step of path) {
		const at: string | number = typeof step === "number" && step < 0 && isArray(value) ? value.length + step : step;
		value = typeof at === "number" ? (isArray(value) ? value[at] : undefined) : isObject(value) && Object.hasOwn(value, at) ? value[at] : undefined;
		if (value === undefined) return null;
		steps.push(at);
	}
	return { value, path: steps };
}
