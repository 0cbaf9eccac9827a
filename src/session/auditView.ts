import { type Audit, audit, type Candidate } from "../core/analyses/audit";
import { DEFAULT_ESTIMATOR_OPTIONS } from "../core/estimators/contract";
import { ESTIMATORS, estimatorById, presetById } from "../core/estimators/registry";
import { AUDIT_WORDS } from "../words/audit";
import { say, type Values } from "../words/words";
import { estimateBatches } from "./batches";
import { type Basis, estimatorInput } from "./estimates";
import { PRESET_OF_FORMAT } from "./resolve";
import type { SessionState } from "./state";

export interface FileAudit extends Audit {
	/** Which rewards the candidates were computed from. */
	readonly basis: Basis;
}

const trainerOf = (source: string): string => /^[^\s:,]*/.exec(source)?.[0] ?? "";

/** Does a preset follow the trainer that wrote files of this format? Sources begin with the trainer's name. */
export function isOwn(format: string, source: string): boolean {
	const grpo = estimatorById("grpo");
	const id = PRESET_OF_FORMAT[format];
	const own = grpo && id !== undefined && presetById(grpo, id);
	return own ? trainerOf(own.source) === trainerOf(source) : false;
}

/**
 * The advantages the trainer recorded against every estimator and preset that gives a rollout one number. Trainers normalise
 * the rewards they record, so those are taken when the file has them.
 */
export function auditFile(s: Pick<SessionState, "state" | "resolution" | "basis" | "importer">): FileAudit {
	const { ledger, seen } = s.state;
	const basis = seen.has("reward") ? "recorded" : s.basis;
	const input = estimatorInput(ledger, basis, false);
	const options = { ...DEFAULT_ESTIMATOR_OPTIONS, ...s.resolution.estimatorOptions };
	const candidates = ESTIMATORS.filter(e => e.reach === "broadcast").flatMap(e =>
		e.presets.flatMap((preset): Candidate[] => {
			const { advantages, unknown } = estimateBatches(input, ledger.step.view(), e, preset, options);
			return advantages && !unknown ? [{ estimator: e.id, preset: preset.id, advantages, home: isOwn(s.importer.id, preset.source) }] : [];
		}),
	);
	return { ...audit(ledger.recordedAdvantage.view(), candidates), basis };
}

const NAMED = 8;
const short = (n: number): string => String(Number(n.toPrecision(4)));

/** What an audit says, as sentences: which variant it is, with which others it coincides, whom nothing explains. */
export function auditSentences({ state, locale }: Pick<SessionState, "state" | "locale">, found: Audit): readonly string[] {
	const text = (code: keyof typeof AUDIT_WORDS, values: Values = {}): string => say(AUDIT_WORDS, code, locale, values);
	const { best, equals, mismatches, recorded } = found;
	if (!recorded) return [text(state.seen.has("advantages") ? "varies-by-token" : "nothing")];
	if (!best) return [text("no-candidate")];
	const values = { count: recorded, matching: best.matching, estimator: best.estimator, preset: best.preset, most: short(best.maxAbsDiff) };
	const rows = mismatches.filter(m => m.unexplained).map(m => m.row);
	return [
		text(found.explained ? "explained" : "partly", values),
		...(equals.length ? [text("equals", { names: equals.map(c => `${c.estimator} · ${c.preset}`).join(", ") })] : []),
		...(rows.length ? [text("unexplained", { rows: rows.slice(0, NAMED).join(", ") + (rows.length > NAMED ? " …" : "") })] : []),
	];
}
