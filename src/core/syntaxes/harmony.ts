import type { Span } from "../base/units";
import { readArguments, recoverArguments } from "./body";
import type { Draft } from "./draft";
import { syntax } from "./grammar";
import { trimSpan } from "./objects";
import { firstOf } from "./seek";

const TOKEN = /<\|(start|message|end|call|return)\|>/g;
/** Headers as they are left when special tokens were stripped. */
const STRIPPED = /(^\s*|assistant)(analysis|commentary|final)(?:\s+to=(?:functions\.)?([\w.-]+))?(\s*json(?=\s*\{))?/g;

interface Message {
	readonly header: string;
	readonly span: Span;
	readonly body: Span;
	readonly end: string;
}

/** Messages of a text with its special tokens: a header up to `<|message|>`, a body up to the token that ends it. */
function messagesOf(text: string): readonly Message[] {
	const out: Message[] = [];
	const token = new RegExp(TOKEN);
	let from = 0;
	let body = -1;
	const finish = (at: number, to: number, end: string): void => {
		if (body >= 0) out.push({ header: text.slice(from, body - "<|message|>".length), span: { from, to }, body: { from: body, to: at }, end });
		body = -1;
		from = to;
	};
	for (let m = token.exec(text); m; m = token.exec(text)) {
		const kind = m[1] ?? "";
		if (kind === "start") finish(m.index, m.index, kind);
		else if (kind === "message") {
			if (body >= 0) continue;
			// text in front of the first header is no part of it
			const channel = text.slice(from, m.index).lastIndexOf("<|channel|>");
			if (!text.startsWith("<|start|>", from) && channel > 0) from += channel;
			body = token.lastIndex;
		} else finish(m.index, token.lastIndex, kind);
	}
	finish(text.length, text.length, "");
	return out;
}

/** A call needs the constraint "json" in its header, as sglang GptOssDetector and verl's parser want it; without it, it is repaired beside. */
function addCall(draft: Draft, name: string, json: boolean, span: Span, body: Span): void {
	const block = draft.block(span, body);
	if (json) readArguments(draft, block, name, body, body);
	else recoverArguments(draft, block, draft.broken(block, "not-a-call", span, { name }), name, body, body);
}

function readMessage(draft: Draft, m: Message): void {
	const channel = /<\|channel\|>\s*(\w+)/.exec(m.header)?.[1] ?? "";
	const recipient = /\bto=([^\s<]+)/.exec(m.header)?.[1] ?? "";
	const mark = { from: m.span.from, to: m.body.from };
	const tail = { from: m.body.to, to: m.span.to };
	if (recipient.startsWith("functions.")) {
		const json = /(?:<\|constrain\|>\s*|\s)json\s*$/.test(m.header);
		addCall(draft, recipient.slice("functions.".length), json, m.span, m.body);
	} else if (recipient) draft.wrapping.push(m.span);
	else if (channel === "analysis") draft.reasoning.push({ ...m.span, body: m.body });
	else draft.wrapping.push(mark, tail);
}

function readStripped(draft: Draft): void {
	const { text } = draft;
	const heads = [...text.matchAll(STRIPPED)];
	heads.forEach((m, i) => {
		const from = m.index + (m[1] === "assistant" ? 0 : (m[1]?.length ?? 0));
		const to = heads[i + 1]?.index ?? text.length;
		const body = trimSpan(text, { from: m.index + m[0].length, to });
		if (m[3]) addCall(draft, m[3], m[4] !== undefined, { from, to }, body);
		else if (m[2] === "analysis") draft.reasoning.push({ from, to, body });
		else draft.wrapping.push({ from, to: body.from });
	});
}

/** Sure signs of stripped text: a call's header, or reasoning at the start that a final header ends. */
const strippedSign = (text: string): number => {
	if (!text.includes("assistantfinal") && !text.includes(" to=functions.")) return -1;
	const call = text.search(/(?:^\s*|assistant)(?:commentary|analysis) to=functions\./);
	return call >= 0 ? call : /^\s*analysis/.test(text) && text.includes("assistantfinal") ? 0 : -1;
};

/**
 * gpt-oss: `<|channel|>commentary to=functions.NAME <|constrain|>json<|message|>{json}<|call|>`, the channel `analysis` being reasoning and
 * `final` the answer; also the chat template's order of the header, and text whose special tokens were stripped (verl and TRL dumps).
 */
export const harmony = syntax({
	id: "harmony",
	aliases: ["openai", "gpt_oss", "gptoss"],
	title: "gpt-oss (harmony)",
	marks: [["<|channel|>commentary to=", "<|call|>"]],
	find: text => {
		const at = firstOf(text, ["<|channel|>", "<|message|>"]);
		return at >= 0 ? at : strippedSign(text);
	},
	read(draft) {
		if (draft.text.includes("<|message|>")) for (const m of messagesOf(draft.text)) readMessage(draft, m);
		else if (strippedSign(draft.text) >= 0) readStripped(draft);
	},
	sample: {
		text: '<|channel|>analysis<|message|>Count first.<|end|><|start|>assistant<|channel|>commentary to=functions.count <|constrain|>json<|message|>{"of": "birds"}<|call|>',
		calls: [{ name: "count", arguments: { of: "birds" } }],
	},
});
