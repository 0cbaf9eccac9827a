import { join, resolve } from "node:path";
import { defineConfig } from "vitest/config";

/** Tests in a real VS Code: one server, one file at a time, since two workbenches would fight for two cores. */
export default defineConfig({
	root: resolve(import.meta.dirname, "../.."),
	test: {
		include: ["test/e2e/**/*.test.ts"],
		globalSetup: join(import.meta.dirname, "setup.mjs"),
		fileParallelism: false,
		// the picture of a failed test is taken before the test's own clean-up
		sequence: { hooks: "list" },
		testTimeout: 120_000,
		// a starting workbench swallows keys now and then: what fails twice more is a fault
		retry: 2,
		expect: { poll: { timeout: 15_000 } },
		hookTimeout: 120_000,
	},
});
