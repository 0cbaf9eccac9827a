import type { JsonObject, JsonValue } from "../../src/core/base/units";
import { lexicalSimilarity } from "../../src/core/matching/similarity";
import type { ReferenceCall } from "../../src/core/model/call";
import type { ImportedRollout, Recorded, Reference, Rollout, Turn } from "../../src/core/model/rollout";
import type { Tool } from "../../src/core/model/tool";
import { type AssembleSetup, assemble } from "../../src/core/pipeline";
import type { Given } from "../../src/core/rewards/contract";

export interface RolloutParts extends Partial<AssembleSetup> {
	/** The response, as one assistant turn. */
	readonly text: string;
	/** Text before the response; a user turn. */
	readonly prompt?: string;
	/** Names, or names with a schema. */
	readonly tools?: readonly (string | { readonly name: string; readonly parameters: JsonObject })[];
	/** Reference steps. */
	readonly calls?: readonly (readonly ReferenceCall[])[] | null;
	readonly answer?: JsonValue;
	readonly recorded?: Partial<Recorded>;
	readonly rest?: Partial<ImportedRollout>;
}

const toolOf = (t: string | { readonly name: string; readonly parameters: JsonObject }): Tool =>
	typeof t === "string" ? { name: t, description: null, parameters: null } : { name: t.name, description: null, parameters: t.parameters };

/** A whole rollout from raw response text, parsed and cut by the real rooms. */
export function rolloutOf(parts: RolloutParts): Rollout {
	const prompt = parts.prompt ?? "";
	const text = prompt + parts.text;
	const turns: Turn[] = [];
	if (prompt) turns.push({ role: "user", span: { from: 0, to: prompt.length }, body: { from: 0, to: prompt.length }, trained: false });
	turns.push({ role: "assistant", span: { from: prompt.length, to: text.length }, body: { from: prompt.length, to: text.length }, trained: true });
	const reference: Reference | null =
		parts.calls === undefined && parts.answer === undefined ? null : { calls: parts.calls ?? null, answer: parts.answer ?? null, source: "reference" };
	const imported: ImportedRollout = {
		id: null,
		group: null,
		step: null,
		text,
		promptEnd: prompt.length,
		turns,
		pieces: [],
		marks: [],
		objectCalls: [],
		tools: parts.tools?.map(toolOf) ?? null,
		reference,
		recorded: { reward: Number.NaN, components: {}, advantage: Number.NaN, ...parts.recorded },
		tokens: null,
		truncated: null,
		extras: {},
		findings: [],
		...parts.rest,
	};
	return assemble(imported, { syntax: parts.syntax ?? "hermes", segmenter: parts.segmenter ?? "tags" });
}

/** Nothing given from outside but the lexical similarity. */
export const given = (rest: Partial<Given> = {}): Given => ({
	judge: Number.NaN,
	outcome: Number.NaN,
	outcomeKey: null,
	similarity: { name: "lexical", of: lexicalSimilarity },
	...rest,
});

/** A call in Hermes marks. */
export const hermesCall = (name: string, args: JsonValue): string => `<tool_call>\n${JSON.stringify({ name, arguments: args })}\n</tool_call>`;
