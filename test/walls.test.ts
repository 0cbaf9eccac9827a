import { readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { describe, expect, test } from "vitest";

/**
 * Who may import whom. A room is a folder (or a file of src/core itself); each may import itself and the rooms named
 * here, nothing else. ARCHITECTURE.md draws the same table.
 */
const VERBS = ["importers", "syntaxes", "segmenters", "rewards", "estimators", "credit", "checks", "analyses"].map(v => `core/${v}`);
const NOUNS = ["core/base", "core/model"];
const ALLOWED: Readonly<Record<string, readonly string[]>> = {
	words: [],
	"core/base": [],
	"core/model": ["core/base"],
	"core/matching": NOUNS,
	...Object.fromEntries(VERBS.map(v => [v, [...NOUNS, "core/matching"]])),
	"core/pipeline": [...NOUNS, "core/matching", ...VERBS],
	"core/catalogue": [...NOUNS, "core/matching", ...VERBS],
	protocol: [...NOUNS, "words"],
	session: [...NOUNS, "core/matching", ...VERBS, "core/pipeline", "core/catalogue", "protocol", "words"],
	worker: ["session", "protocol", "core/base"],
	cli: [...NOUNS, "core/matching", ...VERBS, "core/pipeline", "core/catalogue", "session", "protocol", "words"],
	extension: ["protocol", "words", ...NOUNS],
	webview: ["protocol", "words", "core/credit", ...NOUNS],
};

/** Outside packages, each behind the files named here. */
const DOORS: Readonly<Record<string, readonly string[]>> = {
	ajv: ["src/core/base/schema.ts"],
	acorn: ["src/core/syntaxes/pythonic.ts"],
	vscode: ["src/extension/"],
	commander: ["src/cli/main.ts"],
	"string-width": ["src/cli/width.ts"],
	sarif: ["src/cli/reports/sarif.ts"],
	tinyglobby: ["src/cli/files.ts"],
	hyparquet: ["src/session/containers/parquet.ts"],
	"hyparquet-writer": ["src/cli/export/parquet.ts"],
	"@huggingface/tokenizers": ["src/session/tokenizers/bpe.ts", "src/session/encoders/tokenizerJson.ts"],
	"hyparquet-compressors": ["src/session/containers/parquet.ts"],
	re2js: ["src/core/base/linearRegex.ts"],
	fzstd: ["src/session/containers/zstd.ts"],
	"onnxruntime-node": ["src/session/embedder.ts"],
	"@vscode/webview-ui-toolkit": ["webview/controls.ts"],
};
const NODE_ROOMS = ["session", "worker", "cli", "extension"];
const MAX_LINES = 400;

const root = resolve(import.meta.dirname, "..");
const walk = (dir: string): string[] => readdirSync(dir).flatMap(n => (statSync(join(dir, n)).isDirectory() ? walk(join(dir, n)) : n.endsWith(".ts") ? [join(dir, n)] : []));
const files = [...walk(join(root, "src")), ...walk(join(root, "webview"))].map(f => relative(root, f));

const roomOf = (file: string): string => {
	const parts = file.replace(/\.ts$/, "").split("/");
	if (parts[0] === "webview") return "webview";
	return parts[1] === "core" ? `core/${parts[2]}` : (parts[1] as string);
};
const importsOf = (file: string): string[] =>
	[
		...readFileSync(join(root, file), "utf8").matchAll(/^\s*(?:import|export)\s[^"']*?from\s+["']([^"']+)["']|^\s*import\s+["']([^"']+)["']|\bimport\(\s*["']([^"']+)["']\s*\)/gm),
	].map(m => (m[1] ?? m[2] ?? m[3]) as string);
const target = (file: string, spec: string): string | null => {
	const base = relative(root, resolve(root, dirname(file), spec));
	return files.find(f => f === `${base}.ts` || f === base || f === `${base}/index.ts`) ?? null;
};

describe("walls", () => {
	test("every file stands in a known room", () => {
		expect([...new Set(files.map(roomOf))].filter(r => !(r in ALLOWED))).toEqual([]);
	});

	test("rooms import only what the table allows", () => {
		const wrong: string[] = [];
		for (const file of files)
			for (const spec of importsOf(file)) {
				if (!spec.startsWith(".")) continue;
				const to = target(file, spec);
				if (!to) {
					if (!/\.(json|css)$/.test(spec)) wrong.push(`${file}: cannot resolve ${spec}`);
					continue;
				}
				const [a, b] = [roomOf(file), roomOf(to)];
				if (a !== b && !ALLOWED[a]?.includes(b)) wrong.push(`${file} → ${to}`);
			}
		expect(wrong).toEqual([]);
	});

	test("outside packages come through their one door, and node only where it may", () => {
		const wrong: string[] = [];
		for (const file of files)
			for (const spec of importsOf(file)) {
				if (spec.startsWith(".")) continue;
				if (spec.startsWith("node:")) {
					if (!NODE_ROOMS.includes(roomOf(file))) wrong.push(`${file}: ${spec}`);
					continue;
				}
				const name = spec.startsWith("@") ? spec.split("/").slice(0, 2).join("/") : (spec.split("/")[0] as string);
				if (!(DOORS[name] ?? []).some(d => file === d || (d.endsWith("/") && file.startsWith(d)))) wrong.push(`${file}: ${spec}`);
			}
		expect(wrong).toEqual([]);
	});

	test("no import circle between files", () => {
		const edges = new Map(files.map(f => [f, importsOf(f).flatMap(s => (s.startsWith(".") ? (target(f, s) ?? []) : []))]));
		const done = new Set<string>();
		const circles: string[] = [];
		const visit = (file: string, path: string[]): void => {
			if (path.includes(file)) {
				circles.push([...path.slice(path.indexOf(file)), file].join(" → "));
				return;
			}
			if (done.has(file)) return;
			for (const next of edges.get(file) ?? []) visit(next, [...path, file]);
			done.add(file);
		};
		for (const f of files) visit(f, []);
		expect(circles).toEqual([]);
	});

	test(`no file is longer than ${MAX_LINES} lines`, () => {
		expect(files.filter(f => readFileSync(join(root, f), "utf8").split("\n").length > MAX_LINES)).toEqual([]);
	});

	test("no barrels, no default exports, no any", () => {
		const wrong = files.filter(f => /^export \* from|^export default|:\s*any\b|<any>|\bas any\b/m.test(readFileSync(join(root, f), "utf8")));
		expect(wrong).toEqual([]);
	});

	test("core is pure: no clock, no randomness, no awaiting", () => {
		const wrong = files.filter(
			f => f.startsWith("src/core/") && /\bDate\.now|new Date\(\)|Math\.random|\basync\b|\bawait\b|\bperformance\./.test(readFileSync(join(root, f), "utf8")),
		);
		expect(wrong).toEqual([]);
	});
});
