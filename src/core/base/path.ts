import { isArray, isObject, type JsonPath, type JsonValue } from "./units";

/** The value at `path`; undefined when there is none. */
export const valueAt = (root: JsonValue, path: JsonPath): JsonValue | undefined =>
	path.reduce<JsonValue | undefined>((v, step) => (isArray(v) ? v[Number(step)] : isObject(v) && Object.hasOwn(v, step) ? v[step] : undefined), root);
