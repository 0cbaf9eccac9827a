import { readdirSync, readFileSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { MASK_FAULTS } from "../../src/core/checks/masks";
import { MISTAKES } from "../../src/core/checks/registry";

const walk = (dir: string): string[] => readdirSync(dir).flatMap(n => (statSync(join(dir, n)).isDirectory() ? walk(join(dir, n)) : n.endsWith(".ts") ? [join(dir, n)] : []));
const src = resolve(import.meta.dirname, "../../src");
const texts = [...walk(join(src, "core")), ...walk(join(src, "session"))].map(f => readFileSync(f, "utf8"));

/** Codes the source hands to `finding(…)` as they stand there, those of JSON's oddities, and those made from tables. */
export const CODES: ReadonlySet<string> = new Set([
	...texts.flatMap(t => [...t.matchAll(/\bfinding\(\s*"([\w-]+)"/g), ...t.matchAll(/\bflagged\("([\w-]+)"/g)].map(m => m[1] as string)),
	...MISTAKES.map(m => m.code),
	...MASK_FAULTS.map(m => m.code),
	...texts.flatMap(t =>
		[...t.matchAll(/readonly code: ((?:"[\w-]+"(?: \| )?)+);\n\t\/\*\* Offset/g)].flatMap(m => [...(m[1] as string).matchAll(/"([\w-]+)"/g)].map(x => x[1] as string)),
	),
	// codes chosen between: marks.ts, records.ts, groups.ts
	"call-inside-reasoning",
	"unclosed-reasoning",
	"call-duplicate-key",
	"not-json",
	"torn-line",
	"G01",
	"G04",
]);
