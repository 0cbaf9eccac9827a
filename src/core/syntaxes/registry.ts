import type { Syntax } from "./contract";
import { hermes } from "./hermes";
import { react } from "./react";

/** All syntaxes; `auto` tries them in this order: special tokens no text has by chance first, bare text last. */
export const SYNTAXES: readonly Syntax[] = [hermes, react];

const BY_ID: ReadonlyMap<string, Syntax> = new Map(SYNTAXES.flatMap(s => [s.id, ...s.aliases].map(id => [id, s] as const)));

/** Names are compared without case, with "-" and "." as "_": qwen3-coder is qwen3_coder. */
const plain = (id: string): string => id.toLowerCase().replace(/[-.]/g, "_");

/** The syntax of an id or of a name that vLLM or sglang serves it with; undefined when nobody calls one so. */
export const syntaxById = (id: string): Syntax | undefined => BY_ID.get(plain(id));
