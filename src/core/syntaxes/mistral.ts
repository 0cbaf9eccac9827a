import { readArguments, readOpenBody } from "./body";
import { syntax } from "./grammar";
import { skipSpace, trimSpan } from "./objects";
import { openParts } from "./openMarks";
import { firstOf } from "./seek";

const MARK = "[TOOL_CALLS]";

/**
 * `[TOOL_CALLS] [{"name", "arguments"}]` of the older tokenizers, behind which text may follow, and `[TOOL_CALLS]NAME{json}` or
 * `[TOOL_CALLS]NAME[ARGS]{json}` from v11 on, once for each call; as vLLM MistralToolParser and sglang MistralDetector.
 */
export const mistral = syntax({
	id: "mistral",
	aliases: ["mistral_v11", "devstral", "magistral", "ministral"],
	title: "Mistral",
	marks: [[MARK, ""]],
	find: text => firstOf(text, [MARK]),
	read(draft) {
		for (const { mark, to } of openParts(draft, MARK)) {
			const start = skipSpace(draft.text, mark.to);
			const text = draft.text.slice(0, to);
			if (text[start] === "[" || text[start] === "{") {
				readOpenBody(draft, mark, to);
				continue;
			}
			const whole = trimSpan(text, { from: mark.from, to });
			const rest = text.slice(start, whole.to);
			const brace = rest.indexOf("{");
			const body = { from: Math.min(start, whole.to), to: whole.to };
			const block = draft.block(whole, body);
			const end = rest.endsWith("</s>") ? whole.to - 4 : whole.to;
			const name = (brace < 0 ? rest : rest.slice(0, brace)).replace(/\[(?:CALL_ID|ARGS)\][\s\S]*$/, "").trim();
			if (brace < 0) draft.broken(block, "arguments-not-object", body, { name });
			else if (!name) draft.broken(block, "no-name", body);
			else readArguments(draft, block, name, body, { from: start + brace, to: end });
		}
	},
	sample: {
		text: 'I will count.[TOOL_CALLS]count{"of": "birds"}[TOOL_CALLS]now[ARGS]{}',
		calls: [
			{ name: "count", arguments: { of: "birds" } },
			{ name: "now", arguments: {} },
		],
	},
});
