import { expect, test } from "vitest";
import { ESTIMATORS } from "../../src/core/estimators/registry";
import { IMPORTERS } from "../../src/core/importers/registry";
import { isOwn } from "../../src/session/auditView";

const grpo = ESTIMATORS.find(e => e.id === "grpo");

test.each([
	["verl", "verl"],
	["slime", "slime"],
	["miles", "slime"],
	["trl", "trl_group"],
	["ms-swift", "swift"],
	["nemo-rl", "nemo"],
	["rllm", "rllm"],
	["areal", "areal_group"],
	["roll", "roll_agentic"],
	["skyrl", "skyrl"],
	["prime-token-export", "prime_rl"],
] as const)("a file of %s: its own first preset of GRPO is %s", (format, preset) => {
	expect(IMPORTERS.some(i => i.id === format)).toBe(true);
	expect(grpo?.presets.filter(p => isOwn(format, p.source))[0]?.id).toBe(preset);
});

test("a file of no trainer has none", () => {
	for (const format of ["messages", "generic-text", "bfcl", "sharegpt"]) for (const e of ESTIMATORS) expect(e.presets.filter(p => isOwn(format, p.source))).toEqual([]);
});
