import type { Buffer } from "node:buffer";
import type { Container } from "../../core/importers/contract";
import type { ByteSource } from "../source";
import { gather } from "./bytes";
import { openContainer } from "./registry";

/** The content of a packed file as a source of its own: JSON text that is read by position like any other file's. */
export class UnpackedSource implements ByteSource {
	readonly path: string;
	private constructor(
		private readonly packed: ByteSource,
		readonly container: Container,
		readonly name: string,
		private bytes: Buffer,
		private mark: string,
	) {
		this.path = packed.path;
	}

	/** Null when `source` is not packed. Throws InspectorError when it cannot be unpacked. */
	static async open(source: ByteSource): Promise<UnpackedSource | null> {
		const mark = await markOf(source);
		const opened = await openContainer(source);
		return opened && new UnpackedSource(source, opened.container, opened.name, await gather(source, opened.bytes), mark);
	}

	/** Size of the content. A packed file that changed in any way is another file: it is unpacked again. */
	async stat(): Promise<{ size: number; identity: string; modified: number }> {
		const mark = await markOf(this.packed);
		if (mark !== this.mark) {
			const again = await openContainer(this.packed);
			if (again) this.bytes = await gather(this.packed, again.bytes);
			this.mark = mark;
		}
		return { size: this.bytes.length, identity: this.mark, modified: (await this.packed.stat()).modified };
	}

	async read(target: Uint8Array, position: number): Promise<number> {
		const part = this.bytes.subarray(position, position + target.length);
		target.set(part);
		return part.length;
	}

	close(): Promise<void> {
		return this.packed.close();
	}
}

const markOf = async (source: ByteSource): Promise<string> => {
	const s = await source.stat();
	return `${s.identity}:${s.modified}:${s.size}`;
};
