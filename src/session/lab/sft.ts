import { writeJson } from "../../core/base/json";
import type { JsonObject, JsonValue } from "../../core/base/units";
import type { Rollout } from "../../core/model/rollout";
import type { Tool } from "../../core/model/tool";
import { type CurriculumAsk, SAMPLE_SHAPES, type SampleShape, type SampleView } from "../../protocol/lab";
import { judgedRows } from "../findings";
import { fileOf } from "../look";
import type { SessionState } from "../state";
import { curriculumView } from "./curriculum";
import type { Survey } from "./survey";

export const SFT_SHAPES = SAMPLE_SHAPES;
export type SftShape = SampleShape;

interface Message {
	readonly role: "system" | "user" | "assistant" | "tool";
	readonly text: string;
	/** Written by the policy in this rollout. */
	readonly trained: boolean;
}

/** The rollout as messages; tool results that stand inside the policy's own text become messages of their own. */
export function messagesOf(rollout: Rollout): readonly Message[] {
	const out: Message[] = [];
	const add = (role: Message["role"], text: string, trained: boolean): void => {
		if (text.trim()) out.push({ role, text, trained });
	};
	const observations = rollout.segments.filter(s => s.kind === "observation");
	for (const turn of rollout.turns) {
		const { from, to } = turn.body;
		if (turn.role !== "assistant") {
			add(turn.role === "other" ? "user" : turn.role, rollout.text.slice(from, to), false);
			continue;
		}
		let at = from;
		for (const o of observations) {
			if (o.to <= at || o.from >= to) continue;
			add("assistant", rollout.text.slice(at, o.from), turn.trained);
			add("tool", rollout.text.slice(Math.max(at, o.from), Math.min(to, o.to)), false);
			at = Math.min(to, o.to);
		}
		add("assistant", rollout.text.slice(at, to), turn.trained);
	}
	// a chat template's line break before the next header belongs to no message
	return out.map(m => ({ ...m, text: m.text.replace(/\n$/, "") }));
}

const toolObjects = (tools: readonly Tool[] | null): readonly JsonObject[] | null =>
	tools && tools.length > 0
		? tools.map(t => ({
				type: "function",
				function: { name: t.name, ...(t.description === null ? {} : { description: t.description }), ...(t.parameters === null ? {} : { parameters: t.parameters }) },
			}))
		: null;

/** ShareGPT wants one side after the other: neighbours of one side are joined. */
function conversation(messages: readonly Message[]): readonly JsonObject[] {
	const from = { user: "human", assistant: "gpt", tool: "observation" } as const;
	const sides: { from: string; value: string }[] = [];
	for (const m of messages) {
		if (m.role === "system") continue;
		const last = sides.at(-1);
		const own = m.role === "assistant";
		if (last && (last.from === "gpt") === own) last.value += `\n${m.text}`;
		else sides.push({ from: from[m.role], value: m.text });
	}
	return sides;
}

const bodies: Readonly<Record<SftShape, (messages: readonly Message[], tools: readonly JsonObject[] | null) => JsonObject>> = {
	messages: (messages, tools) => ({ messages: messages.map(m => ({ role: m.role, content: m.text })), ...(tools ? { tools } : {}) }),
	"ms-swift": (messages, tools) => ({
		messages: messages.map(m => ({ role: m.role === "tool" ? "tool_response" : m.role, content: m.text, ...(m.role === "assistant" ? { loss: m.trained } : {}) })),
		...(tools ? { tools: writeJson(tools) } : {}),
	}),
	"llama-factory": (messages, tools) => {
		const system = messages.filter(m => m.role === "system").map(m => m.text);
		return { conversations: conversation(messages), ...(system.length ? { system: system.join("\n") } : {}), ...(tools ? { tools: writeJson(tools) } : {}) };
	},
};

/** One rollout of the file as a sample; `line` null = left out. */
export interface SftRow {
	readonly sample: SampleView;
	readonly id: string | null;
	readonly line: JsonObject | null;
}

/**
 * Every rollout of the file in order, as a row for supervised training with its weight and the reason, or as left out with
 * the reason. Empty when the reward has no format and content layers.
 */
export async function* sftRows(s: SessionState, survey: Pick<Survey, "feature"> | null, ask: CurriculumAsk, shape: SftShape): AsyncGenerator<SftRow> {
	const view = curriculumView(s, ask, survey?.feature ?? null);
	if (!view) return;
	const rewards = s.basis === "recorded" ? s.state.ledger.recorded : s.state.ledger.total;
	for await (const { row, judged } of judgedRows(s.source, s.state)) {
		const sample = view.samples[row];
		if (!sample) continue;
		const { rollout } = judged;
		const facts: Readonly<Record<string, JsonValue>> = {
			loss_weight: sample.weight,
			id: rollout.id,
			group_id: rollout.group,
			step: rollout.step,
			reward: rewards.get(row),
			sample_class: sample.class,
			reason: sample.sentence,
			source: { file: fileOf(s.source, s.state.ledger.offset.get(row)).file?.name ?? s.source.name, row, line: sample.line },
		};
		yield { sample, id: rollout.id, line: sample.weight > 0 ? { ...bodies[shape](messagesOf(rollout), toolObjects(rollout.tools)), ...facts } : null };
	}
}

/** Longest text that goes to a page, in UTF-16 units. */
const MAX_TEXT = 64 << 20;

/** The kept rows as text; null when it is longer than a message should be. */
export async function sftText(rows: AsyncIterable<SftRow>, most = MAX_TEXT): Promise<{ readonly text: string | null; readonly kept: number }> {
	const lines: string[] = [];
	let [length, kept] = [0, 0];
	for await (const { line } of rows) {
		if (!line) continue;
		kept++;
		if (length > most) continue;
		const text = `${writeJson(line)}\n`;
		length += text.length;
		lines.push(text);
	}
	return { text: length > most ? null : lines.join(""), kept };
}
