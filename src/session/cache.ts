import { Buffer } from "node:buffer";
import { createHash } from "node:crypto";
import { statSync } from "node:fs";
import { type FileHandle, mkdir, open, readdir, rename, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join, resolve as resolvePath } from "node:path";
import { version } from "../../package.json";
import type { Recipe } from "../core/model/recipe";
import { contentMark } from "./contentMark";
import type { KeptRows } from "./rows";
import type { KeptScan } from "./scan";
import type { ByteSource } from "./source";

/** Counts up when the layout of a kept file changes. */
const LAYOUT = 3;
const MAGIC = "RIINDEX1";
const MOST_FILES = 40;
const MOST_BYTES = 1 << 30;
const ARRAYS = { Float64Array, Int32Array, Uint32Array, Uint8Array } as const;
type ArrayName = keyof typeof ARRAYS;

interface Header extends Omit<KeptScan, "rows"> {
	readonly key: string;
	readonly size: number;
	readonly modified: number;
	/** contentMark of the first `offset` bytes. */
	readonly mark: string;
	readonly columns: readonly (readonly [ArrayName, number])[];
	readonly rows: Omit<KeptRows, "columns">;
}

/** JSON of ours in which NaN and the infinities survive. */
const write = (value: unknown): string =>
	JSON.stringify(value, (_, v) => (typeof v === "number" && !Number.isFinite(v) ? { $: String(v) } : typeof v === "bigint" ? { $big: String(v) } : v));
const read = (text: string): unknown =>
	JSON.parse(text, (_, v) => (v && typeof v === "object" && "$" in v ? Number(v.$) : v && typeof v === "object" && "$big" in v ? BigInt(v.$big) : v));

/** The program that scores: another build may score otherwise. */
function build(): string {
	try {
		return String(statSync(__filename).mtimeMs);
	} catch {
		return "";
	}
}

/** Keeps what a large file came to, so that it is there at once the next time. Whatever goes wrong, the file is read as if nothing was kept. */
export class Cache {
	private readonly file: string;
	private readonly key: string;

	constructor(folder: string, path: string, how: { readonly recipe: Recipe; readonly format: string; readonly subtype: string; readonly grades: ReadonlyMap<string, number> }) {
		const full = resolvePath(path);
		const { reward, syntax, segmenter, lanes, keys, judge, similarity, encoder, ignore } = how.recipe;
		this.file = join(folder, `${createHash("sha256").update(full).digest("hex").slice(0, 32)}.index`);
		const key = write([
			LAYOUT,
			version,
			build(),
			full,
			how.format,
			how.subtype,
			{ reward, syntax, segmenter, lanes, keys, judge: judge.id, similarity, encoder, ignore },
			[...how.grades].sort(),
		]);
		this.key = createHash("sha256").update(key).digest("hex");
	}

	/** What was kept of this file under this recipe, when the file still begins with what was read; null otherwise. */
	async load(source: ByteSource): Promise<KeptScan | null> {
		let file: FileHandle | null = null;
		try {
			file = await open(this.file, "r");
			const left = (await file.stat()).size;
			const start = await bytesAt(file, Buffer.alloc(MAGIC.length + 8), 0);
			if (start.toString("latin1", 0, MAGIC.length) !== MAGIC) return null;
			const headerBytes = start.readUInt32LE(MAGIC.length);
			if (headerBytes > left) return null;
			const header = read((await bytesAt(file, Buffer.alloc(headerBytes), start.length)).toString("utf8")) as Header;
			const now = await source.stat();
			if (header.key !== this.key || header.offset > now.size || (now.size === header.size && now.modified !== header.modified)) return null;
			if (header.mark !== (await contentMark(source, header.offset))) return null;
			let at = aligned(start.length + headerBytes);
			const columns: KeptRows["columns"][number][] = [];
			for (const [name, length] of header.columns) {
				const make = ARRAYS[name];
				const size = length * make.BYTES_PER_ELEMENT;
				if (at + size > left) return null;
				const column = new make(length);
				// straight into the column: there are hundreds of megabytes of them
				await bytesAt(file, Buffer.from(column.buffer), at);
				columns.push(column);
				at = aligned(at + size);
			}
			return { offset: header.offset, line: header.line, rows: { ...header.rows, columns } };
		} catch {
			return null;
		} finally {
			await file?.close();
		}
	}

	/** Keeps a finished scan. A full disk or a folder that cannot be written is no trouble. */
	async save(source: ByteSource, kept: KeptScan, mark: string): Promise<void> {
		const draft = `${this.file}.${process.pid}.new`;
		try {
			const { size, modified } = await source.stat();
			const { columns, ...rows } = kept.rows;
			const header: Header = {
				key: this.key,
				size,
				modified,
				mark,
				offset: kept.offset,
				line: kept.line,
				columns: columns.map(c => [c.constructor.name as ArrayName, c.length] as const),
				rows,
			};
			const text = Buffer.from(write(header));
			const start = Buffer.alloc(aligned(MAGIC.length + 8 + text.length));
			start.write(MAGIC, "latin1");
			start.writeUInt32LE(text.length, MAGIC.length);
			text.copy(start, MAGIC.length + 8);
			await mkdir(dirname(this.file), { recursive: true });
			const out = await open(draft, "w");
			try {
				await writeFile(out, start);
				for (const c of columns) {
					await writeFile(out, Buffer.from(c.buffer, c.byteOffset, c.byteLength));
					await writeFile(out, Buffer.alloc(aligned(c.byteLength) - c.byteLength));
				}
			} finally {
				await out.close();
			}
			await rename(draft, this.file);
			await this.prune();
		} catch {
			await rm(draft, { force: true }).catch(() => {});
		}
	}

	/** Lets the oldest go when there are many. */
	private async prune(): Promise<void> {
		const folder = dirname(this.file);
		const names = (await readdir(folder)).filter(n => n.endsWith(".index"));
		const files = await Promise.all(names.map(async n => ({ path: join(folder, n), ...(await stat(join(folder, n))) })));
		files.sort((a, b) => b.mtimeMs - a.mtimeMs);
		let bytes = 0;
		for (const [i, f] of files.entries()) {
			bytes += f.size;
			if (i >= MOST_FILES || (i > 0 && bytes > MOST_BYTES)) await rm(f.path, { force: true });
		}
	}
}

/** Fills `bytes` from a place of a file; throws when the file ends before. */
async function bytesAt(file: FileHandle, bytes: Buffer, at: number): Promise<Buffer> {
	for (let done = 0; done < bytes.length; ) {
		const { bytesRead } = await file.read(bytes, done, bytes.length - done, at + done);
		if (bytesRead === 0) throw new RangeError("cut short");
		done += bytesRead;
	}
	return bytes;
}

const aligned = (n: number): number => Math.ceil(n / 8) * 8;
