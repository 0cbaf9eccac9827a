import { type Finding, finding } from "../model/finding";
import { type Rollout, responseOf } from "../model/rollout";
import type { Check, StepCall, Subject } from "./contract";
import { nameSpan, shown } from "./place";

const MAX_NAMES = 8;

/**
 * Which calls were made, against the reference: E02 wrong tool, E03 missing, E04 extra, E05 wrong order, E16 a call where none was
 * due, E17 none where one was due (in place of E03). Without reference calls only E15, a call made before, can be told. A reference
 * of actions that must be taken says nothing about other calls: only E03 and E17.
 */
export const plan: Check = {
	id: "plan",
	mistakes: [
		{ code: "E15", name: "DUPLICATED_CALL", cause: "plan" },
		{ code: "E02", name: "WRONG_TOOL", cause: "plan" },
		{ code: "E03", name: "MISSING_CALL", cause: "plan" },
		{ code: "E04", name: "EXTRA_CALL", cause: "plan" },
		{ code: "E05", name: "WRONG_ORDER", cause: "plan" },
		{ code: "E16", name: "UNNEEDED_CALL", cause: "plan" },
		{ code: "E17", name: "OMITTED_CALL", cause: "plan" },
	],
	run(subject) {
		const { references } = subject;
		const repeats = duplicates(subject);
		if (references === null) return [...repeats, ...notCompared(subject)];
		if (!isAttempt(subject.rollout)) return repeats;
		if (!references.length) return [...repeats, ...(subject.partial ? [] : unneeded(subject))];
		if (isOmitted(subject)) return [...repeats, omitted(subject, references)];
		return [...repeats, ...unpaired(subject, references), ...(subject.partial ? [] : order(subject, references))];
	},
};

/** Rows of data sets hold a task and its answer, and no attempt. An empty response that was given a reward is one. */
const isAttempt = (rollout: Rollout): boolean => responseOf(rollout).trim() !== "" || !Number.isNaN(rollout.recorded.reward);

const notCompared = ({ rollout, calls }: Subject): readonly Finding[] =>
	rollout.reference?.calls ? [finding("not-compared", "info", { calls: calls.length, references: rollout.reference.calls.flat().length })] : [];

const duplicates = ({ calls, duplicateOf, rollout }: Subject): readonly Finding[] =>
	calls.flatMap((c, i) =>
		(duplicateOf[i] as number) < 0 ? [] : [finding("E15", "warning", { call: i, tool: c.name, first: (duplicateOf[i] as number) + 1 }, { span: nameSpan(rollout.text, c) })],
	);

const unneeded = ({ calls, rollout }: Subject): readonly Finding[] => calls.map((c, i) => finding("E16", "error", { call: i, tool: c.name }, { span: nameSpan(rollout.text, c) }));

/** No call at all, not even one that was badly written. */
const isOmitted = ({ calls, rollout }: Subject): boolean => !calls.length && !rollout.blocks.length && !rollout.recovered.length;

function omitted({ rollout }: Subject, references: readonly StepCall[]): Finding {
	const reply = rollout.segments.findLast(s => s.learnable && s.kind !== "reasoning");
	return finding(
		"E17",
		"error",
		{ expected: [...new Set(references.map(r => r.name))].join(", "), count: references.length },
		{ span: reply ? { from: reply.from, to: reply.to } : null },
	);
}

function unpaired({ calls, duplicateOf, unknownTool, pairs, partial, rollout }: Subject, references: readonly StepCall[]): readonly Finding[] {
	const out: Finding[] = [];
	const met = new Set<number>(pairs);
	calls.forEach((c, i) => {
		const r = references[pairs[i] as number];
		const where = { span: nameSpan(rollout.text, c) };
		if (r && r.name !== c.name) out.push(finding("E02", "error", { call: i, tool: c.name, expected: r.name }, where));
		else if (!r && !partial && !unknownTool[i] && (duplicateOf[i] as number) < 0) out.push(finding("E04", "warning", { call: i, tool: c.name }, where));
	});
	references.forEach((r, j) => {
		if (!met.has(j)) out.push(finding("E03", "error", { reference: j, tool: r.name, expected: shown(r.arguments), step: r.step + 1 }));
	});
	return out;
}

/** Names in their order; of a long list the first ones. */
const names = (list: readonly StepCall[]): string => [...list.slice(0, MAX_NAMES).map(r => r.name), ...(list.length > MAX_NAMES ? ["…"] : [])].join(" → ");

/** Calls of one turn, and calls of one reference step, are parallel: between them there is no order to break. */
function order({ calls, pairs, rollout }: Subject, references: readonly StepCall[]): readonly Finding[] {
	const made = calls.flatMap((c, i) => {
		const reference = references[pairs[i] as number];
		return reference ? [{ call: c, index: i, turn: rollout.blocks[c.block]?.turn ?? i, reference, at: pairs[i] as number }] : [];
	});
	let late: (typeof made)[number] | null = null;
	let turn = -1;
	// last reference step met in the turns before, and up to now
	let before = -1;
	let reached = -1;
	for (const m of made) {
		if (m.turn !== turn) [turn, before] = [m.turn, reached];
		if (m.reference.step < before) {
			late = m;
			break;
		}
		reached = Math.max(reached, m.reference.step);
	}
	if (!late) return [];
	return [
		finding(
			"E05",
			"warning",
			{
				call: late.index,
				tool: late.call.name,
				order: made.map(m => m.at + 1).join(" "),
				actual: names(made.map(m => m.reference)),
				expected: names([...made].sort((a, b) => a.at - b.at).map(m => m.reference)),
			},
			{ span: nameSpan(rollout.text, late.call) },
		),
	];
}
