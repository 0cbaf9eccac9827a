import { isObject, type JsonObject } from "../base/units";
import type { Detection, FileSample, Importer } from "./contract";
import { IMPORTERS } from "./registry";
import { rowsOf } from "./row";

export type DetectResult =
	| { readonly ok: true; readonly importer: Importer; readonly detection: Detection; readonly others: readonly { readonly format: string; readonly confidence: number }[] }
	/** `code` and `looksLike` are codes of words/formats, `keys` the first record's keys, for the sentence. */
	| { readonly ok: false; readonly code: RefusalCode; readonly looksLike: readonly string[]; readonly keys: readonly string[] };

export type RefusalCode = "empty" | "git-lfs" | "binary" | "not-json" | "placeholder-rows" | "metrics" | "not-rollouts" | "no-text";

const LFS = "version https://git-lfs.github.com/spec/";

/**
 * Says which format a file has, from its name, its first 64 KB and its first records. The first rule in registry order
 * wins; `others` are weaker rules that would fit too. Files that hold no rollouts are refused with what they look like.
 * Never throws.
 */
export function detect(sample: FileSample): DetectResult {
	const refuse = (code: RefusalCode, looksLike: readonly string[] = [], keys: readonly string[] = []): DetectResult => ({ ok: false, code, looksLike, keys });
	if (sample.head.startsWith(LFS)) return refuse("git-lfs");
	if (!sample.records.length) {
		if (sample.head.trim() === "") return refuse("empty");
		if (sample.head.includes("\u0000")) return refuse("binary");
		return refuse(sample.head.includes("<PLACEHOLDER ROW>") ? "placeholder-rows" : "not-json");
	}
	const rows = rowsOf(sample);
	const known = rows[0] ? impostor(rows[0]) : null;
	const keys = rows[0] ? Object.keys(rows[0]).slice(0, 12) : [];
	if (known) return refuse("not-rollouts", [known], keys);
	const hits = IMPORTERS.flatMap(importer => {
		const detection = importer.detect(sample);
		return detection ? [{ importer, detection }] : [];
	});
	const best = hits[0];
	if (best)
		return { ok: true, importer: best.importer, detection: best.detection, others: hits.slice(1).map(h => ({ format: h.importer.id, confidence: h.detection.confidence })) };
	if (!rows.length) return refuse("not-rollouts", ["bare-values"]);
	return rows.every(isMetrics) ? refuse("metrics", [], keys) : refuse("no-text", [], keys);
}

/** Files that stand beside rollouts and are none; the code names what they are. */
function impostor(r: JsonObject): string | null {
	if (isObject(r.data) && typeof r.step === "number" && Object.keys(r).length === 2) return "verl-metrics";
	if ("log_history" in r && "global_step" in r) return "trainer-state";
	if ("rollouts_per_example" in r && "num_examples" in r) return "verifiers-metadata";
	if (Object.keys(r).length > 0 && Object.keys(r).every(k => /^eval\/|^train\/|^val\//.test(k))) return "aggregated-metrics";
	if (typeof r.name === "string" && isObject(r.parameters) && Object.keys(r).every(k => ["name", "description", "parameters", "response", "type"].includes(k)))
		return "tool-schemas";
	if ("sessionId" in r && "parentUuid" in r && isObject(r.message)) return "session-log";
	return null;
}

/** Keys under which a metrics log writes texts: when, in which run, in which part of it. */
const LABEL = /^(?:time|date|ts|run|phase|split|stage|mode|tag|name|type|event|id)$|(?:timestamp|_?(?:time|date|at|id|name))$/i;

/** Numbers, and short names of times, runs and parts: a line of a metrics log. Any other text may be a model's, however short. */
const isMetrics = (r: JsonObject): boolean =>
	Object.values(r).some(v => typeof v === "number") &&
	Object.entries(r).every(([key, v]) => typeof v === "number" || typeof v === "boolean" || v === null || (typeof v === "string" && v.length < 60 && LABEL.test(key)));
