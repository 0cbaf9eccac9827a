import { SEGMENT_KINDS } from "../../../src/core/model/segment";
import type { EditorRequests } from "../../../src/protocol/editor";
import type { FileView, Queries, RolloutView, TableItem } from "../../../src/protocol/queries";

/** Files no example has: one rollout of any number of tokens, a table of any number of rows. Deterministic. */
export interface Generated {
	readonly tokens: number;
	readonly rows: number;
	/** Chinese text instead of English: every row is measured instead of counted. */
	readonly wide?: boolean;
	/** A credit of its own for every token, instead of one per rollout or segment. */
	readonly dense?: boolean;
}

const WORDS = {
	ascii: [" the", " weather", " in", " Oslo", " is", ' {"name":', ' "get_weather"', ",", " 12.5", "\n", " because", " call", ".", " summary"],
	wide: ["天气", "很好", "，", "我们", "去", "散步", "。", "\n", " get_weather", "查询", "结果"],
};
const hash = (i: number): number => ((Math.imul(i + 1, 2654435761) >>> 8) % 100_003) / 100_003;

export function generatedRollout(g: Generated, row: number): RolloutView {
	const words = g.wide ? WORDS.wide : WORDS.ascii;
	const [from, to] = [new Uint32Array(g.tokens), new Uint32Array(g.tokens)];
	const parts: string[] = [];
	let at = 0;
	for (let i = 0; i < g.tokens; i++) {
		const word = words[Math.floor(hash(i + row) * words.length)] as string;
		from[i] = at;
		at += word.length;
		to[i] = at;
		parts.push(word);
	}
	const text = parts.join("");
	const promptEnd = to[Math.floor(g.tokens / 20)] ?? 0;
	// segments of 400 tokens: reasoning, call, observation, summary in turn
	const kinds = ["reasoning", "call", "observation", "summary"] as const;
	const segments: RolloutView["segments"][number][] = [{ kind: "system", from: 0, to: promptEnd, lane: null, learnable: false }];
	for (let t = Math.floor(g.tokens / 20) + 1, k = 0; t < g.tokens; t += 400, k++) {
		const kind = kinds[k % 4] as (typeof kinds)[number];
		const learnable = kind !== "observation";
		segments.push({
			kind,
			from: from[t] as number,
			to: t + 400 < g.tokens ? (from[t + 400] as number) : text.length,
			lane: learnable ? (kind === "summary" ? "summary" : "tool") : null,
			learnable,
		});
	}
	const kind = new Uint8Array(g.tokens);
	const lossMask = new Uint8Array(g.tokens);
	const [grpo, slca] = [new Float32Array(g.tokens).fill(Number.NaN), new Float32Array(g.tokens).fill(Number.NaN)];
	for (let i = 0, s = 0; i < g.tokens; i++) {
		while (s + 1 < segments.length && (from[i] as number) >= (segments[s + 1]?.from ?? 0)) s++;
		const segment = segments[s];
		kind[i] = SEGMENT_KINDS.indexOf(segment?.kind ?? "other");
		if (!segment?.learnable) continue;
		lossMask[i] = 1;
		grpo[i] = g.dense ? 4 * hash(i * 7 + row) - 2 : 0.7615;
		slca[i] = segment.lane === "summary" ? -0.8 : 1.1;
	}
	return {
		row,
		id: `rollout-${row}`,
		group: `prompt-${Math.floor(row / 8)}`,
		step: 40,
		line: row + 1,
		text,
		promptEnd,
		turns: [{ role: "system", from: 0, to: promptEnd }],
		segments,
		segmentWarnings: [],
		syntax: "hermes",
		calls: [],
		tokens: { from, to, kind, lossMask, logprob: new Float32Array(g.tokens).fill(-0.1), approximate: false },
		credit: { grpo, slca },
		scale: { grpo: 1.5, slca: 1.5 },
		score: { reward: "layered", rewardLabel: "Layered", source: "", total: 1, known: 1, omitted: false, layers: [], lanes: { tool: 1, summary: 0 }, matches: [] },
		recorded: { reward: 1, components: {}, advantage: Number.NaN },
		advantages: [],
		findings: [],
		reference: null,
	};
}

export function generatedFile(g: Generated): FileView {
	const setup = { reward: "layered", tiers: "literal", basis: "auto", estimator: "grpo", preset: "verl", segmenter: "auto", lanes: "fine" } as const;
	const choice = (id: string) => ({ id, label: id, detail: "" });
	return {
		name: "generated.jsonl",
		path: "/generated.jsonl",
		bytes: 4e9,
		format: "verl",
		formatTitle: "verl",
		subtype: null,
		confidence: 1,
		container: "jsonl",
		records: g.rows,
		rollouts: g.rows,
		groups: Math.ceil(g.rows / 8),
		degenerateGroups: 0,
		groupKey: "",
		has: { messages: true, tokens: true, logprobs: true, lossMask: true, advantages: false, values: false, reward: true, components: false, reference: false, tools: false },
		missing: [],
		problems: [],
		scan: { state: "done", bytesDone: 4e9, bytesTotal: 4e9, rows: g.rows, secondsLeft: Number.NaN },
		trouble: null,
		setup,
		basis: "recorded",
		choices: { rewards: [choice("layered")], estimators: [choice("grpo"), choice("slca")], presets: { grpo: [choice("verl")] }, segmenters: [choice("auto")] },
		layers: [{ id: "format", label: "Format" }],
		components: [],
		scale: 1.5,
	};
}

const item = (index: number): TableItem =>
	index % 9 === 0
		? { kind: "group", group: `prompt-${index / 9}`, step: 40, size: 8, mean: 0.5, deviation: 0.2, degenerate: null, degenerateText: "" }
		: {
				kind: "rollout",
				row: index - Math.ceil(index / 9),
				id: null,
				group: `prompt-${Math.floor(index / 9)}`,
				step: 40,
				member: index % 9,
				recorded: 1,
				total: 1,
				known: 1,
				layers: [1],
				advantage: 0.76,
				lanes: null,
				tokens: 120,
				calls: 1,
				findings: 0,
				severity: null,
			};

/** Handlers for `madeBackend`. */
export function generatedSession(g: Generated): { [K in Exclude<keyof Queries, keyof EditorRequests>]: (ask: Queries[K]["ask"]) => Queries[K]["answer"] } {
	const total = g.rows + Math.ceil(g.rows / 8);
	return {
		file: () => generatedFile(g),
		rows: ({ from, to }) => ({ total, items: Array.from({ length: Math.max(0, Math.min(to, total) - from) }, (_, i) => item(from + i)) }),
		arrange: () => ({ total, matching: g.rows }),
		setup: () => generatedFile(g),
		pause: () => generatedFile(g),
		look: ({ row }) => generatedRollout(g, row),
		explain: () => ({ credit: 0.7615, terms: [{ id: "reward", value: 0.7615, data: { reward: 1 } }] }),
		whereIs: ({ row }) => ({ index: row + Math.floor(row / 8) + 1 }),
		nextDegenerate: () => null,
		shape: () => ({ keys: [], guess: {} }),
		mapping: () => generatedFile(g),
		steps: () => ({ basis: "recorded", steps: [{ step: 40, rollouts: g.rows, mean: 0.5, groups: 0, useful: 0 }] }),
		copy: () => ({ text: "{}" }),
		findings: () => ({ items: [], counts: [], total: 0, complete: true }),
		card: () => [],
		place: () => ({ line: 1, column: 1 }),
	};
}
