import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { expect, test } from "vitest";
import type { WhatIfAsk } from "../../../src/protocol/lab";
import { readRecipe } from "../../../src/session/recipeFile";
import { Session } from "../../../src/session/session";
import { BytesSource } from "../../../src/session/source";

const bytes = readFileSync(resolve(import.meta.dirname, "../../../media/sample/tool-agent-step-40.jsonl"));
const NONE: WhatIfAsk = { weights: {}, gate: null, estimator: null, preset: null };

async function open(text: string): Promise<Session> {
	const { recipe, problems } = readRecipe(text);
	expect(problems).toEqual([]);
	const session = await Session.open(new BytesSource("sample.jsonl", bytes), { locale: "en", recipe });
	await session.done();
	return session;
}

test.each<[string, WhatIfAsk]>([
	["other weights", { ...NONE, weights: { content: 6, format: 0.25 } }],
	["no gate", { ...NONE, gate: 0 }],
	["another gate and estimator", { weights: { result: 0 }, gate: 0.9, estimator: "rloo", preset: "trl" }],
])("a recipe that was tried out and written scores as the trial said: %s", async (_, ask) => {
	const before = await open('{"basis": "recomputed", "prices": {"get_weather": 3}, "ignore": ["E03"]}');
	const tried = await before.lab.answers.labWhatIf(ask);
	const { text } = await before.lab.answers.labRecipe(ask);
	const after = await open(text);
	// the file under the written recipe is what the trial compared with: now nothing moves
	const again = await after.lab.answers.labWhatIf(NONE);
	expect([again.weights, again.gate, again.estimator, again.preset]).toEqual([tried.weights, tried.gate, tried.estimator, tried.preset]);
	expect(again).toMatchObject({ sign_flips: 0, revived: [], killed: [], degenerate_before: tried.degenerate_after, unknown: tried.unknown });
	const advantage = after.estimate(after.setup.estimator).estimate.advantages;
	for (const m of [...tried.winners, ...tried.losers]) expect(advantage?.[m.row]).toBeCloseTo(m.after, 12);
	expect(after.resolution.recipe.prices).toEqual({ get_weather: 3 });
	expect(after.resolution.recipe.ignore).toEqual(["E03"]);
	await before.close();
	await after.close();
});
