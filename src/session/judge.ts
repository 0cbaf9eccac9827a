import { checkEvidence } from "../core/analyses/evidence";
import type { JsonValue } from "../core/base/units";
import { isObject } from "../core/base/units";
import { checkRollout } from "../core/checks/registry";
import { countLearnable, displayTokens } from "../core/credit/tokens";
import { lexicalSimilarity } from "../core/matching/similarity";
import type { DisplayTokens } from "../core/model/credit";
import type { Finding } from "../core/model/finding";
import type { ResultRule } from "../core/model/resultRule";
import type { Score } from "../core/model/reward";
import type { ImportedRollout, Rollout } from "../core/model/rollout";
import type { Lane } from "../core/model/segment";
import { assemble } from "../core/pipeline";
import type { Given, Reward, Similarity } from "../core/rewards/contract";
import { segmentLanes } from "../core/segmenters/lanes";
import type { EmbedderOptions } from "./embedder";
import { contentOf, judgeInput } from "./judges/input";
import { withPlaces } from "./tokenizers/place";
import type { Tokens } from "./tokenizers/registry";

/** Everything that decides how one rollout is parsed and scored; resolved once from a recipe. */
export interface JudgeSetup {
	readonly syntax: string;
	readonly segmenter: string;
	readonly lanes: "fine" | "two-segment";
	readonly reward: Reward;
	readonly options: Reward["defaults"];
	/** Dotted paths of the judge's grade and of the outcome among the record's keys. */
	readonly keys: Readonly<Record<string, string>>;
	/** The recipe's own rule for the result; absent or null = none. */
	readonly rule?: ResultRule | null;
	readonly ignore: readonly string[];
	/** Lays token ids over the text; null = not named. */
	readonly tokenizer?: Tokens | null;
	/** Texts are compared by the vectors of this encoder; absent or null = by their characters. */
	readonly embedding?: EmbedderOptions | null;
	/** Who grades a reply where the record has no grade. */
	readonly grader: "recorded" | "evidence";
	/** Grades that a judge has given, by the mark of a rollout's text; they count where the record has none. */
	readonly grades?: ReadonlyMap<string, number>;
}

/** A rollout with all that is said about it. */
export interface Judged {
	readonly rollout: Rollout;
	readonly score: Score;
	readonly findings: readonly Finding[];
	readonly tokens: DisplayTokens;
	readonly learnableTokens: number;
	/** Lane of each segment. */
	readonly lanes: readonly (Lane | null)[];
	readonly present: Readonly<Record<Lane, boolean>>;
}

/** Names under which trainers record whether a task was completed, tried in this order when the recipe names none. */
export const OUTCOME_KEYS = ["outcome", "success", "is_correct", "correct", "acc", "accuracy", "solved", "passed", "task_success"] as const;
const JUDGE_KEY = "judge";
const LEXICAL: Similarity = { name: "lexical", of: lexicalSimilarity };

const at = (value: JsonValue | undefined, path: string): JsonValue | undefined => path.split(".").reduce<JsonValue | undefined>((v, k) => (isObject(v) ? v[k] : undefined), value);

/** A recorded value as a number in [0,1]; NaN when it is not one. */
function outcomeNumber(v: JsonValue | undefined): number {
	if (typeof v === "boolean") return v ? 1 : 0;
	if (typeof v === "number") return v >= 0 && v <= 1 ? v : Number.NaN;
	if (v === "True" || v === "true") return 1;
	if (v === "False" || v === "false") return 0;
	return Number.NaN;
}

const GRADES = ["very poor", "poor", "acceptable", "good", "excellent"];

/** A judge's grade as 1–5, from a whole number or the grade's name; NaN otherwise. */
function gradeOf(v: JsonValue | undefined): number {
	if (typeof v === "string") {
		const named = GRADES.indexOf(v.trim().toLowerCase().replace(/[_-]/g, " "));
		return named >= 0 ? named + 1 : /^[1-5]$/.test(v.trim()) ? Number(v) : Number.NaN;
	}
	return typeof v === "number" && Number.isInteger(v) && v >= 1 && v <= 5 ? v : Number.NaN;
}

/** What the record itself hands to the reward: the judge's grade and the outcome. */
export function givenOf(imported: ImportedRollout, keys: Readonly<Record<string, string>>, similarity: Similarity = LEXICAL): Given {
	const { components } = imported.recorded;
	const find = (key: string): JsonValue | undefined => (key in components ? components[key] : at(imported.extras, key));
	const outcomeKey = keys.outcome !== undefined ? keys.outcome : (OUTCOME_KEYS.find(k => !Number.isNaN(outcomeNumber(find(k)))) ?? null);
	return {
		judge: gradeOf(find(keys.judge ?? JUDGE_KEY)),
		outcome: outcomeKey === null ? Number.NaN : outcomeNumber(find(outcomeKey)),
		outcomeKey,
		similarity,
	};
}

/** The recorded grade, else the one a judge has given, else the one that the tool results bear out when the recipe asks for it. */
function graded(rollout: Rollout, given: Given, { grader, grades }: JudgeSetup): Given {
	if (!Number.isNaN(given.judge)) return given;
	const grade = grades?.size ? grades.get(contentOf(rollout)) : undefined;
	if (grade !== undefined) return { ...given, judge: grade };
	if (grader !== "evidence") return given;
	const input = judgeInput(rollout);
	return input ? { ...given, judge: checkEvidence(input).grade } : given;
}

/** Parses, scores and checks one rollout with what is at hand; see judgeWith for what must be awaited. */
export function judge(imported: ImportedRollout, setup: JudgeSetup, similarity: Similarity = LEXICAL): Judged {
	const rollout = assemble(setup.tokenizer ? withPlaces(imported, setup.tokenizer) : imported, setup);
	const given = { ...graded(rollout, givenOf(imported, setup.keys, similarity), setup), rule: setup.rule ?? null };
	const score = setup.reward.score(rollout, setup.options, given);
	const findings = [...rollout.findings, ...checkRollout(rollout), ...score.findings].filter(f => !setup.ignore.includes(f.code));
	const lanes = segmentLanes(rollout.segments, setup.lanes);
	const has = (lane: Lane): boolean => lanes.some((l, i) => l === lane && rollout.segments[i]?.learnable);
	let tokens: DisplayTokens | null = null;
	return {
		rollout,
		score,
		findings,
		// only a rollout that is looked at needs them
		get tokens() {
			tokens ??= displayTokens(rollout);
			return tokens;
		},
		learnableTokens: countLearnable(rollout),
		lanes,
		present: { tool: has("tool"), summary: has("summary") },
	};
}
