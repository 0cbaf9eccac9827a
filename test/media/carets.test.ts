import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { expect, test } from "vitest";
import { allFindings } from "../../src/session/findings";
import { loadRecipe } from "../../src/session/recipeFile";
import { Session } from "../../src/session/session";
import { PathSource } from "../../src/session/source";
import { carets } from "../support/carets";
import { SAMPLE_FOLDER } from "./generator";

const FILE = resolve(SAMPLE_FOLDER, "tool-agent-step-40.jsonl");

/** Every finding of the sample, drawn at its characters in the file: through the escapes of JSON, not in the rollout's own text. */
test("every finding of the sample points at the right characters of the file", async () => {
	const lines = readFileSync(FILE, "utf8").split("\n");
	const { recipe } = await loadRecipe(resolve(SAMPLE_FOLDER, "tool-agent-step-40.reward.json"));
	const session = await Session.open(new PathSource(FILE), { locale: "en", recipe });
	await session.done();
	const drawn: string[] = [];
	for await (const f of allFindings(session)) {
		const { place } = f;
		if (place === null) {
			drawn.push(`file ${f.severity} ${f.code}: ${f.message}`, "");
			continue;
		}
		expect([place.endLine, place.endColumn > place.column]).toEqual([place.line, true]);
		drawn.push(`line ${place.line} ${f.severity} ${f.code}: ${f.message}`, ...carets(lines[place.line - 1] ?? "", place.column - 1, place.endColumn - 1), "");
		for (const r of f.related) drawn.splice(-1, 0, `  ${r.message}`, ...carets(lines[r.place.line - 1] ?? "", r.place.column - 1, r.place.endColumn - 1).map(l => `  ${l}`));
	}
	await session.close();
	await expect(`${drawn.join("\n").trimEnd()}\n`).toMatchFileSnapshot("../core/checks/sample-carets.txt");
});
