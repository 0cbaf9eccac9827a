import { MessageChannel, type MessagePort } from "node:worker_threads";
import { afterEach, describe, expect, test } from "vitest";
import { AskError, Asker, type Pipe, serve, Transfer } from "../../src/protocol/channel";

interface Demo {
	double: { ask: number; answer: number };
	fail: { ask: null; answer: never };
	buffer: { ask: number; answer: Float32Array };
	slow: { ask: null; answer: string };
}

const ports: MessagePort[] = [];
const pipeOf = (port: MessagePort): Pipe => {
	ports.push(port);
	return { send: (m, transfer = []) => port.postMessage(m, [...transfer]), receive: handler => port.on("message", handler) };
};
afterEach(() => {
	for (const p of ports.splice(0)) p.close();
});

/** A real MessageChannel between the two ends. */
function connect(onNotice: (name: string) => void = () => {}) {
	const { port1, port2 } = new MessageChannel();
	let release = (_: string): void => {};
	const notify = serve<Demo>(pipeOf(port2), {
		double: n => n * 2,
		fail: () => {
			throw Object.assign(new Error("the file is gone"), { kind: "vanished" });
		},
		buffer: n => {
			const a = new Float32Array(n).fill(0.5);
			return new Transfer(a, [a.buffer]);
		},
		slow: () => new Promise<string>(resolve => (release = resolve)),
	});
	return { asker: new Asker<Demo>(pipeOf(port1), onNotice), notify, release: (s: string) => release(s), raw: port1 };
}

describe("channel over a real MessageChannel", () => {
	test("answers each ask with its own answer, however they cross", async () => {
		const { asker } = connect();
		expect(await Promise.all(Array.from({ length: 100 }, (_, i) => asker.ask("double", i)))).toEqual(Array.from({ length: 100 }, (_, i) => 2 * i));
	});

	test("a failure travels as kind and message", async () => {
		const { asker } = connect();
		const e = await asker.ask("fail", null).catch(x => x);
		expect(e).toBeInstanceOf(AskError);
		expect([e.kind, e.message]).toEqual(["vanished", "the file is gone"]);
	});

	test("an unknown name is refused, also names of Object.prototype", async () => {
		const { asker } = connect();
		for (const name of ["nothing", "constructor", "__proto__", "toString"]) expect(await asker.ask(name as "double", 1).catch(e => e.kind)).toBe("unknown-ask");
	});

	test("buffers are moved, not copied", async () => {
		const { asker } = connect();
		const answer = await asker.ask("buffer", 1000);
		expect(answer).toBeInstanceOf(Float32Array);
		expect(answer.length).toBe(1000);
		expect(answer[999]).toBe(0.5);
	});

	test("NaN stays NaN", async () => {
		const { asker } = connect();
		expect(await asker.ask("double", Number.NaN)).toBeNaN();
	});

	test("closing answers every open ask once", async () => {
		const { asker, release } = connect();
		const asks = [asker.ask("slow", null), asker.ask("slow", null)].map(p => p.catch(e => e.kind));
		await asker.ask("double", 1);
		asker.close();
		release("late");
		expect(await Promise.all(asks)).toEqual(["closed", "closed"]);
		expect(await asker.ask("double", 1).catch(e => e.kind)).toBe("closed");
	});

	test("notices arrive, noise is ignored", async () => {
		const notices: string[] = [];
		const { asker, notify } = connect(n => notices.push(n));
		notify("changed");
		notify("changed");
		await asker.ask("double", 1);
		expect(notices).toEqual(["changed", "changed"]);
	});
});
