import { serve } from "../../../src/protocol/channel";
import type { Queries } from "../../../src/protocol/queries";
import { type Generated, generatedSession } from "./generate";

/** A generated session inside the page itself, so that figures are those of the page and not of the test's transport. */
function answer(g: Generated, receive: (message: unknown) => void): (message: unknown) => void {
	let take: (message: unknown) => void = () => {};
	serve<Queries>({ send: m => setTimeout(() => receive(m)), receive: handler => (take = handler) }, generatedSession(g));
	return m => take(m);
}
(window as unknown as { generated: typeof answer }).generated = answer;
