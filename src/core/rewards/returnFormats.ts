import { decodePython, readTypedJson } from "./benchmarkDecode";
import { type Decoded, type DecodedCall, isDict, isList, PyFloat, type PyValue } from "./pyValues";
import { strip } from "./strip";

/** Return formats of BFCL's format-sensitivity questions. */
export type ReturnFormat = "python" | "json" | "verbose_xml" | "concise_xml";

interface XmlNode {
	readonly name: string;
	readonly attributes: ReadonlyMap<string, string>;
	readonly children: XmlNode[];
	/** Text before the first child. */
	text: string;
}

const FAILED: Decoded = { ok: false, reason: "failed" };
const NAMED: Readonly<Record<string, string>> = { lt: "<", gt: ">", amp: "&", quot: '"', apos: "'" };

/** Text with its entities put in; null when a & begins none. */
function plain(text: string): string | null {
	let broken = false;
	const out = text.replace(/&(?:#(\d{1,7})|#[xX]([\da-fA-F]{1,6})|(\w{1,8}));|&/g, (_, decimal?: string, hex?: string, name?: string) => {
		const code = decimal !== undefined ? Number(decimal) : hex !== undefined ? Number.parseInt(hex, 16) : -1;
		if (code >= 0 && code <= 0x10ffff) return String.fromCodePoint(code);
		const known = name !== undefined && Object.hasOwn(NAMED, name) ? NAMED[name] : undefined;
		if (known === undefined) broken = true;
		return known ?? "";
	});
	return broken ? null : out;
}

/** Elements, attributes and text, as strict as an XML parser where models slip; null when it is not well formed. */
function readXml(source: string): XmlNode | null {
	const root: XmlNode = { name: "", attributes: new Map(), children: [], text: "" };
	const open: XmlNode[] = [root];
	const tag = /<(\/?)([A-Za-z_][\w.-]*)((?:\s+[\w.:-]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(\/?)>/y;
	for (let at = 0; at < source.length; ) {
		const next = source.indexOf("<", at);
		const parent = open.at(-1) as XmlNode;
		const text = plain(source.slice(at, next < 0 ? source.length : next));
		if (text === null) return null;
		if (!parent.children.length) parent.text += text;
		if (next < 0) break;
		tag.lastIndex = next;
		const m = tag.exec(source);
		if (!m) return null;
		at = tag.lastIndex;
		if (m[1]) {
			if (open.length < 2 || parent.name !== m[2]) return null;
			open.pop();
			continue;
		}
		const attributes = new Map<string, string>();
		for (const a of (m[3] ?? "").matchAll(/([\w.:-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g)) {
			const value = plain(a[2] ?? a[3] ?? "");
			if (value === null || attributes.has(a[1] as string)) return null;
			attributes.set(a[1] as string, value);
		}
		const node: XmlNode = { name: m[2] as string, attributes, children: [], text: "" };
		parent.children.push(node);
		if (!m[4]) open.push(node);
	}
	return open.length === 1 ? (root.children[0] ?? null) : null;
}

/** A value's text by its type attribute; undefined where Python would raise. */
function typedValue(text: string, type: string): PyValue | undefined {
	switch (type) {
		case "integer":
			return /^\s*[+-]?\d+\s*$/.test(text) ? Number(text) : undefined;
		case "float": {
			const n = Number(text.trim() || Number.NaN);
			return Number.isNaN(n) ? undefined : new PyFloat(n);
		}
		case "boolean":
			return text.toLowerCase() === "true";
		case "null":
			return null;
		case "array":
		case "tuple":
		case "object":
		case "dict": {
			// a literal, read as the argument of a call
			const call = decodePython(`f(x=${text})`);
			return call.ok && isDict(call.calls[0]?.arguments) ? call.calls[0].arguments.get("x") : undefined;
		}
		default:
			return text;
	}
}

function decodeXml(text: string, verbose: boolean): Decoded {
	const from = text.indexOf("<functions>");
	const to = text.indexOf("</functions>", from);
	const root = from < 0 || to < 0 ? null : readXml(text.slice(from, to + "</functions>".length));
	if (!root) return FAILED;
	const calls: DecodedCall[] = [];
	for (const node of root.children.filter(c => c.name === "function")) {
		const name = node.attributes.get("name");
		if (name === undefined) return FAILED;
		const holder = verbose ? (node.children.find(c => c.name === "params") ?? node) : node;
		const args = new Map<string, PyValue>();
		for (const param of holder.children.filter(c => c.name === "param")) {
			const key = param.attributes.get("name");
			const raw = verbose ? (param.attributes.get("value") ?? "") : param.text.trim();
			const value = typedValue(raw, param.attributes.get("type") ?? "string");
			if (key === undefined || value === undefined) return FAILED;
			args.set(key, value);
		}
		calls.push({ name, arguments: args });
	}
	return { ok: true, calls };
}

/** `[{"function": name, "parameters": {…}}]`, prose around it or not; what is no JSON holds no call. */
function decodeJson(text: string): Decoded {
	const from = text.search(/\[\s*\{/);
	const last = [...text.matchAll(/\}\s*\]/g)].at(-1);
	const value = from >= 0 && last ? readTypedJson(text.slice(from, last.index + last[0].length)) : undefined;
	if (!isList(value)) return { ok: true, calls: [] };
	const calls: DecodedCall[] = [];
	for (const item of value.filter(isDict)) {
		const [name, args] = [item.get("function"), item.get("parameters")];
		if (typeof name !== "string" || args === undefined) return FAILED;
		calls.push({ name, arguments: args });
	}
	return { ok: true, calls };
}

/** What stands in <TOOLCALL>…</TOOLCALL>, null without it. */
function tagged(text: string): string | null {
	const from = text.indexOf("<TOOLCALL>");
	const to = text.indexOf("</TOOLCALL>", from);
	return from < 0 || to < 0 ? null : text.slice(from + "<TOOLCALL>".length, to).trim();
}

/** BFCL's decoder for the other return formats, with or without the call tag (bfcl_eval model_handler/utils.py ast_parse). */
export function decodeFormat(result: string, format: ReturnFormat, withTag: boolean): Decoded {
	const bare = strip(result, "`\n ");
	const bracketed = `${bare.startsWith("[") ? "" : "["}${bare}${bare.endsWith("]") ? "" : "]"}`;
	const text = withTag ? tagged(bracketed) : bracketed;
	if (text === null) return FAILED;
	if (format === "json") return decodeJson(text);
	if (format === "python") return decodePython(strip(text.trim(), "'"));
	return decodeXml(text, format === "verbose_xml");
}
