import { once } from "node:events";
import { writeJson } from "../core/base/json";
import type { JsonValue } from "../core/base/units";

const CHUNK = 1 << 16;

/** Standard output: the result and nothing else, in chunks, waiting for a slow reader. */
export class Output {
	private waiting: string[] = [];
	private size = 0;

	constructor(private readonly stream: NodeJS.WritableStream) {}

	line(text = ""): Promise<void> {
		return this.text(`${text}\n`);
	}

	/** A part of a text, as it is. */
	async text(part: string): Promise<void> {
		this.waiting.push(part);
		this.size += part.length;
		if (this.size >= CHUNK) await this.flush();
	}

	async lines(texts: readonly string[]): Promise<void> {
		for (const t of texts) await this.line(t);
	}

	/** Bytes as they are, behind what was written before. */
	async bytes(data: Uint8Array): Promise<void> {
		await this.flush();
		if (!this.stream.write(data)) await once(this.stream, "drain");
	}

	async flush(): Promise<void> {
		if (!this.waiting.length) return;
		const text = this.waiting.join("");
		this.waiting = [];
		this.size = 0;
		if (!this.stream.write(text)) await once(this.stream, "drain");
	}
}

/** Results of many rows: one JSON document (`--json`) or an object a line (`--ndjson`). */
export interface Records {
	put(value: JsonValue): Promise<void>;
	/** Closes the document; a document without rows is `[]`. */
	end(): Promise<void>;
}

export function records(out: Output, shape: "json" | "ndjson"): Records {
	let count = 0;
	if (shape === "ndjson") return { put: value => out.line(writeJson(value)), end: () => out.flush() };
	let last: string | null = null;
	return {
		put: async value => {
			if (last !== null) await out.line(`${count === 1 ? "[" : ""}${last},`);
			last = writeJson(value);
			count++;
		},
		end: async () => {
			await out.line(last === null ? "[]" : `${count === 1 ? "[" : ""}${last}]`);
			await out.flush();
		},
	};
}

/** A typed array or list of numbers as JSON: NaN becomes null. */
export const numbers = (values: ArrayLike<number>): readonly number[] => Array.from(values);
