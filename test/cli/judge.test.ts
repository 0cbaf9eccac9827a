import { expect, test } from "vitest";
import { closedPort } from "../session/judges/server";
import { ROLLOUTS } from "./rollouts";
import { ndjson, useCli } from "./support";

const cli = useCli();

test("grades by evidence, kept in a file, are what other commands score with", () => {
	const file = cli.write("r.jsonl", ROLLOUTS);
	const recipe = cli.write("e.reward.json", JSON.stringify({ judge: { id: "evidence" }, reward: { id: "hierr" } }));
	const judged = cli.run(["judge", file, "--recipe", recipe, "--ndjson"]);
	const grades = ndjson<{ row: number; grade: number | null; reason: string; content: string }>(judged.stdout);
	// row 0 says "seven a day", row 3 the amount the tool gave, row 4 called no tool
	expect(grades.map(g => g.row)).toEqual([0, 1, 2, 3, 4, 5]);
	expect(grades[3]).toMatchObject({ grade: 5, reason: "evidence" });
	expect(grades[4]).toMatchObject({ grade: null, reason: "no-observations" });
	// what cannot be graded is an answer, told with its reason
	expect(judged.status).toBe(0);
	expect(judged.stderr).toMatch(/\d of 6 replies have no grade/);

	const plain = cli.write("p.reward.json", JSON.stringify({ reward: { id: "hierr" } }));
	const kept = cli.write("grades.jsonl", judged.stdout);
	const score = (...args: readonly string[]) =>
		ndjson<{ layers: Record<string, { score: number | null }> }>(cli.run(["score", file, "--ndjson", ...args]).stdout).map(r => r.layers.summary?.score);
	expect(score("--recipe", plain, "--grades", kept)).toEqual(score("--recipe", recipe));
	expect(score("--recipe", plain)[3]).toBeNull();
	expect(score("--recipe", recipe)[3]).not.toBeNull();
});

test("without a judge in the recipe nobody is asked", () => {
	expect(cli.run(["judge", cli.write("r.jsonl", ROLLOUTS)])).toMatchObject({ status: 2, stdout: "", stderr: expect.stringContaining("asks for no judge") });
});

test("a key that is not there is named, not guessed", () => {
	const recipe = cli.write("k.reward.json", JSON.stringify({ judge: { id: "endpoint", url: "https://judge.example/v1", model: "m", keyVariable: "JUDGE_KEY" } }));
	const ran = cli.run(["judge", cli.write("r.jsonl", ROLLOUTS), "--recipe", recipe]);
	expect(ran.stderr).toContain("JUDGE_KEY");
	expect(ran.status).toBe(2);
});

test("an endpoint that is down: no row is lost, the reason is the connection and not the budget, and the command says so", async () => {
	const url = `http://127.0.0.1:${await closedPort()}/v1`;
	const recipe = cli.write("d.reward.json", JSON.stringify({ judge: { id: "endpoint", url, model: "m", budget: 3, retries: 1 } }));
	const ran = cli.run(["judge", cli.write("r.jsonl", ROLLOUTS), "--recipe", recipe, "--ndjson"]);
	const rows = ndjson<{ grade: number | null; reason: string }>(ran.stdout);
	expect(rows.length).toBe(6);
	expect(rows.every(r => r.grade === null)).toBe(true);
	expect(rows[0]?.reason).toBe("unreachable");
	expect(rows.filter(r => r.reason === "unreachable").length).toBeLessThanOrEqual(3);
	expect(ran.stderr).toContain("The judge graded no reply: The model cannot be reached");
	expect(ran.status).toBe(2);
});
