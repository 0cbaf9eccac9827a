import { readJsonPath } from "../base/jsonPath";
import { linearRegex } from "../base/linearRegex";
import type { JsonObject, JsonValue } from "../base/units";
import type { ResultRule } from "../model/resultRule";
import { boolean, number, oneOf, record, text } from "./options";

/** A user's rule for the result, as a recipe says it. */
export interface RuleChoice {
	readonly id: string;
	readonly options: JsonObject;
}

/** What keeps a rule from being used, at a key of its options; `at` = offset in that text. */
export interface RuleFault {
	readonly code: "bad-pattern" | "bad-path" | "one-of-keys";
	readonly key: string | null;
	readonly at: number;
	readonly fragment: string;
	readonly keys: readonly string[];
}

const ON = oneOf("recipe:result.on", ["answer", "record"]);
const PATH = text("recipe:result.path");
const EQUALS = { equals: { description: "recipe:result.equals" }, equalsPath: text("recipe:result.equalsPath") };
const EXACT = boolean("recipe:result.exact");

/** Every kind of rule with the schema of its options, in the order in which they are offered. */
export const RESULT_RULES = {
	regex: {
		...record("recipe:result.options", { pattern: text("recipe:result.pattern"), flags: { ...text("recipe:result.flags"), pattern: "^[ims]*$" }, on: ON, path: PATH }),
		required: ["pattern"],
	},
	"json-path": { ...record("recipe:result.options", { path: PATH, on: ON, ...EQUALS, exact: EXACT }), required: ["path"] },
	equality: record("recipe:result.options", { ...EQUALS, exact: EXACT }),
	similarity: record("recipe:result.options", { ...EQUALS, least: number("recipe:result.least", { minimum: 0, maximum: 1 }) }),
} as const satisfies Readonly<Record<string, JsonObject>>;
type RuleId = keyof typeof RESULT_RULES;
export const RULE_IDS = Object.keys(RESULT_RULES) as readonly RuleId[];

/** How alike two texts must be when a recipe does not say. */
const LEAST = 0.8;

const str = (v: JsonValue | undefined): string | null => (typeof v === "string" ? v : null);

/**
 * Makes a rule that keeps the schema ready; what the schema cannot see is a fault: a pattern that cannot be searched in
 * linear time, a path that is none, a right value that is not named or named twice.
 */
export function compileRule({ id, options }: RuleChoice): ResultRule | readonly RuleFault[] {
	const faults: RuleFault[] = [];
	const fault = (code: RuleFault["code"], rest: Partial<RuleFault>): void => void faults.push({ code, key: null, at: 0, fragment: "", keys: [], ...rest });
	const pathOf = (key: string): ResultRule["path"] => {
		const given = str(options[key]);
		if (given === null) return null;
		const steps = readJsonPath(given);
		if (typeof steps !== "number") return { text: given, steps };
		fault("bad-path", { key, at: steps, fragment: given.slice(steps, steps + 20) });
		return null;
	};
	const source = str(options.pattern);
	const regex = source === null ? null : linearRegex(source, str(options.flags) ?? "");
	if (regex && "at" in regex) fault("bad-pattern", { key: "pattern", ...regex });
	const on = options.on === "record" ? "record" : "answer";
	const named = ["equals", "equalsPath"].filter(k => options[k] !== undefined);
	if (named.length > 1 || (id === "equality" && !named.length)) fault("one-of-keys", { keys: ["equals", "equalsPath"] });
	if (id === "regex" && on === "record" && options.path === undefined) fault("one-of-keys", { keys: ["path"] });
	const [path, equalsPath] = [pathOf("path"), pathOf("equalsPath")];
	if (faults.length) return faults;
	return {
		id,
		on,
		path,
		pattern: source !== null && regex && "find" in regex ? { text: source, regex } : null,
		equals: options.equals,
		equalsPath,
		exact: options.exact === true,
		least: typeof options.least === "number" ? options.least : LEAST,
	};
}
