/**
 * npm test: sets up, builds and runs every check; prints a table and, as its last line, "N passed, N failed".
 *   npm test                    everything
 *   npm test -- unit lint       only these parts: types lint unit page e2e e2e-oldest
 */
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { installPackages } from "./tools/packages.mjs";
import { root, run, say } from "./tools/shell.mjs";

const out = mkdtempSync(join(tmpdir(), "reward-inspector-test-"));
const bin = (pkg, file) => join(root, "node_modules", pkg, file);
const TSCONFIGS = ["src/core", "src", "src/extension", "webview", "test"];

/** One command is one test. */
async function command(args) {
	const { status, output } = await run(process.execPath, args, { quiet: true, check: false });
	if (status !== 0) say(output.trimEnd());
	return { passed: status === 0 ? 1 : 0, failed: status === 0 ? 0 : 1 };
}

/** Runs vitest and counts its single tests. A file that does not even load counts as one failed test. */
async function vitest(name, args, env = {}) {
	const file = join(out, `${name}.json`);
	const { status } = await run(process.execPath, [bin("vitest", "vitest.mjs"), "run", ...args, "--reporter=default", "--reporter=json", `--outputFile.json=${file}`], {
		env: { ...process.env, ...env },
		check: false,
	});
	const report = existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : { numPassedTests: 0, numFailedTests: 0, testResults: [] };
	const unloaded = report.testResults.filter(f => f.status === "failed" && !f.assertionResults.some(t => t.status === "failed")).length;
	const failed = report.numFailedTests + unloaded;
	return { passed: report.numPassedTests, failed: failed === 0 && status !== 0 ? 1 : failed };
}

const e2e = which => vitest(`e2e-${which}`, ["--config", "test/e2e/vitest.config.mjs"], { E2E_VSCODE: which });
const sum = counts => counts.reduce((a, b) => ({ passed: a.passed + b.passed, failed: a.failed + b.failed }), { passed: 0, failed: 0 });

const PARTS = {
	types: async () => sum(await Promise.all(TSCONFIGS.map(dir => command([bin("typescript", "bin/tsc"), "-p", join(root, dir)])))),
	lint: () => command([bin("@biomejs/biome", "bin/biome"), "check", "--error-on-warnings", root]),
	unit: () => vitest("unit", []),
	page: () => vitest("page", ["--config", "test/page/vitest.config.ts"]),
	e2e: () => e2e("newest"),
	"e2e-oldest": () => e2e("oldest"),
};

const asked = process.argv.slice(2);
const unknown = asked.filter(a => !(a in PARTS));
if (unknown.length) {
	say(`No part named ${unknown.join(", ")}; there are: ${Object.keys(PARTS).join(" ")}`);
	process.exit(2);
}

await installPackages();
const { build } = await import("./build.mjs");
/** @type {[string, number, { passed: number, failed: number }][]} */
const results = [];
const timed = async (name, work) => {
	say(`\n── ${name}`);
	const started = Date.now();
	const counts = await work().catch(e => {
		say(e.message);
		return { passed: 0, failed: 1 };
	});
	results.push([name, (Date.now() - started) / 1000, counts]);
};
await timed("build", async () => {
	await build();
	return { passed: 1, failed: 0 };
});
for (const name of asked.length ? asked : Object.keys(PARTS)) await timed(name, PARTS[name]);
rmSync(out, { recursive: true, force: true });

console.log("");
for (const [name, seconds, { passed, failed }] of results)
	console.log(`${name.padEnd(12)}${String(passed).padStart(6)} passed${String(failed).padStart(5)} failed${seconds.toFixed(1).padStart(8)} s`);
const total = sum(results.map(r => r[2]));
console.log(`${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed ? 1 : 0;
