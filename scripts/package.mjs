/**
 * Packs the extension: reward-inspector-<version>-<target>.vsix in dist/.
 *   node scripts/package.mjs [--target linux-x64]
 */
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "./build.mjs";
import { root, run, say } from "./tools/shell.mjs";

/** vsce leaves out the root's node_modules but packs a folder of that name inside dist, where the bundles look first. */
const shipped = join(root, "dist/node_modules");
const LIBRARY = { linux: "libonnxruntime.so.1", darwin: "libonnxruntime.1.dylib", win32: "onnxruntime.dll" };

/** Copies what onnxruntime needs on one target, for the processor alone. False when it has no binary for it. */
function copyRuntime(target) {
	rmSync(shipped, { recursive: true, force: true });
	const [platform = "", arch = ""] = target.split("-");
	const binary = join("bin/napi-v6", platform, arch);
	const from = name => join(root, "node_modules", name);
	if (!LIBRARY[platform] || !existsSync(join(from("onnxruntime-node"), binary))) return false;
	const scripts = (name, folder) => readdirSync(join(from(name), folder)).flatMap(f => (f.endsWith(".js") ? join(folder, f) : []));
	const files = {
		"onnxruntime-node": ["package.json", ...scripts("onnxruntime-node", "dist"), join(binary, "onnxruntime_binding.node"), join(binary, LIBRARY[platform])],
		"onnxruntime-common": ["package.json", "dist/cjs/package.json", ...scripts("onnxruntime-common", "dist/cjs")],
	};
	for (const [name, list] of Object.entries(files))
		for (const f of list) {
			mkdirSync(dirname(join(shipped, name, f)), { recursive: true });
			copyFileSync(join(from(name), f), join(shipped, name, f));
		}
	return true;
}

/** Builds and packs; returns the path of the package. */
export async function packExtension({ target = "linux-x64" } = {}) {
	await build();
	const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
	const runtime = copyRuntime(target);
	if (!runtime) say(`package: onnxruntime-node has no binary for ${target}: texts are compared by their characters there`);
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
	try {
		await run(process.execPath, [join(root, "node_modules/@vscode/vsce/vsce"), ...args], { quiet: true });
	} finally {
		rmSync(shipped, { recursive: true, force: true });
	}
	return file;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
	const at = process.argv.indexOf("--target");
	const file = await packExtension(at > 0 ? { target: process.argv[at + 1] } : {});
	say(`${relative(root, file)}: ${(statSync(file).size / 1024).toFixed(0)} kB`);
}
