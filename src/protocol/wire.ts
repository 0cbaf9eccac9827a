/**
 * VS Code carries messages between an extension and its webview as JSON beside raw ArrayBuffers: NaN and the infinities
 * would arrive as null there, and a whole number beyond 2^53 (an argument of a call) would not leave at all. `toWire` writes them so that they survive, `fromWire` reads them back; typed arrays and
 * buffers pass untouched. Both return the value itself when there is nothing to change.
 */
const KEY = "\u0000";
/** "NaN", "Infinity", "-Infinity", or digits with an n. */
type Written = { readonly [KEY]: string };

export const toWire = (value: unknown): unknown =>
	map(value, v => {
		if (typeof v === "bigint") return { [KEY]: `${v}n` } satisfies Written;
		return typeof v === "number" && !Number.isFinite(v) ? ({ [KEY]: String(v) } satisfies Written) : v;
	});

export const fromWire = (value: unknown): unknown => map(value, v => (isWritten(v) ? read(v[KEY]) : v));

const read = (written: string): number | bigint => (written.endsWith("n") ? BigInt(written.slice(0, -1)) : Number(written));

const isWritten = (v: unknown): v is Written => typeof v === "object" && v !== null && KEY in v;

/** Replaces leaves of plain data, copying only the objects and lists on the way to a change. */
function map(value: unknown, leaf: (v: unknown) => unknown): unknown {
	const replaced = leaf(value);
	if (replaced !== value || typeof value !== "object" || value === null) return replaced;
	if (ArrayBuffer.isView(value) || value instanceof ArrayBuffer) return value;
	if (Array.isArray(value)) {
		let copy: unknown[] | null = null;
		for (let i = 0; i < value.length; i++) {
			const item = map(value[i], leaf);
			if (copy) copy[i] = item;
			else if (!Object.is(item, value[i])) (copy = value.slice())[i] = item;
		}
		return copy ?? value;
	}
	let copy: Record<string, unknown> | null = null;
	for (const [key, old] of Object.entries(value)) {
		const item = map(old, leaf);
		if (Object.is(item, old)) continue;
		copy ??= { ...(value as Record<string, unknown>) };
		copy[key] = item;
	}
	return copy ?? value;
}
