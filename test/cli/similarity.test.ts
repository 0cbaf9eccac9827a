import { mkdirSync, writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { ROLLOUTS } from "./rollouts";
import { useCli } from "./support";

const cli = useCli();

/** The bundle lies alone in its folder: neither an encoder nor a runtime is beside it. */
test.each([
	["no encoder", ["--similarity", "embedding"], { LANG: "C.UTF-8" }, /^reward-inspector: Texts are compared by their characters: the sentence encoder is not there \(ENOENT/],
	[
		"no runtime",
		["--recipe", "own.reward.json"],
		{ LANG: "C.UTF-8" },
		/^reward-inspector: Texts are compared by their characters: onnxruntime is not there for this platform \(Cannot find module/,
	],
	["no encoder, in Chinese", ["--similarity", "embedding"], { LANG: "zh_CN.UTF-8" }, /^reward-inspector: 按字符比较文本：找不到句子编码器/],
] as const)("%s: said once, and everything is as by characters", (_, args, env, complaint) => {
	const file = cli.write("run.jsonl", ROLLOUTS);
	mkdirSync(cli.path("encoder-of-mine"), { recursive: true });
	for (const name of ["pieces.json", "model.onnx"]) writeFileSync(cli.path(`encoder-of-mine/${name}`), "[]");
	cli.write("own.reward.json", '{ "similarity": "embedding", "encoder": "encoder-of-mine" }');
	const plain = cli.run(["score", "--json", file], { env });
	const asked = cli.run(["score", "--json", ...args, file], { env });
	expect([asked.status, asked.stdout]).toEqual([0, plain.stdout]);
	expect(asked.stderr).toMatch(complaint);
	expect(asked.stderr.trim().split("\n")).toHaveLength(1);
});
