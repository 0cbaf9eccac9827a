import { resolve } from "node:path";
import { pathToFileURL } from "node:url";

export interface SampleRow {
	readonly task: string;
	/** What is planted in it. */
	readonly flaws: readonly string[];
	readonly row: { readonly input: string; readonly output: string; readonly score: number };
}

export const SAMPLE_FOLDER = resolve(import.meta.dirname, "../../media/sample");

/** The generator of the bundled sample; plain JavaScript, so that it runs without a build. */
export const { sampleRows, sampleText } = (await import(pathToFileURL(resolve(SAMPLE_FOLDER, "generate.mjs")).href)) as {
	sampleRows(): readonly SampleRow[];
	sampleText(): string;
};
