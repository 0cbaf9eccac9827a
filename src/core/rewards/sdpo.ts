import { readJson, writeJson } from "../base/json";
import { isObject, type JsonObject, type JsonValue } from "../base/units";
import { pythonEqual } from "../matching/equality";
import { responseOf } from "../model/rollout";
import { check, layer, omittedCall, quote, scoreOf } from "./build";
import { shownPairs } from "./compare";
import type { Reward } from "./contract";
import { record } from "./options";
import { referenceCalls, textLacking } from "./reading";

type Options = Record<string, never>;

/** Words behind every "Action:", in order. */
export const actionsOf = (text: string): string[] => [...text.matchAll(/Action:\s*([\p{L}\p{N}_]+)/gu)].map(m => m[1] as string);

/** All objects behind "Action Input:" merged; each ends at its first brace, so one with a nested object is lost, as there. */
export function inputsOf(text: string): JsonObject {
	const merged: Record<string, JsonValue> = {};
	const opening = /Action Input:\s*\{/g;
	for (let m = opening.exec(text); m; m = opening.exec(text)) {
		const from = m.index + m[0].length - 1;
		const to = text.indexOf("}", from);
		if (to < 0) break;
		const reading = readJson(text.slice(from, to + 1));
		if (reading.ok && isObject(reading.value)) Object.assign(merged, reading.value);
		// an object that never closes swallows the input behind it, as there
		opening.lastIndex = to + 1;
	}
	return merged;
}

const sorted = (names: readonly string[]): string => [...names].sort().join("\n");

/** SDPO's tool-use reward (verl reward_score/feedback/tooluse.py): 1 when the actions are the reference's, in any order, and all inputs merged are equal. */
export const sdpo: Reward<Options> = {
	id: "sdpo",
	source: "SDPO verl/utils/reward_score/feedback/tooluse.py",
	range: [0, 1],
	defaults: {},
	optionsSchema: record("sdpo", {}),
	score(rollout) {
		const reference = referenceCalls(rollout);
		const missing = reference ? textLacking(rollout) : "no-reference";
		if (!reference || missing) return scoreOf([layer({ id: "match", score: Number.NaN, weight: 1, pays: ["tool"], unknown: missing })], shownPairs(rollout));
		const text = responseOf(rollout);
		const expected: Record<string, JsonValue> = {};
		for (const g of reference) if (isObject(g.arguments)) Object.assign(expected, g.arguments);
		const [actions, inputs] = [actionsOf(text), inputsOf(text)];
		const names = reference.map(g => g.name);
		const actionsRight = Number(sorted(actions) === sorted(names));
		const inputsRight = Number(pythonEqual(inputs, expected));
		const span = rollout.calls[0]?.span ?? null;
		const checks = [
			check("sdpo-actions", actionsRight, { expected: names.join(", "), actual: actions.join(", "), span }),
			check("sdpo-inputs", inputsRight, { expected: quote(writeJson(expected)), actual: quote(writeJson(inputs)), span }),
		];
		return scoreOf([layer({ id: "match", score: actionsRight * inputsRight, weight: 1, pays: ["tool"], checks })], { omitted: omittedCall(rollout), ...shownPairs(rollout) });
	},
};
