import { remember } from "../base/remember";
import type { Role } from "../model/rollout";
import { roleOf } from "./chat";

/** A turn found in a text: its header is [from, body), what it says is [body, to). */
export interface TextTurn {
	readonly role: Role;
	readonly from: number;
	readonly body: number;
	readonly to: number;
}

/** A chat template whose marks survive in the text. `sign` is what it cannot do without; `header` finds the turns. */
export interface Template {
	readonly id: string;
	readonly sign: string;
	/** Sticky-free global pattern without nested repetition; the first group that matched names the role. */
	readonly header: RegExp;
	/** Role of a mark that names none. */
	readonly roles?: Readonly<Record<string, Role>>;
}

const TEMPLATES: readonly Template[] = [
	{ id: "chatml", sign: "<|im_start|>", header: /\n?<\|im_start\|>([\w-]{1,32})\n?/g },
	{ id: "llama3", sign: "<|start_header_id|>", header: /<\|start_header_id\|>([\w-]{1,32})<\|end_header_id\|>\n{0,2}/g },
	{ id: "kimi", sign: "<|im_middle|>", header: /<\|im_(system|user|assistant)\|>[^<\n]{1,64}<\|im_middle\|>/g },
	{ id: "harmony", sign: "<|start|>", header: /<\|start\|>(system|developer|user|assistant|functions|tool)(?:\.[\w.-]{1,80} to=assistant)?/g, roles: { functions: "tool" } },
	{
		id: "deepseek",
		sign: "<｜User｜>",
		header: /<｜(User|Assistant|tool▁outputs▁begin|tool▁outputs▁end)｜>/g,
		roles: { "tool▁outputs▁begin": "tool", "tool▁outputs▁end": "assistant" },
	},
	{ id: "gemma", sign: "<start_of_turn>", header: /\n?<start_of_turn>([\w-]{1,32})\n/g },
	{ id: "glm", sign: "<|user|>", header: /<\|(system|user|assistant|observation|tool|ipython)\|>\n?/g },
	{
		id: "mistral",
		sign: "[INST]",
		header: /\[(INST|\/INST|TOOL_RESULTS|\/TOOL_RESULTS)\] ?/g,
		roles: { INST: "user", "/INST": "assistant", TOOL_RESULTS: "tool", "/TOOL_RESULTS": "assistant" },
	},
];

/** Marks that open what a tool or the environment answered. */
const OBSERVATION_OPEN = ["<tool_response>", "<result>", "<information>", "<obs>", "<observation>", "<output>", "```output", "Observation:"];
const OBSERVATION_CLOSE: Readonly<Record<string, string>> = {
	"<tool_response>": "</tool_response>",
	"<result>": "</result>",
	"<information>": "</information>",
	"<obs>": "</obs>",
	"<observation>": "</observation>",
	"<output>": "</output>",
};
/** Marks that end a call: a bare `tool` or `user` line right after one is the environment's. */
const CALL_CLOSE = ["</tool_call>", "</function_call>", "</tool_calls>", "</function>", "</search>", "</python>", "</code>"];

const templateOf = (text: string): Template | null => {
	let best: Template | null = null;
	let at = Number.POSITIVE_INFINITY;
	for (const t of TEMPLATES) {
		const i = text.indexOf(t.sign);
		if (i >= 0 && i < at) {
			best = t;
			at = i;
		}
	}
	return best;
};

function marked(text: string, template: Template): TextTurn[] {
	const turns: { role: Role; from: number; body: number; to: number }[] = [];
	for (const m of text.matchAll(template.header)) {
		const name = m[1] ?? "";
		const role = template.roles?.[name] ?? roleOf(name);
		const previous = turns.at(-1);
		if (previous) previous.to = m.index;
		turns.push({ role, from: m.index, body: m.index + m[0].length, to: text.length });
	}
	for (const t of turns) if (t.role === "user" && opensObservation(text, t.body)) t.role = "tool";
	return turns;
}

const skipSpace = (text: string, at: number): number => {
	let i = at;
	while (i < text.length && text.charCodeAt(i) <= 32) i++;
	return i;
};
const opensObservation = (text: string, at: number): boolean => {
	const from = skipSpace(text, at);
	return OBSERVATION_OPEN.some(mark => text.startsWith(mark, from));
};

const BARE = /(?:^|\n)(system|user|assistant|tool)(?=\n)/g;
/** After which role a bare header line can follow which. */
const FOLLOWS: Readonly<Record<string, readonly string[]>> = {
	"": ["system", "user"],
	system: ["user"],
	user: ["assistant"],
	assistant: ["user", "tool"],
	tool: ["assistant", "tool"],
};

/** What a prompt's text shows: its turns, and the template whose marks it carries. */
export interface PromptReading {
	readonly turns: readonly TextTurn[];
	readonly template: Template | null;
}

/**
 * Turns of a prompt. With template marks: by those. Without (verl's dumps lose special tokens): by bare header lines, if
 * the text begins with one; a line counts only where its role may follow the one before, so that a line "user" inside
 * a user's text stays text. Otherwise the whole prompt is one user turn. The last turn may be the empty answer that the
 * generation prompt opens.
 */
export const readPrompt: (text: string) => PromptReading = remember(text => {
	const template = templateOf(text);
	return { template, turns: fromStart(template ? marked(text, template) : bare(text), text) };
}, 16);

function fromStart(found: readonly TextTurn[], text: string): readonly TextTurn[] {
	const first = found[0];
	if (!first) return text === "" ? [] : [{ role: "user", from: 0, body: 0, to: text.length }];
	// a beginning-of-text token belongs to the first turn; anything longer is a text of its own
	if (first.from === 0) return found;
	return first.from <= 40 ? [{ ...first, from: 0 }, ...found.slice(1)] : [{ role: "other", from: 0, body: 0, to: first.from }, ...found];
}

function bare(text: string): TextTurn[] {
	if (!/^\s{0,4}(?:system|user)\n/.test(text)) return [];
	const turns: { role: Role; from: number; body: number; to: number }[] = [];
	let before = "";
	for (const m of text.matchAll(BARE)) {
		const name = m[1] as string;
		if (!FOLLOWS[before]?.includes(name)) continue;
		before = name;
		const previous = turns.at(-1);
		if (previous) previous.to = m.index;
		turns.push({ role: roleOf(name), from: m.index, body: m.index + m[0].length + 1, to: text.length });
	}
	for (const t of turns) if (t.role === "user" && opensObservation(text, t.body)) t.role = "tool";
	return turns;
}

/**
 * Turns of a response that holds tool results. With template marks: by those. Without, a bare line `user` or `tool` opens
 * an environment turn only when a known observation mark (`<tool_response>`, `<result>`, `Observation:` …) follows it, or
 * when it stands right after a call's closing mark; and a bare line `assistant` ends that turn only after the
 * observation's closing mark, where there is one. A line "user" in prose is therefore never cut. The first turn is the
 * policy's and has no header.
 */
export function responseTurns(text: string, prompt: PromptReading): TextTurn[] {
	const template = prompt.template ?? templateOf(text);
	if (template && (text.includes(template.sign) || template.id === "glm" || template.id === "mistral" || template.id === "deepseek")) {
		const found = marked(text, template);
		const first = found[0];
		if (first) return first.from === 0 ? found : [{ role: "assistant", from: 0, body: 0, to: first.from }, ...found];
		return text === "" ? [] : [{ role: "assistant", from: 0, body: 0, to: text.length }];
	}
	return bareResponse(text);
}

const ENVIRONMENT = /\n(user|tool)\n/g;

function bareResponse(text: string): TextTurn[] {
	const turns: TextTurn[] = [];
	let from = 0;
	let body = 0;
	ENVIRONMENT.lastIndex = 0;
	for (let m = ENVIRONMENT.exec(text); m; m = ENVIRONMENT.exec(text)) {
		const start = m.index + m[0].length;
		const opened = opensObservation(text, start);
		if (!opened && !closesCall(text, m.index)) {
			// the line break may open the next header
			ENVIRONMENT.lastIndex = start - 1;
			continue;
		}
		const end = answerAfter(text, start);
		if (m.index > from || turns.length) turns.push({ role: "assistant", from, body, to: m.index });
		const to = end ?? text.length;
		turns.push({ role: opened || m[1] === "tool" ? "tool" : "user", from: m.index, body: start, to });
		if (end === null) return turns;
		from = end;
		body = end + "\nassistant\n".length;
		ENVIRONMENT.lastIndex = body - 1;
	}
	if (text.length > from || !turns.length) turns.push({ role: "assistant", from, body: Math.min(body, text.length), to: text.length });
	return text === "" ? [] : turns;
}

const closesCall = (text: string, at: number): boolean => {
	let i = at;
	while (i > 0 && text.charCodeAt(i - 1) <= 32) i--;
	return CALL_CLOSE.some(mark => text.endsWith(mark, i) && text.startsWith(mark, i - mark.length));
};

/** Where the next bare `assistant` line begins (its line break included), after the closing mark of the observation that opens at `at`. */
function answerAfter(text: string, at: number): number | null {
	let from = at - 1;
	for (let i = skipSpace(text, at); ; ) {
		const mark = OBSERVATION_OPEN.find(o => text.startsWith(o, i));
		const close = mark && OBSERVATION_CLOSE[mark];
		const to = close ? text.indexOf(close, i) : -1;
		if (!close || to < 0) break;
		from = to + close.length;
		i = skipSpace(text, from);
	}
	const end = text.indexOf("\nassistant\n", from);
	if (end >= 0) return end;
	return text.endsWith("\nassistant") && text.length - 10 >= from ? text.length - 10 : null;
}
