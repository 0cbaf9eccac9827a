import { expect, test, vi } from "vitest";
import { Desk } from "../../src/extension/judging/desk";
import type { Log } from "../../src/extension/log";
import { Relay } from "../../src/extension/relay";
import { Asker, type Handlers, type Pipe, serve } from "../../src/protocol/channel";
import type { EditorRequests } from "../../src/protocol/editor";
import { HOST_ONLY, type JudgeQueries } from "../../src/protocol/judging";

// the models themselves are asked in a real VS Code (test/e2e/judge.test.ts), whose server as it is installed for tests writes no log files
vi.mock("vscode", () => ({
	env: { language: "en" },
	workspace: { getConfiguration: () => ({ get: (_: string, usual: unknown) => usual }) },
	lm: { selectChatModels: () => Promise.reject(new Error("a model was looked for")) },
	CancellationTokenSource: class {
		token = { isCancellationRequested: false, onCancellationRequested: () => ({ dispose: () => {} }) };
		cancel() {}
		dispose() {}
	},
}));

function setting() {
	const logged: string[] = [];
	const relay = new Relay();
	const desk = new Desk(relay, "run.jsonl", { info: (line: string) => logged.push(line) } as unknown as Log);
	let receive: (m: unknown) => void = () => {};
	let answer: (m: unknown) => void = () => {};
	const asked: string[] = [];
	const noted = <T>(name: string, value: T): T => {
		asked.push(name);
		return value;
	};
	const facts = { rollouts: 3, given: 0, url: null, model: null, keyVariable: null, limits: { budget: 1, tokens: 1, timeout: 1, retries: 0, concurrency: 1 } };
	const report = { graded: 0, cached: 0, recorded: 0, unknown: [], requests: 0, tokens: 0, stopped: false };
	serve<JudgeQueries>(
		{ send: m => receive(m), receive: handler => (answer = handler) },
		{
			judge: () => noted("judge", report),
			judgeStop: () => noted("judgeStop", null),
			judgeFacts: () => noted("judgeFacts", facts),
			judgeGrades: () => noted("judgeGrades", { text: "" }),
			judgeForget: () => noted("judgeForget", { forgotten: 0 }),
		},
	);
	relay.connect({ send: m => answer(m), receive: handler => (receive = handler) });
	return { relay, desk, logged, asked };
}

test("everything that leaves the machine is a line of the log, attempts after a failure too", async () => {
	const { desk, logged } = setting();
	await desk.answers.sent({ to: "https://model.example/v1/chat/completions", model: "m", bytes: 740, attempt: 0 });
	await desk.answers.sent({ to: "vendor/family", model: "M", bytes: 12, attempt: 2 });
	expect(logged).toEqual([
		"sent 740 bytes of run.jsonl to https://model.example/v1/chat/completions (m)",
		"sent 12 bytes of run.jsonl to vendor/family (M), attempt 2 after a failure",
	]);
});

test("the session gets no model unless a person started a run", async () => {
	const { desk } = setting();
	await expect(Promise.resolve(desk.answers.model({ id: "{}", system: "", user: "", timeout: 100 }))).rejects.toMatchObject({ kind: "cancelled" });
});

test("the host may start a run, a page may not", async () => {
	const { desk, relay, asked } = setting();
	const { ask, close } = desk.open();
	expect((await ask.ask("judgeFacts", null)).rollouts).toBe(3);
	expect(asked).toEqual(["judgeFacts"]);
	close();
	await expect(ask.ask("judgeFacts", null)).rejects.toMatchObject({ kind: "closed" });

	let toPage: (m: unknown) => void = () => {};
	let fromPage: (m: unknown) => void = () => {};
	const page: Pipe = { send: m => toPage(m), receive: handler => (fromPage = handler) };
	const own: Handlers<EditorRequests> = {
		start: () => ({ locale: "en", palette: "positive-green" }),
		target: () => null,
		save: () => ({ saved: null }),
		clipboard: () => null,
		reveal: () => ({ opened: true }),
	};
	relay.attach(page, own);
	const asker = new Asker<JudgeQueries & EditorRequests>({ send: m => fromPage(m), receive: handler => (toPage = handler) });
	for (const name of HOST_ONLY) await expect(asker.ask(name, null as never)).rejects.toMatchObject({ kind: "unknown-ask" });
	expect(asked).toEqual(["judgeFacts"]);
});

test("every ask of a judge is one that pages are refused", () => {
	const names: Record<keyof JudgeQueries, true> = { judge: true, judgeStop: true, judgeFacts: true, judgeGrades: true, judgeForget: true };
	expect([...HOST_ONLY].sort()).toEqual(Object.keys(names).sort());
});
