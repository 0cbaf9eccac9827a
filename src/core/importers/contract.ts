import type { JsonObject, JsonValue } from "../base/units";
import type { Finding } from "../model/finding";
import type { ImportedRollout } from "../model/rollout";

/** What detection may look at: never more than the first records and 64 KB. */
export interface FileSample {
	/** File name without folders. */
	readonly name: string;
	/** Folders above it, nearest last; for path hints. */
	readonly folders: readonly string[];
	/** First 64 KB as text. */
	readonly head: string;
	/** First records that parse (at most 3): the lines of JSONL, or the one document. */
	readonly records: readonly JsonValue[];
	readonly container: Container;
}

/** How the records lie in the file. `json` = one document, `jsonl` = a record a line. */
export type Container = "jsonl" | "json" | "parquet" | "zip" | "pt" | "gz" | "zst";

export interface Detection {
	/** Rule id of FORMATS §9: the variant within the family. */
	readonly subtype: string;
	/** 1 = all the rule's keys are there and no weaker rule is likely. */
	readonly confidence: number;
	/** For a person, when not sure: codes of words/formats. */
	readonly doubts?: readonly string[];
}

export interface RecordContext {
	readonly subtype: string;
	/** File name without folders; part of some group keys. */
	readonly name: string;
	/** Recipe's key mapping for unknown shapes; empty otherwise. */
	readonly keys: KeyMapping;
}

/** Dotted paths a user gives in the recipe for shapes no rule knows. */
export interface KeyMapping {
	readonly prompt?: string;
	readonly response?: string;
	readonly reward?: string;
	readonly group?: string;
	readonly step?: string;
	readonly id?: string;
	readonly reference?: string;
	readonly tools?: string;
	readonly judge?: string;
	readonly outcome?: string;
}

export interface RecordReading {
	/** One record can hold none, one or many rollouts, in file order. */
	readonly rollouts: readonly ImportedRollout[];
	readonly findings: readonly Finding[];
}

/** One format family: one file, one registry row, one test. */
export interface Importer {
	/** Family: the CONTRACT's `format`. */
	readonly id: string;
	/** Proper name, not translated. */
	readonly title: string;
	/** Variants it may report as `subtype`. */
	readonly subtypes: readonly string[];
	/** First hit in registry order wins, so a rule may assume that stronger ones said no. Never throws. */
	detect(sample: FileSample): Detection | null;
	/** Never throws: what cannot be read is a finding. */
	read(record: JsonValue, context: RecordContext): RecordReading;
	/** Code of words/formats for the group key of a subtype ("uid prefix", "same input in one file"). */
	groupKey(subtype: string): string;
	/** A minimal record of our own making, for the contract test. */
	readonly sample: { readonly subtype: string; readonly name: string; readonly record: JsonObject };
}
