import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { Worker } from "node:worker_threads";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { Asker, serve } from "../../src/protocol/channel";
import type { CreditQueries } from "../../src/protocol/creditQueries";
import type { HostQueries, JudgeAsk, JudgeQueries } from "../../src/protocol/judging";
import type { LabQueries } from "../../src/protocol/lab";
import type { Queries } from "../../src/protocol/queries";
import type { WorkerData } from "../../src/protocol/worker";
import { closedPort, loopback, says } from "../session/judges/server";

type Everything = Queries & LabQueries & CreditQueries & JudgeQueries;
const root = resolve(import.meta.dirname, "../..");
const folder = mkdtempSync(join(tmpdir(), "reward-inspector-worker-"));
const sockets = join(folder, "sockets");
const file = join(folder, "r.jsonl");
const running: Worker[] = [];

beforeAll(async () => {
	const { bundleTo } = (await import(pathToFileURL(join(root, "scripts/build.mjs")).href)) as { bundleTo: (out: string, file: string) => Promise<void> };
	await bundleTo("worker.js", join(folder, "worker.js"));
	const lines = readFileSync(join(root, "media/sample/tool-agent-step-40.jsonl"), "utf8").split("\n").slice(0, 8);
	// the first record keeps its grade
	writeFileSync(file, lines.map((line, i) => `${i ? JSON.stringify({ ...JSON.parse(line), judge: undefined }) : line}\n`).join(""));
	mkdirSync(join(folder, "cache"));
}, 60_000);
afterEach(async () => {
	await Promise.all(running.splice(0).map(w => w.terminate()));
	rmSync(sockets, { force: true });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The worker as it ships, started as the extension does, with every socket noted. */
async function start(model: (ask: HostQueries["model"]["ask"]) => Promise<HostQueries["model"]["answer"]> = () => Promise.reject(new Error("nobody was asked"))) {
	const recipe = join(folder, "recipe.reward.json");
	const judge = { id: "endpoint", url: `http://127.0.0.1:${await closedPort()}/v1`, model: "m", retries: 0 };
	writeFileSync(recipe, JSON.stringify({ judge, reward: { id: "hierr" }, basis: "recomputed" }));
	const workerData: WorkerData = { source: { kind: "path", path: file }, locale: "en", cacheDir: join(folder, "cache"), recipe };
	const worker = new Worker(join(folder, "worker.js"), { workerData, execArgv: ["--require", join(root, "test/support/sockets.cjs")], env: { ...process.env, SOCKETS: sockets } });
	running.push(worker);
	const pipe = { send: (m: unknown) => worker.postMessage(m), receive: (handler: (m: unknown) => void) => void worker.on("message", handler) };
	const told: { readonly name: string; readonly body: unknown }[] = [];
	serve<HostQueries>(pipe, {
		model: ask => {
			told.push({ name: "model", body: ask });
			return model(ask);
		},
		sent: body => {
			told.push({ name: "sent", body });
			return null;
		},
		judged: () => null,
	});
	return { asker: new Asker<Everything>(pipe), told, opened: () => (existsSync(sockets) ? readFileSync(sockets, "utf8").trim().split("\n") : []) };
}
const LIMITS = { budget: 20, tokens: 1e6, timeout: 5, retries: 0, concurrency: 2 };

test("everything a page may ask opens no socket and asks the host for nothing, though the recipe names an endpoint", async () => {
	const { asker, told, opened } = await start();
	await expect.poll(async () => (await asker.ask("file", null)).scan.state).toBe("done");
	await asker.ask("rows", { from: 0, to: 20 });
	await asker.ask("look", { row: 0 });
	await asker.ask("explain", { row: 0, token: 0, estimator: "grpo" } as never).catch(() => {});
	await asker.ask("copy", { row: 0, as: "json" });
	await asker.ask("findings", { from: 0, to: 20 });
	await asker.ask("compare", { row: 0, estimators: ["grpo", "slca"] });
	await asker.ask("leakage", { row: 0, estimators: ["grpo", "slca"] });
	await asker.ask("audit", null);
	await asker.ask("lab", null);
	await asker.ask("labSparsity", { p: null, size: 8 });
	await asker.ask("labWeights", { weights: {}, preferences: [], floor: 0.1, alpha: 1 });
	await asker.ask("labWhatIf", { weights: {}, gate: null, estimator: null, preset: null });
	await asker.ask("labCurriculum", { phase: 1, reading: "cumulative", tau: 0.3, weights: {} });
	await asker.ask("labFilters", null);
	await asker.ask("labSamples", { phase: 1, reading: "cumulative", tau: null, weights: {}, shape: "messages" });
	await asker.ask("labRedundancy", { prices: {} });
	await asker.ask("labHacking", null);
	await asker.ask("labEvidence", { row: 0 });
	await asker.ask("labRecipe", { weights: {}, gate: null, estimator: null, preset: null });
	expect(await asker.ask("judge", { judge: { id: "evidence" }, ...LIMITS })).toMatchObject({ recorded: 1, requests: 0 });
	await asker.ask("judgeForget", null);
	expect([opened(), told]).toEqual([[], []]);
});

test("an endpoint is asked when the host says so; what leaves is told; grades count in the session", async () => {
	const server = await loopback(r => says(r, '{"grade": 5, "reason": "ok"}'));
	const { asker, told, opened } = await start();
	const ask: JudgeAsk = { judge: { id: "endpoint", url: server.url, model: "m", key: "k" }, ...LIMITS };
	expect(await asker.ask("judge", ask)).toMatchObject({ graded: 7, recorded: 1, requests: server.seen.length, stopped: false });
	expect(told.map(t => t.name)).toEqual(server.seen.map(() => "sent"));
	expect(opened()).toContain("connect");
	// the file is scored anew with the grades
	const given = () =>
		asker.ask("labEvidence", { row: 1 }).then(
			v => v?.given,
			() => undefined,
		);
	await expect.poll(given).toMatchObject({ grade: 5, by: expect.stringContaining(server.url) });
	await asker.ask("judgeForget", null);
	await expect.poll(given).toBeNull();
});

test("a model of the editor is asked through the host: the worker opens no socket", async () => {
	const { asker, told, opened } = await start(async () => ({ text: '{"grade": 1, "reason": "no"}', tokens: 12 }));
	const ask: JudgeAsk = { judge: { id: "editor", model: "id", to: "vendor/family", name: "M" }, ...LIMITS };
	const report = await asker.ask("judge", ask);
	expect(report).toMatchObject({ graded: 7, tokens: 12 * report.requests });
	expect(told.filter(t => t.name === "model").length).toBe(report.requests);
	expect(opened()).toEqual([]);
});
