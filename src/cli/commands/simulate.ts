import { once } from "node:events";
import { readJson, readJsonFast } from "../../core/base/json";
import { lineColumn } from "../../core/base/text";
import type { JsonObject, JsonValue } from "../../core/base/units";
import { fromSystem } from "../../session/errors";
import { serveSimulator } from "../../session/simulator/server";
import { callOf, type Gathered, gather, outputSchemas, Simulator } from "../../session/simulator/service";
import { type Command, EXIT, FILE_FLAGS, type Io, JSON_FLAGS, type Options, shapeOf, UsageError } from "../command";
import { eachFile, readingOf, withSession } from "../open";
import { answerRows, readObjectsFile, readToolsFile } from "../rows";
import { figure } from "../table";
import { wrap } from "../width";

/** `simulate`: answers tool calls as their server would, one, a file of them, or over HTTP on this machine. */
export const simulate: Command = {
	name: "simulate",
	takes: "anyFiles",
	flags: [
		{ name: "call", placeholder: "JSON" },
		{ name: "calls", placeholder: "FILE" },
		{ name: "port", placeholder: "N", atLeast: 0 },
		{ name: "fidelity" },
		{ name: "backend", placeholder: "ID", choices: ["auto", "replay", "template"] },
		...FILE_FLAGS,
		...JSON_FLAGS,
	],
	run: async (io, patterns, options) => {
		if (options.call === undefined && options.calls === undefined && options.port === undefined && !options.fidelity) throw new UsageError("simulate:nothing");
		const gathered: Gathered[] = [];
		const reading = await readingOf(io, options);
		const status = patterns.length
			? await eachFile(io, patterns, reading, file =>
					withSession(io, file, reading, async session => {
						gathered.push(await gather(session));
					}),
				)
			: EXIT.done;
		if (status !== EXIT.done) return status;
		const given = options.tools === undefined ? null : await readToolsFile(options.tools);
		const outputs = outputSchemas(options.tools === undefined ? [] : await readObjectsFile(options.tools));
		const simulator = Simulator.of(gathered, { tools: given, outputs, mode: options.backend ?? "auto" });
		if (options.fidelity) return tellFidelity(io, simulator, gathered, options);
		if (options.port !== undefined) return serve(io, simulator, options.port);
		if (options.call !== undefined) return one(io, simulator, options.call, options);
		return answerRows(io, options.calls, async row => {
			const made = answer(simulator, row);
			if (!made) return { code: "simulate:not-a-call", path: [] };
			await io.out.line(JSON.stringify(made));
			return null;
		});
	},
};

const jsonIn = (text: string): JsonValue | undefined => {
	const read = readJsonFast(text);
	return read.ok ? read.value : undefined;
};

/** A row's id goes with its answer. */
function answer(simulator: Simulator, row: JsonObject): JsonObject | null {
	const asked = callOf(row, jsonIn);
	if (!asked) return null;
	const made = simulator.answer(asked.call, asked.session);
	return { ...(row.id === undefined ? {} : { id: row.id }), observation: made.observation, error: made.error, origin: made.origin, likeness: made.likeness };
}

async function one(io: Io, simulator: Simulator, text: string, options: Options): Promise<number> {
	const read = readJson(text);
	if (!read.ok) throw new UsageError("file-not-json", { path: "--call", ...lineColumn(text, read.at), expected: read.expected, found: read.found });
	const asked = callOf(read.value, jsonIn);
	if (!asked) throw new UsageError("simulate:not-a-call");
	const made = simulator.answer(asked.call, asked.session);
	await io.out.line(shapeOf(options) ? JSON.stringify({ observation: made.observation, error: made.error, origin: made.origin, likeness: made.likeness }) : made.observation);
	return EXIT.done;
}

async function tellFidelity(io: Io, simulator: Simulator, gathered: readonly Gathered[], options: Options): Promise<number> {
	const f = simulator.fidelity(gathered.flatMap(g => g.exchanges));
	const answered = { calls: f.calls, schema_conformance: f.conformance, determinism: f.determinism, key_jaccard: f.keyJaccard, error_rate_gap: f.errorGap };
	if (shapeOf(options)) await io.out.line(JSON.stringify(answered));
	else {
		const values = {
			calls: f.calls,
			conformance: figure(f.conformance),
			determinism: figure(f.determinism),
			keys: figure(f.keyJaccard),
			errors: figure(f.errorGap, { signed: true }),
		};
		await io.out.lines([...wrap(io.words("simulate:fidelity", values), io.terminal.columns), ...wrap(io.words("simulate:limits"), io.terminal.columns).map(io.paint.dim)]);
	}
	return EXIT.done;
}

/** Answers until the process is interrupted. */
async function serve(io: Io, simulator: Simulator, wanted: number): Promise<number> {
	const { server, port } = await serveSimulator(simulator, wanted).catch((e: unknown) => {
		throw fromSystem(e, `127.0.0.1:${wanted}`);
	});
	io.complain(io.words("simulate:serving", { url: `http://127.0.0.1:${port}` }));
	await once(server, "close");
	return EXIT.done;
}
