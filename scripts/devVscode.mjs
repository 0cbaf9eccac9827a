/**
 * Installs the VS Code versions that the project starts and tests with.
 *   node scripts/devVscode.mjs [1.139] [1.99]      (default: both)
 */
import { installVSCode, NEWEST, OLDEST } from "./tools/vscode.mjs";

const versions = process.argv.slice(2);
for (const version of versions.length ? versions : [NEWEST, OLDEST]) {
	const started = Date.now();
	const done = await installVSCode(version);
	console.error(`VS Code ${version}: ${done ? "installed" : "already there"} (${((Date.now() - started) / 1000).toFixed(1)} s)`);
}
