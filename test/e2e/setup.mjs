/** Packs the extension, installs it into a VS Code ($E2E_VSCODE: newest or oldest) and starts it on a folder of files to open. */
import { cpSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build as esbuild } from "esbuild";
import { packExtension } from "../../scripts/package.mjs";
import { ensureChromium } from "../../scripts/tools/chromium.mjs";
import { root } from "../../scripts/tools/shell.mjs";
import { installVSCode, NEWEST, OLDEST, startVSCode } from "../../scripts/tools/vscode.mjs";

export default async function setup({ provide }) {
	const version = process.env.E2E_VSCODE === "oldest" ? OLDEST : NEWEST;
	await installVSCode(NEWEST);
	await installVSCode(version);
	const chromium = await ensureChromium();
	const vsix = process.env.E2E_VSIX ?? (await packExtension());

	const home = mkdtempSync(join(tmpdir(), "ri-e2e-"));
	const folder = join(home, "rollouts");
	mkdirSync(folder);
	cpSync(join(root, "media/recipe.schema.json"), join(home, "recipe.schema.json"));
	cpSync(join(root, "media/sample"), folder, { recursive: true, filter: path => !path.endsWith(".mjs") && !path.endsWith("tasks") });
	const hostSuite = join(root, "dist-test/host.js");
	const hostReport = join(home, "host-report.json");
	await esbuild({ entryPoints: [join(root, "test/host/suite.ts")], outfile: hostSuite, bundle: true, platform: "node", format: "cjs", external: ["vscode"], logLevel: "warning" });
	const server = await startVSCode({ version, data: join(home, "vscode"), vsix: [vsix], env: { HOST_REPORT: hostReport } });
	const { authority, settingsFile } = server;
	provide("vscode", { version, chromium, folder, url: server.url({ folder }), authority, settingsFile, extension: root, hostSuite, hostReport });
	return async () => {
		await server.stop();
		rmSync(home, { recursive: true, force: true });
	};
}
