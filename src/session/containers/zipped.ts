import { Buffer } from "node:buffer";
import { InspectorError } from "../errors";
import { type ByteSource, baseName } from "../source";
import { unreadable } from "./bytes";
import { type ContainerFormat, startsWith, type Unpacked } from "./contract";
import { evalSamples, isEvalLog } from "./evalLog";
import { jsonText } from "./jsonText";
import { readPickle } from "./pickle";
import { readMember, type ZipMember, zipMembers } from "./zip";

const isZip = (head: Uint8Array): boolean => startsWith(head, [0x50, 0x4b, 0x03, 0x04]) || startsWith(head, [0x50, 0x4b, 0x05, 0x06]);

async function* pickled(source: ByteSource, member: ZipMember): AsyncGenerator<Uint8Array> {
	const bytes = await readMember(source, member);
	try {
		yield Buffer.from(`${jsonText(readPickle(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)))}\n`);
	} catch (e) {
		if (e instanceof InspectorError) throw e;
		throw unreadable(source, e instanceof Error ? e.message : String(e));
	}
}

async function* plain(source: ByteSource, member: ZipMember): AsyncGenerator<Uint8Array> {
	yield await readMember(source, member);
}

const pickleOf = (members: readonly ZipMember[]): ZipMember | undefined => members.find(m => /(?:^|\/)data\.pkl$/.test(m.name));

async function open(source: ByteSource, size: number): Promise<Unpacked> {
	const members = await zipMembers(source, size);
	const pkl = pickleOf(members);
	if (pkl) return { name: baseName(source.path), bytes: pickled(source, pkl) };
	if (isEvalLog(members)) return { name: baseName(source.path), bytes: evalSamples(source, members) };
	const texts = members.filter(m => /\.(?:jsonl|ndjson|json)$/i.test(m.name));
	const only = texts[0];
	if (texts.length === 1 && only) return { name: baseName(only.name), bytes: plain(source, only) };
	const some = members.slice(0, 6).map(m => m.name);
	throw new InspectorError("not-rollouts", source.name, { path: source.path, code: "zip-content", looksLike: some.join(", ") });
}

/** Zip files: Inspect's `.eval` logs, and one JSONL packed alone (Agent Lightning). */
export const zip: ContainerFormat = { id: "zip", sniff: isZip, open };

/** `torch.save` files are zip files too; told apart once the members are known. */
export const isTorch = async (source: ByteSource, size: number): Promise<boolean> => pickleOf(await zipMembers(source, size)) !== undefined;
