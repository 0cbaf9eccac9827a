import { isArray, isObject, type JsonObject, type JsonValue } from "../../core/base/units";
import { importerById } from "../../core/importers/registry";
import { DEFAULT_RECIPE, type Recipe } from "../../core/model/recipe";
import type { Score } from "../../core/model/reward";
import type { ImportedRollout, Reference } from "../../core/model/rollout";
import { basisOf } from "../../core/rewards/tau2";
import { readObjects } from "../../session/beside/objects";
import { checkSentence } from "../../words/rewards";
import type { Io } from "../command";
import { sourceOf } from "../open";
import { judgedStream } from "../stream";
import type { Benchmark, Evaluation, Judgement } from "./contract";

/** Toucan asks for both: the wanted tools, and in order. */
const OPTIONS: Readonly<Record<"tau2" | "toucan", JsonObject>> = { tau2: {}, toucan: { weights: { tools: 0.5, order: 0.5 } } };

/** Benchmarks whose results are transcripts: the reward of the same name decides, measured against the tasks in the data. */
const transcripts = (
	id: "tau2" | "toucan",
	referencesOf: (record: JsonObject) => readonly (readonly [string, Reference])[],
	targets: (r: ImportedRollout) => Reference | null,
): Benchmark => ({
	id,
	async *judge(io, evaluation) {
		const references = await referencesIn(evaluation, referencesOf);
		const source = await sourceOf(io, evaluation.results, { runs: null, recipeFor: async () => DEFAULT_RECIPE });
		const recipe: Recipe = { ...DEFAULT_RECIPE, format: id, reward: { id, options: OPTIONS[id] } };
		const known = (r: ImportedRollout): Reference | null => references.get(r.group ?? "") ?? references.get(r.id ?? "") ?? r.reference ?? targets(r);
		try {
			const { rollouts } = await judgedStream(source, recipe, r => ({ ...r, reference: known(r) }));
			for await (const { judged } of rollouts) {
				const counted = id === "tau2" ? ["product", ...basisOf(judged.rollout)] : null;
				yield judgementOf(io, judged.rollout.id, judged.score, counted);
			}
		} finally {
			await source.close();
		}
	},
});

/** The error type is the part that failed, as the benchmark names it. `counted` = the parts that count, null = all. */
function judgementOf(io: Io, id: string | null, { total, layers }: Score, counted: readonly string[] | null): Judgement {
	if (Number.isNaN(total)) return { id, valid: null, errorType: "needs-environment", error: io.words("evaluate:needs-environment") };
	if (total > 1 - 1e-9) return { id, valid: true, errorType: null, error: null };
	const failed = layers.find(l => (counted?.includes(l.id) ?? true) && l.score < 1 && l.checks.some(c => c.verdict === "fail"));
	const check = failed?.checks.find(c => c.verdict === "fail");
	return { id, valid: false, errorType: failed?.id ?? "reward", error: check ? checkSentence(check, io.locale) : null };
}

async function referencesIn({ data, answers }: Evaluation, of: (record: JsonObject) => readonly (readonly [string, Reference])[]): Promise<ReadonlyMap<string, Reference>> {
	const records = [...(await readObjects(data)), ...(answers === null ? [] : await readObjects(answers))];
	return new Map(records.flatMap(of));
}

/** Tasks of τ²-bench: in a list of their own, or in a file of results. */
const tasksOf = (record: JsonObject): readonly (readonly [string, Reference])[] =>
	(isArray(record.tasks) ? record.tasks.filter((t): t is JsonObject => isObject(t)) : [record]).flatMap(task =>
		(importerById("tau2")?.read(task, { subtype: "tau2-tasks", name: "tasks.json", keys: {} }).rollouts ?? []).flatMap(r =>
			r.id !== null && r.reference ? [[r.id, r.reference] as const] : [],
		),
	);

/** `target_tools` as Toucan writes it: names with commas, or a list. */
function toucanTargets(value: JsonValue | undefined): Reference | null {
	const names = typeof value === "string" ? value.split(",").map(n => n.trim()) : isArray(value) ? value.filter(v => typeof v === "string") : null;
	return names && { calls: names.filter(n => n !== "").map(name => [{ name, arguments: {} }]), answer: null, source: "target_tools" };
}

export const tau2 = transcripts("tau2", tasksOf, () => null);
export const toucan = transcripts(
	"toucan",
	record => {
		const reference = toucanTargets(record.target_tools);
		return typeof record.uuid === "string" && reference ? [[record.uuid, reference]] : [];
	},
	r => toucanTargets(r.extras.target_tools),
);
