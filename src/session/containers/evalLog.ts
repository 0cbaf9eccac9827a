import { Buffer } from "node:buffer";
import { readJson } from "../../core/base/json";
import { isArray, isObject, type JsonObject, type JsonValue } from "../../core/base/units";
import type { ByteSource } from "../source";
import { jsonText } from "./jsonText";
import { readMember, type ZipMember } from "./zip";

/** Inspect's zipped log: a header, and a member (older) or a folder of members (newer) per sample. */
export const isEvalLog = (members: readonly ZipMember[]): boolean => members.some(m => m.name === "header.json" || m.name === "_journal/start.json");

const natural = new Intl.Collator("en", { numeric: true });
const byName = (a: ZipMember, b: ZipMember): number => natural.compare(a.name, b.name);

const textOf = async (source: ByteSource, member: ZipMember): Promise<string> => new TextDecoder().decode(await readMember(source, member));
const parsedOf = async (source: ByteSource, member: ZipMember): Promise<JsonValue> => {
	const read = readJson(await textOf(source, member));
	return read.ok ? read.value : null;
};

/** One line per sample, in the order of their names. Line breaks between JSON's tokens become spaces. */
export async function* evalSamples(source: ByteSource, members: readonly ZipMember[]): AsyncGenerator<Uint8Array> {
	const whole = members.filter(m => /^samples\/[^/]+\.json$/.test(m.name)).sort(byName);
	for (const m of whole) yield Buffer.from(`${(await textOf(source, m)).replace(/[\r\n]+/g, " ")}\n`);
	const folders = members.filter(m => /^samples\/.+\/sample\.json$/.test(m.name)).sort(byName);
	for (const m of folders) yield Buffer.from(`${jsonText(await chunkedSample(source, m, members))}\n`);
}

/** A sample whose messages and attachments lie in numbered members beside it. */
async function chunkedSample(source: ByteSource, member: ZipMember, members: readonly ZipMember[]): Promise<JsonValue> {
	const sample = await parsedOf(source, member);
	if (!isObject(sample)) return sample;
	const folder = member.name.slice(0, -"sample.json".length);
	const parts = async (name: string): Promise<JsonValue[]> => {
		const out: JsonValue[] = [];
		for (const m of members.filter(x => x.name.startsWith(`${folder}${name}/`)).sort(byName)) {
			const v = await parsedOf(source, m);
			out.push(...(isArray(v) ? v : [v]));
		}
		return out;
	};
	const filled: Record<string, JsonValue> = { ...sample };
	const messages = await parts("messages");
	if (messages.length && !isArray(sample.messages)) filled.messages = messages;
	const attachments = await parts("attachments");
	if (attachments.length) filled.attachments = { ...(isObject(sample.attachments) ? sample.attachments : {}), ...indexed(attachments) };
	return filled;
}

/** Attachments referenced by their number. */
const indexed = (texts: readonly JsonValue[]): JsonObject => Object.fromEntries(texts.map((t, i) => [String(i), t]));
