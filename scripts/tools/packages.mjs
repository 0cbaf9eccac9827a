/** npm packages of the project: installed when what lies in node_modules is not what the lock file says. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { cleanEnv, root, run, say } from "./shell.mjs";

const packagesOf = file => {
	try {
		return JSON.parse(readFileSync(join(root, file), "utf8")).packages ?? {};
	} catch {
		return {};
	}
};

function areInstalled() {
	const there = packagesOf("node_modules/.package-lock.json");
	return Object.entries(packagesOf("package-lock.json")).every(([path, p]) => path === "" || p.optional || p.devOptional || there[path]?.version === p.version);
}

export async function installPackages() {
	if (areInstalled()) return;
	say("npm ci …");
	await run(process.platform === "win32" ? "npm.cmd" : "npm", ["ci", "--loglevel=error"], { env: cleanEnv() });
}
