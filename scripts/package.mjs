/**
 * Packs the extension: reward-inspector-<version>-<target>.vsix in dist/.
 *   node scripts/package.mjs [--target linux-x64]
 */
import { existsSync, readFileSync, statSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "./build.mjs";
import { root, run, say } from "./tools/shell.mjs";

/** Builds and packs; returns the path of the package. */
export async function packExtension({ target = "linux-x64" } = {}) {
	await build();
	const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
	const file = join(root, `dist/reward-inspector-${version}-${target}.vsix`);
	const args = [
		"package",
		"--no-dependencies",
		"--target",
		target,
		"--out",
		file,
		"--allow-missing-repository",
		"--no-rewrite-relative-links",
		...(existsSync(join(root, "LICENSE")) ? [] : ["--skip-license"]),
	];
	await run(process.execPath, [join(root, "node_modules/@vscode/vsce/vsce"), ...args], { quiet: true });
	return file;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
	const at = process.argv.indexOf("--target");
	const file = await packExtension(at > 0 ? { target: process.argv[at + 1] } : {});
	say(`${relative(root, file)}: ${(statSync(file).size / 1024).toFixed(0)} kB`);
}
