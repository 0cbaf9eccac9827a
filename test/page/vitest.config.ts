import { resolve } from "node:path";
import { defineConfig } from "vitest/config";

/** Tests of the page in a real Chromium, against the real worker. */
export default defineConfig({
	root: resolve(import.meta.dirname, "../.."),
	test: {
		include: ["test/page/**/*.test.ts"],
		testTimeout: 60_000,
		hookTimeout: 60_000,
		fileParallelism: false,
		expect: { poll: { timeout: 20_000 } },
	},
});
