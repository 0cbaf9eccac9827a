/**
 * npm start: from a fresh checkout to the bundled sample open in a VS Code, with its scores in the terminal.
 *   npm start                  install if needed, build, print the scores, open VS Code (yours, or one of the project's own)
 *   npm start -- --no-open     the same without VS Code
 *   npm start -- --own         the project's own VS Code even when `code` is on the PATH
 *   npm start -- FILE          another rollout file instead of the sample
 */
import { spawn } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, writeFileSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { installPackages } from "./tools/packages.mjs";
import { cleanEnv, root, run, say, which } from "./tools/shell.mjs";
import { home, installVSCode, NEWEST, startVSCode } from "./tools/vscode.mjs";

const flags = process.argv.slice(2).filter(a => a.startsWith("--"));
const named = process.argv.slice(2).find(a => !a.startsWith("--"));
const sample = resolve(named ?? join(root, "media/sample/tool-agent-step-40.jsonl"));

const ASSOCIATION = { "workbench.editorAssociations": { "*.jsonl": "rewardInspector.rollouts" } };

async function main() {
	if (Number(process.versions.node.split(".")[0]) < 20) throw new Error(`Node 20 or newer is needed; this is ${process.version}.`);
	if (!existsSync(sample)) throw new Error(`${sample}: no such file`);
	await installPackages();
	const { build } = await import("./build.mjs");
	await build();
	await run(process.execPath, [join(root, "dist/cli.js"), "score", sample], { check: false });
	if (flags.includes("--no-open")) return;
	const desk = layOut();
	const code = flags.includes("--own") || process.env.VSCODE_IPC_HOOK_CLI ? null : which("code");
	if (code) await openIn(code, desk);
	else await serve(desk);
}

/** A folder to look at: the file, and settings that open it with our editor. The user's own settings stay as they are. */
function layOut() {
	// as in media/: the schema that the sample's recipe names lies one folder above
	const folder = join(home, "desk/sample");
	mkdirSync(join(folder, ".vscode"), { recursive: true });
	writeFileSync(join(folder, ".vscode/settings.json"), JSON.stringify({ ...ASSOCIATION, "files.exclude": { ".vscode": true } }, null, "\t"));
	const file = join(folder, basename(sample));
	copyFileSync(sample, file);
	const recipe = sample.replace(/\.\w+$/, ".reward.json");
	if (existsSync(recipe)) copyFileSync(recipe, join(folder, basename(recipe)));
	copyFileSync(join(root, "media/recipe.schema.json"), join(home, "desk/recipe.schema.json"));
	return { folder, file };
}

async function openIn(code, { folder, file }) {
	say(`\nOpening ${basename(file)} in VS Code (${code}) …`);
	await run(code, ["--new-window", `--extensionDevelopmentPath=${root}`, folder, file], { env: cleanEnv() });
}

async function serve({ folder, file }) {
	await installVSCode(NEWEST);
	const server = await startVSCode({
		version: NEWEST,
		data: join(home, "start"),
		extension: root,
		settings: ASSOCIATION,
	});
	const address = server.url({ folder, payload: JSON.stringify([["openFile", `vscode-remote://${server.authority}${file}`]]) });
	say(`\nReward Inspector is open in a VS Code of its own:\n\n  ${address}\n\nCtrl+C stops it.`);
	const opener = process.platform === "darwin" ? "open" : process.env.DISPLAY || process.env.WAYLAND_DISPLAY ? which("xdg-open") : null;
	if (opener) spawn(opener, [address], { stdio: "ignore", detached: true }).unref();
	await new Promise(done => {
		for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, done);
	});
	await server.stop();
}

try {
	await main();
} catch (e) {
	say(e.message);
	process.exitCode = 1;
}
