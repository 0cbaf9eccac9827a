/** Tests that run inside VS Code's extension host; test/e2e/host.test.ts starts them and reads what they wrote. */
import { strict as assert } from "node:assert";
import { existsSync, writeFileSync } from "node:fs";
import * as vscode from "vscode";

export interface HostResult {
	readonly name: string;
	readonly error: string | null;
}
export interface HostReport {
	/** From the order to activate to its end, and what the processor worked meanwhile; in ms. */
	readonly activation: { readonly wall: number; readonly cpu: number };
	readonly results: readonly HostResult[];
}

const ID = "reward-inspector.reward-inspector";
const VIEW_TYPE = "rewardInspector.rollouts";
const SAMPLE = "tool-agent-step-40.jsonl";

const extension = (): vscode.Extension<unknown> => {
	const found = vscode.extensions.getExtension(ID);
	assert.ok(found, `${ID} is not installed`);
	return found;
};
const fileOf = (name: string): vscode.Uri => {
	const folder = vscode.workspace.workspaceFolders?.[0];
	assert.ok(folder, "no folder is open");
	return vscode.Uri.joinPath(folder.uri, name);
};
const activeInput = (): unknown => vscode.window.tabGroups.activeTabGroup.activeTab?.input;
const closeAll = () => vscode.commands.executeCommand("workbench.action.closeAllEditors");

/** Waits for a list that another extension fills. */
async function appears<T>(list: () => readonly T[]): Promise<readonly T[]> {
	for (const end = Date.now() + 20_000; Date.now() < end; ) {
		const found = list();
		if (found.length) return found;
		await wait(100);
	}
	return list();
}

const TESTS: Readonly<Record<string, () => Promise<void>>> = {
	"every command of the manifest is registered": async () => {
		const known = new Set(await vscode.commands.getCommands(true));
		const contributed: { command: string }[] = extension().packageJSON.contributes.commands;
		assert.deepEqual(
			contributed.map(c => c.command).filter(c => !known.has(c)),
			[],
		);
	},
	"titles and settings are translated, no %key% is left": async () => {
		assert.equal(JSON.stringify(extension().packageJSON.contributes).match(/"%[^"]*%"/g), null);
	},
	"a rollout file opens as text first: our editor is an option": async () => {
		await vscode.commands.executeCommand("vscode.open", fileOf(SAMPLE));
		assert.ok(activeInput() instanceof vscode.TabInputText);
		await closeAll();
	},
	"the command opens the active text file in our editor": async () => {
		await vscode.commands.executeCommand("vscode.open", fileOf(SAMPLE));
		await vscode.commands.executeCommand("rewardInspector.open");
		const input = activeInput();
		assert.ok(input instanceof vscode.TabInputCustom);
		assert.equal(input.viewType, VIEW_TYPE);
		assert.equal(input.uri.path, fileOf(SAMPLE).path);
		await closeAll();
	},
	"the command opens the file it is given, as the explorer's menu does": async () => {
		await vscode.commands.executeCommand("rewardInspector.open", fileOf(SAMPLE));
		assert.ok(activeInput() instanceof vscode.TabInputCustom);
		await closeAll();
	},
	"two editors of one file stand side by side": async () => {
		await vscode.commands.executeCommand("rewardInspector.open", fileOf(SAMPLE));
		await vscode.commands.executeCommand("workbench.action.splitEditor");
		const inputs = vscode.window.tabGroups.all.map(g => g.activeTab?.input);
		assert.equal(inputs.filter(i => i instanceof vscode.TabInputCustom).length, 2);
		await closeAll();
	},
	"the bundled sample opens": async () => {
		await vscode.commands.executeCommand("rewardInspector.openSample");
		const input = activeInput();
		assert.ok(input instanceof vscode.TabInputCustom);
		assert.ok(input.uri.path.endsWith(`/media/sample/${SAMPLE}`));
		await closeAll();
	},
	"a recipe file is checked as it is typed": async () => {
		const recipe = fileOf("typed.reward.json");
		await vscode.workspace.fs.writeFile(recipe, new TextEncoder().encode('{ "estimator": { "id": "no-such-estimator" } }'));
		await vscode.window.showTextDocument(recipe);
		const problems = await appears(() => vscode.languages.getDiagnostics(recipe).map(d => d.message));
		assert.match(problems.join("\n"), /grpo/);
		await closeAll();
		await vscode.workspace.fs.delete(recipe);
	},
	"settings have the defaults that the manifest states": async () => {
		const settings = vscode.workspace.getConfiguration("rewardInspector");
		assert.deepEqual([settings.get("palette"), settings.get("recipe"), settings.get("language")], ["positive-green", "", "auto"]);
	},
};

const cpuMs = (since?: NodeJS.CpuUsage): number => {
	const { user, system } = process.cpuUsage(since);
	return (user + system) / 1000;
};
const wait = (ms: number) => new Promise(r => setTimeout(r, ms));

/** Waits until this process has little to do, so that what is measured is ours. */
async function quiet(): Promise<void> {
	for (const end = performance.now() + 15_000; performance.now() < end; ) {
		const before = process.cpuUsage();
		await wait(500);
		if (cpuMs(before) < 15) return;
	}
}

async function activate(): Promise<HostReport["activation"]> {
	assert.equal(extension().isActive, false, "nothing of ours is open: it must not be active yet");
	await quiet();
	const [start, before] = [performance.now(), process.cpuUsage()];
	await extension().activate();
	return { wall: performance.now() - start, cpu: cpuMs(before) };
}

export async function run(): Promise<void> {
	const out = process.env.HOST_REPORT;
	assert.ok(out, "$HOST_REPORT is not set");
	const activation = await activate();
	const results: HostResult[] = [];
	for (const [name, test] of existsSync(`${out}.activation-only`) ? [] : Object.entries(TESTS)) {
		try {
			await test();
			results.push({ name, error: null });
		} catch (e) {
			results.push({ name, error: e instanceof Error ? (e.stack ?? e.message) : String(e) });
		}
	}
	writeFileSync(out, JSON.stringify({ activation, results } satisfies HostReport));
}
