import type { ServedCall } from "../../core/analyses/simulator";
import { valueAt } from "../../core/base/path";
import { isObject, type JsonValue } from "../../core/base/units";
import { type SchemaProblem, schemaProblems } from "../../core/checks/parameterSchema";
import { shown, shownList } from "../../core/checks/place";
import type { Tool } from "../../core/model/tool";

/** Problems told of one call. */
const MAX_TOLD = 5;

function told(args: JsonValue, { code, path, keyword, wanted }: SchemaProblem): string {
	const at = `'${path.join(".")}'`;
	const value = shown(valueAt(args, path));
	if (code === "E06") return `${at} is missing`;
	if (code === "E07") return `${at} is not a parameter`;
	if (code === "E08") return `${at} must be of type ${shownList(wanted)}, got ${value}`;
	if (code === "E09") return `${at} must be one of ${shownList(wanted)}, got ${value}`;
	return `${at} breaks ${keyword} ${shown(wanted)}, got ${value}`;
}

/**
 * What a call's arguments break of their tool's schema, in a sentence as a server gives it to the model; null = nothing, or no schema.
 * The same rules as the findings E06–E10: types, enums, bounds, parameters that an object which is not open does not know.
 */
export function misfitOf(tool: Tool, call: ServedCall): string | null {
	if (!tool.parameters) return null;
	const { arguments: args } = call;
	if (!isObject(args)) return `Tool '${call.name}' called with arguments that are not an object: ${shown(args)}`;
	const problems = schemaProblems(tool, args);
	return problems.length
		? `Tool '${call.name}' called with invalid arguments: ${problems
				.slice(0, MAX_TOLD)
				.map(p => told(args, p))
				.join("; ")}`
		: null;
}
