/** Small helpers of the scripts: child processes, stamps, free ports. */
import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { delimiter, dirname, join, resolve } from "node:path";

export const root = resolve(import.meta.dirname, "../..");
export const say = text => console.error(text);

/** Set by an outer VS Code or npm run: they would redirect the VS Code that we start, and the npm that works in another folder. */
const OUTER = /^(VSCODE_|ELECTRON_|npm_(lifecycle|package)_|npm_config_local_prefix$)/;

/** The user's environment, their settings for npm included. */
export const cleanEnv = (more = {}) => ({ ...Object.fromEntries(Object.entries(process.env).filter(([k]) => !OUTER.test(k))), ...more });

/**
 * Runs a command to its end. `quiet` keeps its output back unless it fails.
 * @returns {Promise<{ status: number, output: string }>} rejects only when `check` is set and the status is not 0
 */
export function run(command, args, { cwd = root, env = process.env, quiet = false, check = true } = {}) {
	return new Promise((done, fail) => {
		const child = spawn(command, args, { cwd, env, stdio: quiet ? ["ignore", "pipe", "pipe"] : ["ignore", "inherit", "inherit"] });
		const output = [];
		for (const stream of [child.stdout, child.stderr]) stream?.on("data", d => output.push(d));
		child.on("error", fail);
		child.on("close", (code, signal) => {
			const text = Buffer.concat(output).toString("utf8");
			const status = code ?? 1;
			if (check && status !== 0) fail(new Error(`${command} ${args.join(" ")}: ${signal ?? `exit ${status}`}\n${text.slice(-4000)}`));
			else done({ status, output: text });
		});
	});
}

/** Full path of a program on the PATH, null when there is none. */
export function which(name) {
	const names = process.platform === "win32" ? [`${name}.cmd`, `${name}.exe`, name] : [name];
	for (const dir of (process.env.PATH ?? "").split(delimiter)) for (const n of names) if (dir && existsSync(join(dir, n))) return join(dir, n);
	return null;
}
export const commandWorks = (command, args) => spawnSync(command, args, { stdio: "ignore", shell: process.platform === "win32" }).status === 0;

export const hashOf = (...texts) => {
	const h = createHash("sha256");
	for (const t of texts) h.update(t).update("\0");
	return h.digest("hex").slice(0, 16);
};

/** Runs `make` unless the stamp file already says `key`. The stamp is written last, so a half-done work is done again. */
export async function once(stampFile, key, make) {
	if (existsSync(stampFile) && readFileSync(stampFile, "utf8") === key) return false;
	await make();
	mkdirSync(dirname(stampFile), { recursive: true });
	writeFileSync(stampFile, key);
	return true;
}

/** A port of 127.0.0.1 that was free a moment ago. */
export const freePort = () =>
	new Promise((done, fail) => {
		const s = createServer();
		s.on("error", fail);
		s.listen(0, "127.0.0.1", () => {
			const { port } = s.address();
			s.close(() => done(port));
		});
	});

/** Resolves when `probe` answers something truthy; rejects with `what` after `ms`. */
export async function until(probe, ms, what) {
	const end = Date.now() + ms;
	for (;;) {
		const found = await probe();
		if (found) return found;
		if (Date.now() > end) throw new Error(what);
		await new Promise(r => setTimeout(r, 50));
	}
}
