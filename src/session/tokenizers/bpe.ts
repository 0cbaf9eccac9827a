import { Tokenizer } from "@huggingface/tokenizers";
import type { JsonObject } from "../../core/base/units";

/** Encodes texts as the `tokenizer.json` says; null when it uses what the library does not know. */
export function encoderOf(json: JsonObject): ((text: string) => readonly number[]) | null {
	try {
		const tokenizer = new Tokenizer(json as never, {} as never);
		return text => tokenizer.encode(text, { add_special_tokens: false }).ids as readonly number[];
	} catch {
		return null;
	}
}
