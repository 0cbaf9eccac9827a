import { readdirSync, readFileSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { parse } from "acorn";
import { transformSync } from "esbuild";
import { expect, test } from "vitest";

const root = resolve(import.meta.dirname, "../..");
const walk = (dir: string): string[] => readdirSync(dir).flatMap(n => (statSync(join(dir, n)).isDirectory() ? walk(join(dir, n)) : n.endsWith(".ts") ? [join(dir, n)] : []));

interface Words {
	readonly en: string;
	readonly zh: string;
}
const isWords = (v: unknown): v is Words => typeof v === "object" && v !== null && typeof (v as Words).en === "string" && typeof (v as Words).zh === "string";
const holesOf = (p: Words): string[] => [p.en, p.zh].flatMap(text => [...text.matchAll(/\{(\w+)(?:\|[^|}]*\|[^|}]*)?\}/g)].map(m => m[1] as string));

/** Holes of every sentence by its code; several tables may know a code. */
async function sentences(): Promise<ReadonlyMap<string, readonly (readonly string[])[]>> {
	const found = new Map<string, string[][]>();
	for (const file of walk(join(root, "src/words")))
		for (const table of Object.values((await import(file)) as object))
			for (const [code, p] of Object.entries((table ?? {}) as object)) if (isWords(p)) found.set(code, [...(found.get(code) ?? []), holesOf(p)]);
	return found;
}

/** Functions that are handed a code and the values of its sentence. */
const SPEAKERS = new Set(["words", "say", "finding", "UsageError", "broken", "problem", "complain", "check"]);

interface Spoken {
	readonly code: string;
	readonly keys: ReadonlySet<string>;
	readonly place: string;
}

type Node = { readonly type: string } & Readonly<Record<string, unknown>>;
const isNode = (v: unknown): v is Node => typeof v === "object" && v !== null && typeof (v as Node).type === "string";
const nodes = (v: unknown): readonly Node[] => (Array.isArray(v) ? v.filter(isNode) : isNode(v) ? [v] : []);
/** Values that are made elsewhere cannot be seen here. */
const MADE_ELSEWHERE = new Set(["Identifier", "CallExpression", "SpreadElement", "ConditionalExpression", "MemberExpression"]);

/** `f` of f(…), g.f(…) and new f(…). */
function calleeOf(node: Node): string | null {
	if (node.type !== "CallExpression" && node.type !== "NewExpression") return null;
	const callee = node.callee as Node;
	const named = callee.type === "MemberExpression" ? (callee.property as Node) : callee;
	return typeof named.name === "string" ? named.name : null;
}

const nameOf = (property: Node): string => String((property.key as Node | undefined)?.name ?? (property.key as Node | undefined)?.value);

/** Calls of a speaker with a code and values that stand there letter by letter. */
function spokenIn(file: string): Spoken[] {
	const { code } = transformSync(readFileSync(file, "utf8"), { loader: "ts" });
	const out: Spoken[] = [];
	const visit = (node: Node): void => {
		if (SPEAKERS.has(calleeOf(node) ?? "")) {
			const given = nodes(node.arguments);
			const at = given.findIndex(a => a.type === "Literal" && typeof a.value === "string");
			const after = given.slice(at + 1);
			const objects = after.filter(a => a.type === "ObjectExpression").flatMap(o => nodes(o.properties));
			// a check's values stand under `data`, beside its score and what the check says anyway
			const data = objects.flatMap(p => (nameOf(p) === "data" ? nodes((p.value as Node).properties) : []));
			const keys = [...objects, ...data].map(nameOf);
			const hidden = [...objects, ...data].some(p => p.type !== "Property") || after.some(a => MADE_ELSEWHERE.has(a.type)) || keys.includes("variant");
			if (at >= 0 && !hidden)
				out.push({ code: String(given[at]?.value), keys: new Set([...keys, ...(calleeOf(node) === "check" ? ["score"] : [])]), place: file.slice(root.length + 1) });
		}
		for (const child of Object.values(node)) for (const n of nodes(child)) visit(n);
	};
	visit(parse(code, { ecmaVersion: "latest", sourceType: "module" }) as unknown as Node);
	return out;
}

test("whoever says a sentence fills its holes", async () => {
	const known = await sentences();
	const spoken = [...walk(join(root, "src")), ...walk(join(root, "webview"))].flatMap(spokenIn).filter(s => known.has(s.code));
	expect(spoken.length).toBeGreaterThan(250);
	const open = spoken.filter(s => !known.get(s.code)?.some(holes => holes.every(h => s.keys.has(h))));
	expect(open.map(s => `${s.place} ${s.code} {${[...s.keys]}} of ${JSON.stringify(known.get(s.code))}`)).toEqual([]);
});
