import { readJsonFast } from "../base/json";
import { compileSchema } from "../base/schema";
import { mean } from "../base/stats";
import { isArray, isObject, type JsonObject, type JsonValue } from "../base/units";
import { type Exchange, errorIn, type ServedCall, type Simulated, signatureOf } from "./simulator";

/** How close simulated answers come to recorded ones. Latency, real failures and hidden state are not reproduced. */
export interface Fidelity {
	readonly calls: number;
	/** Share of made answers that meet the tool's output schema; NaN when no schema is known. */
	readonly conformance: number;
	/** Share of repeated calls that got the answer they got before; NaN when none repeats. */
	readonly determinism: number;
	/** Mean Jaccard of the sets of keys, over answers that are JSON on both sides; NaN when there are none. */
	readonly keyJaccard: number;
	/** Share of failures simulated − recorded. */
	readonly errorGap: number;
}

/** All key paths of a JSON value; positions in lists do not count. */
function keysOf(value: JsonValue, path: string, into: Set<string>): Set<string> {
	if (isArray(value)) for (const v of value) keysOf(v, `${path}[]`, into);
	else if (isObject(value))
		for (const [k, v] of Object.entries(value)) {
			into.add(`${path}/${k}`);
			keysOf(v, `${path}/${k}`, into);
		}
	return into;
}

function jaccard(a: string, b: string): number {
	const [x, y] = [readJsonFast(a), readJsonFast(b)];
	if (!x.ok || !y.ok || typeof x.value !== "object" || typeof y.value !== "object") return Number.NaN;
	const [k, l] = [keysOf(x.value, "", new Set()), keysOf(y.value, "", new Set())];
	let both = 0;
	for (const key of k) if (l.has(key)) both++;
	const union = k.size + l.size - both;
	return union ? both / union : 1;
}

/** Compares a simulator with recorded exchanges, each answered without its own recording when `answer` leaves it out. */
export function fidelity(exchanges: readonly Exchange[], answer: (call: ServedCall) => Simulated, outputs: ReadonlyMap<string, JsonObject>): Fidelity {
	const conformance: number[] = [];
	const determinism: number[] = [];
	const keys: number[] = [];
	const failed: number[] = [];
	const failedThen: number[] = [];
	const before = new Map<string, string>();
	for (const { call, observation } of exchanges) {
		const made = answer(call);
		const schema = outputs.get(call.name);
		if (schema) {
			const read = readJsonFast(made.observation);
			const validate = compileSchema(schema);
			if (validate) conformance.push(read.ok && validate(read.value).length === 0 ? 1 : 0);
		}
		const signature = signatureOf(call);
		const earlier = before.get(signature);
		if (earlier !== undefined) determinism.push(earlier === made.observation ? 1 : 0);
		before.set(signature, made.observation);
		keys.push(jaccard(made.observation, observation));
		failed.push(made.error === null ? 0 : 1);
		failedThen.push(errorIn(observation) === null ? 0 : 1);
	}
	return {
		calls: exchanges.length,
		conformance: mean(conformance),
		determinism: mean(determinism),
		keyJaccard: mean(keys),
		errorGap: mean(failed) - mean(failedThen),
	};
}
