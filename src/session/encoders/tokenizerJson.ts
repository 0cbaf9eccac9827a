import { Tokenizer } from "@huggingface/tokenizers";
import type { PieceReader } from "./contract";

/** Pieces by a `tokenizer.json` (and its `tokenizer_config.json`), special tokens included. Throws when it cannot be used. */
export function tokenizerReader(tokenizer: object, config: object): PieceReader {
	const reader = new Tokenizer(tokenizer, config);
	const model = "model" in tokenizer && typeof tokenizer.model === "object" ? (tokenizer.model as { readonly unk_token?: string | null; readonly unk_id?: number | null }) : null;
	const unknownId = model?.unk_id ?? (typeof model?.unk_token === "string" ? reader.token_to_id(model.unk_token) : undefined);
	return text => {
		const { ids } = reader.encode(text);
		// begin and end marks are no part of the text
		const inner = reader.encode(text, { add_special_tokens: false }).ids;
		return { ids, unknown: inner.length ? inner.filter(id => id === unknownId).length / inner.length : 0 };
	};
}
