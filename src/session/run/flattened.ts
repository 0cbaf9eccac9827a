import type { ByteSource } from "../source";

const LINE_FEED = 10;
const SPACE = 32;

/**
 * A JSON document as one line of the same length: between values a line feed is white space, and inside texts JSON writes it
 * otherwise. `readRecord` has the document's own lines.
 */
export class Flattened implements ByteSource {
	readonly path: string;
	readonly name: string;
	constructor(private readonly document: ByteSource) {
		this.path = document.path;
		this.name = document.name;
	}

	stat(): ReturnType<ByteSource["stat"]> {
		return this.document.stat();
	}

	async read(target: Uint8Array, position: number): Promise<number> {
		const n = await this.document.read(target, position);
		for (let i = 0; i < n; i++) if (target[i] === LINE_FEED) target[i] = SPACE;
		return n;
	}

	readRecord(target: Uint8Array, position: number): Promise<number> {
		return this.document.read(target, position);
	}

	close(): Promise<void> {
		return this.document.close();
	}
}
