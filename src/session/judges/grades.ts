import { createHash } from "node:crypto";
import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { readJsonFast, writeJson } from "../../core/base/json";
import { isObject } from "../../core/base/units";

/** A grade that a judge has given. */
export interface GivenGrade {
	/** 1–5. */
	readonly grade: number;
	/** Code of words/lab, and what it needs to be said. */
	readonly reason: string;
	readonly detail: string;
	/** Who gave it, as a person knows it. */
	readonly by: string;
}

/** By the mark of the rollout's text. */
export type Grades = ReadonlyMap<string, GivenGrade>;

export const gradeNumbers = (grades: Grades): ReadonlyMap<string, number> => new Map([...grades].map(([content, g]) => [content, g.grade]));

/** One JSON object a line: what the command line's `--grades` reads. */
export const gradeLines = (grades: Grades): string =>
	[...grades].map(([content, { grade, reason, detail, by }]) => `${writeJson({ content, grade, reason, detail, judge: by })}\n`).join("");

/** Lines that hold no grade are passed over. */
export function readGradeLines(text: string): Grades {
	const out = new Map<string, GivenGrade>();
	for (const line of text.split("\n")) {
		const read = readJsonFast(line);
		if (!read.ok || !isObject(read.value)) continue;
		const { content, grade, reason, detail, judge } = read.value;
		if (typeof content !== "string" || typeof grade !== "number" || !(grade >= 1 && grade <= 5)) continue;
		const text = (v: unknown): string => (typeof v === "string" ? v : "");
		out.set(content, { grade, reason: text(reason), detail: text(detail), by: text(judge) });
	}
	return out;
}

/** Keeps the grades of one rollout file in our own folder, never beside the file. */
export class GradeStore {
	private readonly path: string | null;

	/** `folder` null = they are kept as long as the session lives. */
	constructor(folder: string | null, file: string) {
		const name = createHash("sha256").update(resolve(file)).digest("hex").slice(0, 32);
		this.path = folder === null ? null : join(folder, "grades", `${name}.jsonl`);
	}

	async load(): Promise<Grades> {
		return this.path === null ? new Map() : readGradeLines(await readFile(this.path, "utf8").catch(() => ""));
	}

	/** Rejects when the disk refuses. */
	async save(grades: Grades): Promise<void> {
		const { path } = this;
		if (path === null) return;
		if (!grades.size) return rm(path, { force: true });
		await mkdir(dirname(path), { recursive: true });
		const draft = `${path}.${process.pid}.new`;
		await writeFile(draft, gradeLines(grades));
		await rename(draft, path);
	}
}
