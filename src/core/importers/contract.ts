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

/**
 * Top-level keys from which a first table is made before records are parsed. What they say is held against the parsed
 * record later, so they may leave rare spellings to it.
 */
export interface IndexColumns {
	/** A record without these, as a text or a list, is parsed at once: it may not be one rollout. */
	readonly needs: Readonly<Record<string, "text" | "list">>;
	/**
	 * "id": the first of the keys that holds an id, through `of`. "same": records with equal values of all keys are a group,
	 * its name comes with the first parsed record. null = known only when parsed, or no groups.
	 */
	readonly group: { readonly by: "id" | "same"; readonly keys: readonly string[]; readonly of?: (id: string) => string | null } | null;
	/** The first of these that is there. */
	readonly step: readonly string[];
	/** null = the sum of the components. `read` for values that are no plain number. */
	readonly reward: { readonly key: string; readonly read?: (value: JsonValue) => number } | null;
	/** Components that the first record has. */
	readonly components: readonly string[];
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
	/** What a table can be made from without parsing records, judged by the first of them; absent or null = nothing. */
	columns?(first: JsonObject, subtype: string): IndexColumns | null;
	/** Which number in a path without the word "step" is the step; "file" when absent: verl's and miles' `{step}.jsonl`. */
	readonly stepIn?: "file" | "folder";
	/** Files of one name in several folders are samples of the same tasks: people keep a folder per attempt at a benchmark. Otherwise each folder stands alone. */
	readonly acrossFolders?: true;
	/** Code of words/formats for the group key of a subtype ("uid prefix", "same input in one file"). */
	groupKey(subtype: string): string;
	/** A minimal record of our own making, for the contract test. */
	readonly sample: { readonly subtype: string; readonly name: string; readonly record: JsonObject };
}
