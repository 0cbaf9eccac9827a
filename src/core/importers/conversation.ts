import { isArray, type JsonPath, type JsonValue } from "../base/units";
import { type ChatItem, type ChatOptions, type ChatReading, chatItems, readChat, textItem } from "./chat";
import { readTexts } from "./textTranscript";
import type { Transcript } from "./transcript";

/** A value of the record with its place. */
export interface ValueAt {
	readonly value: JsonValue | undefined;
	readonly path: JsonPath;
}

const itemsOf = (part: ValueAt, role: string): ChatItem[] =>
	isArray(part.value) ? chatItems(part.value, part.path) : typeof part.value === "string" && part.value !== "" ? [textItem(role, part.value, part.path)] : [];

/**
 * Transcript of a prompt and a response kept apart, each as a text or as a list of messages. Two texts are joined letter
 * by letter; else both are read as one conversation.
 */
export function readConversation(prompt: ValueAt, response: ValueAt, options: ChatOptions = {}): Pick<ChatReading, "transcript" | "findings"> {
	if (!isArray(prompt.value) && !isArray(response.value)) {
		const at = (part: ValueAt): { text: string; path: JsonPath } | null => (typeof part.value === "string" ? { text: part.value, path: part.path } : null);
		return { transcript: readTexts(at(prompt), at(response)), findings: [] };
	}
	const before = itemsOf(prompt, "user");
	return readChat([...before, ...itemsOf(response, "assistant")], { ...options, prompt: before.length });
}

/** A transcript read from JSON inside a string: none of its texts stands in the file letter by letter. */
export const unplaced = (transcript: Transcript): Transcript => ({ ...transcript, pieces: [] });
