import { Buffer } from "node:buffer";
import { setTimeout as sleep } from "node:timers/promises";
import { type Attempt, failed, type Limits, type Model, type Prompt, type Sent } from "./contract";

/** A model that asks for a longer wait is not waited for. */
const MAX_WAIT = 60_000;
/** Where nobody counts: bytes of UTF-8 per token. */
const BYTES_PER_TOKEN = 4;

const bytesOf = (text: string): number => Buffer.byteLength(text, "utf8");

/** Asks a model within limits that hold over all questions. Nothing is sent before the first `ask`. */
export class Patient {
	/** Requests and tokens so far; tokens are estimated where the model does not count them. */
	requests = 0;
	tokens = 0;

	constructor(
		readonly model: Model,
		private readonly limits: Limits,
		private readonly sent: Sent = () => {},
	) {}

	/** What the model says, after as many attempts as are allowed. Never rejects. */
	async ask(prompt: Prompt, signal: AbortSignal): Promise<Attempt> {
		const { limits, model } = this;
		if (model.refused) return model.refused;
		const bytes = bytesOf(prompt.system) + bytesOf(prompt.user);
		const expected = Math.ceil(bytes / BYTES_PER_TOKEN);
		let last = failed("budget");
		for (let attempt = 0; attempt <= limits.retries; attempt++) {
			if (signal.aborted) return failed("cancelled");
			// of a question that was sent, what happened to it is told: the budget only ends its attempts
			if (this.requests >= limits.budget || this.tokens + expected > limits.tokens) return last;
			this.requests++;
			// taken before it is sent: several questions are under way at a time
			this.tokens += expected;
			this.sent({ to: model.to, model: model.name, bytes, attempt });
			const made = await model.say(prompt, limits.timeout, signal);
			if (made.kind === "said") {
				this.tokens += (Number.isNaN(made.tokens) ? Math.ceil((bytes + bytesOf(made.text)) / BYTES_PER_TOKEN) : made.tokens) - expected;
				return made;
			}
			last = made;
			if (!made.again || attempt === limits.retries) break;
			const wait = made.wait ?? limits.backOff * 2 ** attempt;
			if (wait > MAX_WAIT) return failed("rate-limited");
			await sleep(wait, undefined, { signal }).catch(() => {});
		}
		return signal.aborted ? failed("cancelled") : last;
	}
}
