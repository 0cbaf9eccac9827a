// Reads 10 000 mutated files and lines of each kind, other ones every time. See test/fuzz.
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

const vitest = fileURLToPath(new URL("../node_modules/vitest/vitest.mjs", import.meta.url));
const { status } = spawnSync(process.execPath, [vitest, "run", "test/fuzz"], {
	cwd: fileURLToPath(new URL("..", import.meta.url)),
	env: { ...process.env, FUZZ: "nightly" },
	stdio: "inherit",
});
process.exitCode = status ?? 1;
