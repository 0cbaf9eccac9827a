import type { Importer } from "./contract";
import { genericText } from "./genericText";
import { messages } from "./messages";
import { msSwift } from "./msSwift";
import { verl } from "./verl";

/** All formats, strongest rule first: the first that says yes wins (FORMATS §9). The last one is the fallback. */
export const IMPORTERS: readonly Importer[] = [msSwift, verl, messages, genericText];

export const importerById = (id: string): Importer | null => IMPORTERS.find(i => i.id === id) ?? null;
