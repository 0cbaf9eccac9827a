/** Categories that a benchmark decides by what its environment holds; the codes say what is missing here. */
export type Stateful = "bfcl-multi-turn" | "bfcl-agentic" | "ace-agent" | "ace-special";

/** What decides a BFCL category or the category of a BFCL id ("multi_turn_base_0"), when that is not its checker of calls. */
export function bfclState(category: string | null): Stateful | null {
	if (category === null) return null;
	if (/^multi_turn(?:_|$)/.test(category)) return "bfcl-multi-turn";
	return /^(?:memory|web_search)(?:_|$)/.test(category) ? "bfcl-agentic" : null;
}

/** Ids of BFCL's own questions; nobody else's look like them. */
const OWN_ID = /^(?:multi_turn_(?:base|miss_func|miss_param|long_context|composite)|memory_(?:kv|vector|rec_sum)|web_search_(?:base|no_snippet))_\d/;

/** The same of any rollout: null unless its id is one of BFCL's. */
export const bfclIdState = (id: string | null): Stateful | null => (id !== null && OWN_ID.test(id) ? bfclState(id) : null);

/** The same of ACEBench. */
export const aceState = (category: string): Stateful | null => (category.startsWith("agent") ? "ace-agent" : category.startsWith("special") ? "ace-special" : null);
