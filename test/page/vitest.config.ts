import { resolve } from "node:path";
import { defineConfig } from "vitest/config";

/** Tests of the page in a real Chromium, against the real worker. */
export default defineConfig({
	root: resolve(import.meta.dirname, "../.."),
	test: {
		include: ["test/page/**/*.test.ts"],
		testTimeout: 60_000,
		// a loaded machine drops a key or a frame now and then: what fails twice is a fault
		retry: 1,
		hookTimeout: 60_000,
		fileParallelism: false,
		expect: { poll: { timeout: 20_000 } },
	},
});
