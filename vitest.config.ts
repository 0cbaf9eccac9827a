import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";

export default defineConfig({
	test: {
		include: ["test/**/*.test.ts"],
		exclude: ["test/e2e/**", "test/page/**", "test/bench/**"],
		testTimeout: 60_000,
		// vitest leaves a core to its watcher, which nobody needs in a run
		maxWorkers: availableParallelism(),
	},
});
