import { expect, test } from "vitest";
import { Relay } from "../../src/extension/relay";
import { AskError, Asker, type Pipe, serve } from "../../src/protocol/channel";
import type { EditorRequests } from "../../src/protocol/editor";

/** Two ends of a pipe; what one sends the other receives a moment later, as between threads. */
function pipe(): [Pipe, Pipe] {
	const handlers: ((m: unknown) => void)[] = [];
	const end = (own: number, other: number): Pipe => ({
		send: m => queueMicrotask(() => handlers[other]?.(structuredClone(m))),
		receive: h => (handlers[own] = h),
	});
	return [end(0, 1), end(1, 0)];
}

/** A session that doubles numbers, and answers "later" only when it is told to. */
interface Sums {
	twice: { ask: number; answer: number };
	later: { ask: string; answer: string };
}
type Asks = Sums & EditorRequests;

function setting() {
	const relay = new Relay();
	const [hostEnd, sessionEnd] = pipe();
	const waiting: (() => void)[] = [];
	const notify = serve<Sums>(sessionEnd, { twice: n => n * 2, later: text => new Promise(done => waiting.push(() => done(text))) });
	relay.connect(hostEnd);
	const copied: string[] = [];
	const open = () => {
		const [pageEnd, hostSide] = pipe();
		const notices: string[] = [];
		const detach = relay.attach(hostSide, {
			start: () => ({ locale: "en", palette: "positive-green" }),
			clipboard: ({ text }) => {
				copied.push(text);
				return null;
			},
			save: () => ({ saved: null }),
			reveal: () => ({ opened: true }),
			target: () => null,
		});
		return { pageEnd, asker: new Asker<Asks>(pageEnd, n => notices.push(n)), notices, detach };
	};
	const settle = () => new Promise(r => setTimeout(r, 5));
	return { relay, open, notify, waiting, copied, settle };
}

test("two pages that both count from 1 get their own answers", async () => {
	const s = setting();
	const [a, b] = [s.open().asker, s.open().asker];
	expect(await Promise.all([a.ask("twice", 1), b.ask("twice", 10), a.ask("twice", 2), b.ask("twice", 20)])).toEqual([2, 20, 4, 40]);
});

test("the host answers its own asks, the session never sees them", async () => {
	const s = setting();
	const { asker } = s.open();
	await asker.ask("clipboard", { text: "r1" });
	expect(s.copied).toEqual(["r1"]);
	expect(await asker.ask("start", null)).toEqual({ locale: "en", palette: "positive-green" });
});

test("notices of the session reach every page that is attached", async () => {
	const s = setting();
	const [a, b, c] = [s.open(), s.open(), s.open()];
	c.detach();
	s.notify("changed");
	await s.settle();
	expect([a.notices, b.notices, c.notices]).toEqual([["changed"], ["changed"], []]);
});

test("a late answer to a page's former life does not answer its present one", async () => {
	const s = setting();
	const { asker, pageEnd } = s.open();
	const former = asker.ask("later", "old").catch(() => "never");
	await s.settle();
	// the page was hidden and shown: a new asker on the same pipe, counting from 1
	const again = new Asker<Asks>(pageEnd);
	await again.ask("start", null);
	const present = again.ask("later", "new");
	await s.settle();
	for (const answer of s.waiting) answer();
	expect(await present).toBe("new");
	expect(await Promise.race([former, s.settle().then(() => "still open")])).toBe("still open");
});

test("when the session stops, open asks and later ones fail with its reason, and a new session answers again", async () => {
	const s = setting();
	const { asker } = s.open();
	const open = asker.ask("later", "x");
	await s.settle();
	s.relay.disconnect({ kind: "session-ended", message: "out of memory" });
	await expect(open).rejects.toEqual(new AskError("session-ended", "out of memory"));
	await expect(asker.ask("twice", 1)).rejects.toEqual(new AskError("session-ended", "out of memory"));

	const [hostEnd, sessionEnd] = pipe();
	serve<Sums>(sessionEnd, { twice: n => n * 3, later: async t => t });
	s.relay.connect(hostEnd);
	expect(await asker.ask("twice", 1)).toBe(3);
	// the stopped session still had an answer to give
	for (const answer of s.waiting) answer();
	await s.settle();
	expect(await asker.ask("twice", 2)).toBe(6);
});

test("an ask that nobody knows fails, it is not lost", async () => {
	const s = setting();
	const { asker } = s.open();
	await expect((asker as unknown as Asker<{ nonsense: { ask: null; answer: null } }>).ask("nonsense", null)).rejects.toMatchObject({ kind: "unknown-ask" });
});
