import type { Locale } from "../words/words";

/** What the thread of one open document is started with. It then speaks the messages of `channel.ts`. */
export interface WorkerData {
	readonly source:
		| { readonly kind: "path"; readonly path: string }
		/** Several files as one run: `files` of the folder, or all of them. */
		| { readonly kind: "run"; readonly folder: string; readonly files: readonly string[] | null }
		| { readonly kind: "bytes"; readonly name: string; readonly bytes: Uint8Array };
	readonly locale: Locale;
	/** Folder for caches; never the user's data folder. */
	readonly cacheDir: string;
	/** Path of the recipe file to score with; null = the built-in recipe. */
	readonly recipe: string | null;
	/** Is the workspace trusted? Filled in where threads are started; absent = yes. */
	readonly trusted?: boolean;
}
