import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll } from "vitest";

const root = resolve(import.meta.dirname, "../..");

export interface Ran {
	readonly status: number | null;
	readonly stdout: string;
	readonly stderr: string;
}
export interface RunOptions {
	readonly input?: string;
	readonly env?: Readonly<Record<string, string>>;
}

/** A bundle of the command line as it ships, and a folder of this test file's own with its data. */
export interface Cli {
	run(args: readonly string[], options?: RunOptions): Ran;
	/** Started, not waited for. */
	start(args: readonly string[], env?: RunOptions["env"]): ReturnType<typeof spawn>;
	/** Writes a file into the folder; its name is its path on the command line. */
	write(name: string, content: string | Uint8Array): string;
	/** Where a file of the folder lies. */
	path(name: string): string;
}

/** What a terminal's environment must not decide about a test. */
const PLAIN: Readonly<Record<string, string>> = { COLUMNS: "100", LANG: "C.UTF-8", TERM: "xterm-256color", NO_COLOR: "1" };

/** The command line for the tests of one file: bundled once, removed at the end. */
export function useCli(): Cli {
	const folder = mkdtempSync(join(tmpdir(), "reward-inspector-cli-"));
	const bundle = join(folder, "cli.js");
	beforeAll(async () => {
		const { bundleTo } = (await import(pathToFileURL(join(root, "scripts/build.mjs")).href)) as { bundleTo: (out: string, file: string) => Promise<void> };
		await bundleTo("cli.js", bundle);
	}, 60_000);
	afterAll(() => rmSync(folder, { recursive: true, force: true }));
	const where = (env: RunOptions["env"]) => ({ cwd: folder, env: { PATH: process.env.PATH ?? "", ...PLAIN, ...env } });
	return {
		run: (args, { input, env } = {}) => {
			const { status, stdout, stderr } = spawnSync(process.execPath, [bundle, ...args], { ...where(env), input: input ?? "", encoding: "utf8", maxBuffer: 1 << 28 });
			return { status, stdout, stderr };
		},
		path: name => join(folder, name),
		start: (args, env) => spawn(process.execPath, [bundle, ...args], where(env)),
		write: (name, content) => {
			writeFileSync(join(folder, name), content);
			return name;
		},
	};
}

export const lines = (text: string): readonly string[] => text.split("\n").filter(l => l !== "");
export const ndjson = <T = Record<string, unknown>>(text: string): readonly T[] => lines(text).map(l => JSON.parse(l) as T);
export const toNdjson = (rows: readonly unknown[]): string => rows.map(r => `${JSON.stringify(r)}\n`).join("");
