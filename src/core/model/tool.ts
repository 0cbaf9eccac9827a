import type { JsonObject } from "../base/units";

/** A tool the policy may call. `parameters` is a JSON schema of an object, null when the file names the tool only. */
export interface Tool {
	readonly name: string;
	readonly description: string | null;
	readonly parameters: JsonObject | null;
}
