import { beforeAll, expect, test } from "vitest";
import { toNdjson, useCli } from "./support";

const cli = useCli();
const REWARDS = [1, 0, 0, 1];
const deviation = Math.sqrt(1 / 3);

beforeAll(() => {
	const rows = REWARDS.map((reward, i) => ({
		group_index: 0,
		index: i,
		prompt: "Call f",
		tokens: [100, 101, 200, 201, 202],
		response: "a b c",
		response_length: 3,
		reward,
		loss_mask: [1, 1, 1],
		rollout_log_probs: [0, 0, 0],
		advantages: [0, 0, 0].map(() => Math.fround((reward - 0.5) / (deviation + 1e-6))),
		status: "completed",
		label: "x",
		metadata: {},
	}));
	cli.write("slime.jsonl", toNdjson(rows));
});

test("where several trainers' variants give the recorded numbers, the file's own is named first, on the screen and as JSON", () => {
	const [found] = JSON.parse(cli.run(["audit", "slime.jsonl", "--json"]).stdout);
	expect(found.best).toMatchObject({ estimator: "grpo", preset: "slime", matching: 4 });
	const equals = found.equals.map((c: { estimator: string; preset: string }) => `${c.estimator} ${c.preset}`);
	expect(equals[0]).toBe("grpo slime_pooled");
	expect(equals).toContain("grpo verl");
	const text = cli.run(["audit", "slime.jsonl"]).stdout.replace(/\s+/g, " ");
	expect(text).toContain("All 4 recorded advantages are those of grpo · slime;");
});
