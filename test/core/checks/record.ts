import type { JsonObject, JsonValue } from "../../../src/core/base/units";
import { checkRollout } from "../../../src/core/checks/registry";
import { importerById } from "../../../src/core/importers/registry";
import type { Finding } from "../../../src/core/model/finding";
import type { Rollout } from "../../../src/core/model/rollout";
import { assemble } from "../../../src/core/pipeline";

type ReferenceSteps = readonly (readonly { readonly name: string; readonly arguments: JsonValue }[])[];
export interface Task {
	readonly user?: string;
	/** Schema of the parameters by tool name. */
	readonly tools?: Readonly<Record<string, JsonObject>>;
	readonly gold?: ReferenceSteps;
}

/** A rollout as verl writes it, through the real importer. */
export function verlRollout(output: string, { user = "", tools, gold }: Task): Rollout {
	const schemas = tools && Object.entries(tools).map(([name, parameters]) => ({ type: "function", function: { name, parameters: { type: "object", ...parameters } } }));
	const gts = {
		question_content: user,
		...(schemas ? { tool_schemas: JSON.stringify(schemas) } : {}),
		...(gold ? { gold_tool_calls: JSON.stringify(gold) } : { answer: "unknown" }),
	};
	return rolloutOfRecord({ input: `user\n${user}\nassistant\n`, output, gts, score: 0, step: 1 });
}

export function rolloutOfRecord(record: JsonObject): Rollout {
	const imported = importerById("verl")?.read(record, { subtype: "verl", name: "1.jsonl", keys: {} }).rollouts[0];
	if (!imported) throw new Error("no rollout");
	return assemble(imported, { syntax: "hermes", segmenter: "auto" });
}

/** Calls one after the other, each answered before the next. */
export const turns = (...bodies: readonly string[]): string => bodies.map(b => `${b}\nuser\n<tool_response>\nok\n</tool_response>\nassistant\n`).join("");

export const call = (name: string, args: JsonValue): string => `<tool_call>\n${JSON.stringify({ name, arguments: args })}\n</tool_call>`;

/** Findings as one reads them: code, and the text they point at. */
export const drawn = (rollout: Rollout, findings: readonly Finding[] = checkRollout(rollout)): string[] =>
	findings.map(f => `${f.code}${typeof f.data.variant === "string" ? `.${f.data.variant}` : ""} ${f.span ? JSON.stringify(rollout.text.slice(f.span.from, f.span.to)) : "–"}`);
