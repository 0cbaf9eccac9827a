import { isArray, isObject, type JsonObject, type JsonValue } from "../core/base/units";
import { guessKeys } from "../core/importers/genericText";
import { rowsOf } from "../core/importers/row";
import type { ShapeView } from "../protocol/queries";
import { UnpackedSource } from "./containers/unpacked";
import { openFile } from "./opened";
import { RunSource } from "./run/runSource";
import type { ByteSource } from "./source";

/** Keys inside keys are named this deep, and so many in all. */
const DEPTH = 3;
const MOST_KEYS = 200;
const EXAMPLE = 120;

/** What the first record of a file holds, so that a person can say which key is which. Rejects with InspectorError when no record can be read. */
export async function shapeOf(source: ByteSource): Promise<ShapeView> {
	const packed = source instanceof RunSource ? null : await UnpackedSource.open(source);
	const found = source instanceof RunSource ? source.recognised() : await openFile(packed ?? source, "generic-text", packed?.container ?? null);
	const [first] = rowsOf(found.sample);
	return { keys: first ? keysOf(first) : [], guess: first ? guessKeys(first) : {} };
}

function keysOf(record: JsonObject): ShapeView["keys"] {
	const out: { path: string; example: string }[] = [];
	const add = (value: JsonValue, path: string, depth: number): void => {
		if (out.length >= MOST_KEYS) return;
		if (isObject(value) && depth < DEPTH) for (const [key, v] of Object.entries(value)) add(v, path === "" ? key : `${path}.${key}`, depth + 1);
		else if (path !== "") out.push({ path, example: exampleOf(value) });
	};
	add(record, "", 0);
	return out;
}

function exampleOf(value: JsonValue): string {
	const text = typeof value === "string" ? value : isArray(value) || isObject(value) ? shortJson(value) : String(value);
	const line = text.replace(/\s+/g, " ").trim();
	return line.length > EXAMPLE ? `${line.slice(0, EXAMPLE)}…` : line;
}

/** The beginning of a value as JSON; a long list is not written whole. */
function shortJson(value: JsonValue): string {
	if (isArray(value)) return `[${value.slice(0, 4).map(shortJson).join(", ")}${value.length > 4 ? ", …" : ""}]`;
	if (isObject(value))
		return `{${Object.entries(value)
			.slice(0, 6)
			.map(([k, v]) => `${JSON.stringify(k)}: ${shortJson(v)}`)
			.join(", ")}}`;
	return typeof value === "string" ? JSON.stringify(value.slice(0, EXAMPLE)) : String(value);
}
