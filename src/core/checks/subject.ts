import { writeJson } from "../base/json";
import { isArray, isObject, type JsonObject, type JsonValue } from "../base/units";
import { pairCalls } from "../matching/pairing";
import type { Call } from "../model/call";
import type { Reference, Rollout } from "../model/rollout";
import type { StepCall, Subject } from "./contract";
import { schemaProblems } from "./parameterSchema";

/** Above this many combinations of calls and reference calls they are not compared: pairing takes their product in time. */
const MAX_COMBINATIONS = 250_000;

/** Works out once what the checks share. */
export function subjectOf(rollout: Rollout): Subject {
	const { calls } = rollout;
	const tools = rollout.tools && new Map(rollout.tools.map(t => [t.name, t]));
	const unknownTool = calls.map(c => tools !== null && !tools.has(c.name));
	const schema = calls.map(c => {
		const tool = tools?.get(c.name);
		return tool ? schemaProblems(tool, c.arguments) : [];
	});
	const wanted = rollout.reference && referenceCalls(rollout.reference);
	const references = wanted && wanted.length * calls.length > MAX_COMBINATIONS ? null : wanted;
	const duplicateOf = duplicates(calls, i => !unknownTool[i] && !schema[i]?.length);
	const partial = /\bactions$/.test(rollout.reference?.source ?? "");
	const pairs = new Int32Array(calls.length).fill(-1);
	if (references?.length) {
		const fit = calls.flatMap((_, i) => (unknownTool[i] || (duplicateOf[i] as number) >= 0 ? [] : [i]));
		const found = pairCalls(
			fit.map(i => calls[i] as Call),
			references,
		);
		fit.forEach((i, k) => {
			const j = found[k] as number;
			if (!partial || references[j]?.name === calls[i]?.name) pairs[i] = j;
		});
	}
	return { rollout, calls, tools, references, partial, unknownTool, schema, duplicateOf, pairs };
}

/** Reference calls with their steps; null when the file gives none. */
function referenceCalls({ calls, answer }: Reference): readonly StepCall[] | null {
	if (!calls) return null;
	const flat = calls.flatMap((step, i) => step.map(c => ({ ...c, step: i })));
	return flat.map((c, i) => ({ ...c, allowed: isArray(answer) ? allowedOf(answer[i], c.name) : null }));
}

/** BFCL's `{name: {parameter: [allowed values]}}`. */
const allowedOf = (answer: JsonValue | undefined, name: string): JsonObject | null => {
	const allowed = isObject(answer) ? answer[name] : undefined;
	return isObject(allowed) ? allowed : null;
};

/** First earlier valid call with the same name and the same arguments, whatever the order of their keys. */
function duplicates(calls: readonly Call[], valid: (index: number) => boolean): Int32Array {
	const out = new Int32Array(calls.length).fill(-1);
	if (calls.length < 2) return out;
	const first = new Map<string, number>();
	calls.forEach((c, i) => {
		const signature = JSON.stringify([c.name, writeJson(c.arguments, { sortKeys: true })]);
		const earlier = first.get(signature);
		if (earlier !== undefined) out[i] = earlier;
		else if (valid(i)) first.set(signature, i);
	});
	return out;
}
