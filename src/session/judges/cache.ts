import { createHash } from "node:crypto";
import { appendFile, mkdir, readFile } from "node:fs/promises";
import { dirname } from "node:path";
import type { JudgeInput } from "../../core/analyses/evidence";
import { readJsonFast, writeJson } from "../../core/base/json";
import { isObject, type JsonValue } from "../../core/base/units";
import type { Judge, Verdict } from "./contract";

/** Key of a question: who is asked with which settings about which texts. Holds nothing of the texts. */
export const contentKey = (judge: Pick<Judge, "id" | "settings">, input: JudgeInput): string =>
	createHash("sha256")
		.update(writeJson({ judge: judge.id, settings: judge.settings, input: { ...input } as unknown as JsonValue }, { sortKeys: true }))
		.digest("hex");

/**
 * Grades that were given, by content. With a path they are kept in a file, a line each as soon as it is known, so that a run
 * that was cut off goes on where it stopped. What could not be graded is not kept: it is asked again.
 */
export class GradeCache {
	private readonly known = new Map<string, Verdict>();
	private writing: Promise<unknown> = Promise.resolve();

	private constructor(private readonly path: string | null) {}

	static async open(path: string | null): Promise<GradeCache> {
		const cache = new GradeCache(path);
		const text = path === null ? "" : await readFile(path, "utf8").catch(() => "");
		for (const line of text.split("\n")) {
			const read = readJsonFast(line);
			// a torn last line is a grade that is asked again
			if (!read.ok || !isObject(read.value)) continue;
			const { key, grade, reason, detail } = read.value;
			if (typeof key === "string" && typeof grade === "number" && typeof reason === "string")
				cache.known.set(key, { grade, reason, detail: typeof detail === "string" ? detail : "" });
		}
		return cache;
	}

	get(key: string): Verdict | undefined {
		return this.known.get(key);
	}

	/** Resolves when it is written. A disk that refuses costs the file, not the grade. */
	async put(key: string, verdict: Verdict): Promise<void> {
		if (Number.isNaN(verdict.grade)) return;
		this.known.set(key, verdict);
		const { path } = this;
		if (path === null) return;
		// one after the other: lines of two appends must not mix
		this.writing = this.writing.then(async () => {
			await mkdir(dirname(path), { recursive: true });
			await appendFile(path, `${writeJson({ key, grade: verdict.grade, reason: verdict.reason, detail: verdict.detail })}\n`);
		});
		await this.writing.catch(() => {});
	}
}
