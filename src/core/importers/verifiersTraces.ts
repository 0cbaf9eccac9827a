import { isArray, isObject, type JsonObject, type JsonPath, type JsonValue } from "../base/units";
import { type Finding, finding } from "../model/finding";
import type { ImportedRollout, TokenColumns } from "../model/rollout";
import { type ChatItem, readChat } from "./chat";
import { asId, asNumber, asStep, isObjectList, truncatedOf, valueAt, without } from "./fields";
import { referenceOf } from "./references";
import { readComponents, rollout } from "./row";
import { commonAdvantage, expand, numbersOf } from "./tokens";
import { readTools } from "./toolSchemas";

/** One trace of an episode: messages as a tree of nodes, with token columns at each node. */
const isTrace = (v: JsonValue | undefined): boolean => isObject(v) && isArray(v.nodes) && isObject(v.rewards);

export const isEpisode = (r: JsonObject): boolean => isObjectList(r.traces) && isObject(r.task) && "ok" in r && r.traces.some(isTrace);
export const isBareTrace = (r: JsonObject): boolean => isObject(r.rewards) && isObjectList(r.nodes) && r.nodes.every(n => isObject(n.message));

/** Indices of the nodes from the root to `leaf`; a circle in the parents ends the walk. */
function branchTo(nodes: readonly JsonObject[], leaf: number): number[] {
	const branch: number[] = [];
	const seen = new Set<number>();
	for (let i: number | null = leaf; i !== null && i >= 0 && i < nodes.length && !seen.has(i); ) {
		seen.add(i);
		branch.push(i);
		const parent: JsonValue | undefined = nodes[i]?.parent;
		i = typeof parent === "number" ? parent : null;
	}
	return branch.reverse();
}

/** Columns over the nodes after the prompt. Log-probabilities and advantages are compact: one entry per trained token. */
function nodeTokens(nodes: readonly JsonObject[], findings: Finding[]): TokenColumns | null {
	const parts = nodes.map(n => ({ ids: numbersOf(n.token_ids), mask: Uint8Array.from(numbersOf(n.mask) ?? [], v => (v > 0 ? 1 : 0)), node: n }));
	if (!parts.some(p => p.ids?.length)) return null;
	const count = parts.reduce((n, p) => n + (p.ids?.length ?? 0), 0);
	const ids = new Int32Array(count);
	const lossMask = new Uint8Array(count);
	const logprobs = new Float64Array(count).fill(Number.NaN);
	const advantages = new Float64Array(count).fill(Number.NaN);
	let there = { logprobs: false, advantages: false };
	let at = 0;
	for (const { ids: own, mask, node } of parts) {
		if (!own) continue;
		ids.set(own, at);
		if (mask.length === own.length) {
			lossMask.set(mask, at);
			const lp = expand(node.logprobs, mask, "logprobs", findings);
			const adv = expand(node.advantages, mask, "advantages", findings);
			if (lp) logprobs.set(lp, at);
			if (adv) advantages.set(adv, at);
			there = { logprobs: there.logprobs || lp !== null, advantages: there.advantages || adv !== null };
		} else findings.push(finding("array-length", "warning", { key: "mask", count: mask.length, expected: own.length }));
		at += own.length;
	}
	return { count, spans: null, ids, lossMask, logprobs: there.logprobs ? logprobs : null, advantages: there.advantages ? advantages : null };
}

/** Σ score·weight over the rewards that are there: the total is not stored. NaN when there is none. */
function totalOf(rewards: JsonObject, components: Record<string, number>): number {
	let total = Number.NaN;
	for (const [name, r] of Object.entries(rewards)) {
		const score = isObject(r) ? asNumber(r.score) : asNumber(r);
		const weight = isObject(r) ? asNumber(r.weight ?? 1) : 1;
		components[name] = score;
		if (!Number.isNaN(score)) total = (Number.isNaN(total) ? 0 : total) + score * weight;
	}
	return total;
}

function readTrace(trace: JsonObject, path: JsonPath, episode: JsonObject | null): ImportedRollout {
	const findings: Finding[] = [];
	const nodes = (isArray(trace.nodes) ? trace.nodes : []).map(n => (isObject(n) ? n : {}));
	const parents = new Set(nodes.map(n => n.parent));
	const leaves = nodes.map((_, i) => i).filter(i => !parents.has(i));
	if (leaves.length > 1) findings.push(finding("other-branches", "info", { count: leaves.length - 1 }, { path: [...path, "nodes"] }));
	const branch = branchTo(nodes, leaves.at(-1) ?? nodes.length - 1);
	const items: ChatItem[] = branch.map(i => ({ message: nodes[i]?.message ?? null, path: [...path, "nodes", i, "message"] }));
	const sampled = branch.map(i => nodes[i]?.sampled === true);
	const first = sampled.indexOf(true);
	const prompt = first < 0 ? branch.length : first;
	const tools = readTools(trace.tools);
	const trainable = !(isObject(trace.agent) && trace.agent.trainable === false);
	const chat = readChat(items, { prompt, tools, trained: i => trainable && sampled[i] === true });
	const tokens = nodeTokens(
		branch.slice(prompt).map(i => nodes[i] ?? {}),
		findings,
	);
	const components: Record<string, number> = {};
	const reward = totalOf(isObject(trace.rewards) ? trace.rewards : {}, components);
	const task = isObject(trace.task) ? trace.task : episode && isObject(episode.task) ? episode.task : {};
	const data = isObject(task.data) ? task.data : {};
	const reference = referenceOf(data);
	const group = (episode && isObject(episode.group) ? asId(episode.group.id) : null) ?? asId(task.key) ?? asId(task.hash);
	return rollout(chat.transcript, {
		id: asId(trace.id),
		group,
		step: episode ? asStep(valueAt(episode, "run.work.step")) : null,
		tools,
		reference: reference && { ...reference, source: `task.data.${reference.source}` },
		recorded: {
			reward,
			components: { ...components, ...(isObject(trace.metrics) ? readComponents(trace.metrics, Object.keys(components), findings) : {}) },
			advantage: commonAdvantage(tokens),
		},
		tokens,
		truncated: truncatedOf(trace),
		extras: without(trace, ["nodes", "tools", "rewards", "metrics", "task"]),
		findings: [...chat.findings, ...findings],
	});
}

/** Rollouts of an episode, or of a bare trace. Each trace gives one: the branch its last message ends. */
export const readTraces = (record: JsonObject): ImportedRollout[] =>
	isTrace(record)
		? [readTrace(record, [], null)]
		: (isArray(record.traces) ? record.traces : []).flatMap((t, i) => (isObject(t) && isTrace(t) ? [readTrace(t, ["traces", i], record)] : []));
