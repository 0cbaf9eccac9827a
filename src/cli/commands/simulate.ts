import { once } from "node:events";
import { readJson, readJsonFast } from "../../core/base/json";
import { lineColumn } from "../../core/base/text";
import type { JsonValue } from "../../core/base/units";
import { readObjects, readToolFile } from "../../session/beside/objects";
import { DEFAULT_LIMITS, type Sent } from "../../session/models/contract";
import { chatUrl, endpointModel } from "../../session/models/endpoint";
import { Patient } from "../../session/models/patient";
import { serveSimulator } from "../../session/simulator/server";
import { type Answer, answerJson, callOf, type Gathered, gather, outputSchemas, Simulator } from "../../session/simulator/service";
import { JUDGE_WORDS } from "../../words/lab";
import { say } from "../../words/words";
import { type Command, EXIT, FILE_FLAGS, type Io, JSON_FLAGS, type Options, shapeOf, UsageError } from "../command";
import { eachFile, readingOf, withSession } from "../open";
import { answerRows } from "../rows";
import { figure } from "../table";
import { wrap } from "../width";

/** `simulate`: answers tool calls as their server would, one, a file of them, or over HTTP on this machine. */
export const simulate: Command = {
	name: "simulate",
	takes: "anyFiles",
	flags: [
		{ name: "call", placeholder: "JSON" },
		{ name: "calls", placeholder: "FILE" },
		{ name: "port", placeholder: "N", atLeast: 0, atMost: 65_535 },
		{ name: "fidelity" },
		{ name: "backend", placeholder: "ID", choices: ["auto", "replay", "template", "endpoint"] },
		{ name: "url", placeholder: "URL" },
		{ name: "model", placeholder: "NAME" },
		{ name: "keyVariable", placeholder: "NAME" },
		{ name: "budget", placeholder: "N", atLeast: 0 },
		...FILE_FLAGS,
		...JSON_FLAGS,
	],
	run: async (io, patterns, options) => {
		if (options.call === undefined && options.calls === undefined && options.port === undefined && !options.fidelity) throw new UsageError("simulate:nothing");
		const model = options.backend === "endpoint" ? modelOf(io, options) : null;
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
		const given = options.tools === undefined ? null : await readToolFile(options.tools);
		const outputs = outputSchemas(options.tools === undefined ? [] : await readObjects(options.tools));
		const { backend = "auto" } = options;
		const simulator = Simulator.of(gathered, { tools: given, outputs, mode: backend === "endpoint" ? "auto" : backend, model });
		if (options.fidelity) return tellFidelity(io, simulator, gathered, options);
		if (options.port !== undefined) return serve(io, simulator, options.port);
		if (options.call !== undefined) return one(io, simulator, options.call, options);
		const calls = { asked: 0, unanswered: 0 };
		const answered = await answerRows(io, options.calls, async row => {
			const asked = callOf(row, jsonIn);
			if (!asked) return { code: "simulate:not-a-call", path: [] };
			const made = await simulator.answer(asked.call, asked.session);
			calls.asked++;
			if (made.origin === "unknown") calls.unanswered++;
			// a row's id goes with its answer
			await io.out.line(JSON.stringify({ ...(row.id === undefined ? {} : { id: row.id }), ...answerJson(made) }));
			return null;
		});
		if (calls.unanswered) io.complain(io.words("simulate:no-answer", { count: calls.unanswered, of: calls.asked }));
		// an endpoint that answered nobody is one that could not be asked
		return answered === EXIT.done && calls.unanswered && calls.unanswered === calls.asked ? EXIT.refused : answered;
	},
};

const jsonIn = (text: string): JsonValue | undefined => {
	const read = readJsonFast(text);
	return read.ok ? read.value : undefined;
};

/** The model that plays the server. It is asked for calls that are neither refused nor recorded; what is sent is told on standard error. */
function modelOf(io: Io, options: Options): Patient {
	const { url, model, keyVariable } = options;
	if (url === undefined || model === undefined || !chatUrl(url)) throw new UsageError("simulate:no-url");
	const key = keyVariable === undefined ? null : (process.env[keyVariable] ?? "");
	if (key === "") throw new UsageError("simulate:no-key", { name: keyVariable ?? "" });
	const sent: Sent = ({ to, model, bytes, attempt }) => io.complain(io.words(attempt ? "judge:sent-again" : "judge:sent", { to, model, bytes, attempt }));
	return new Patient(endpointModel({ url, model, key }), { ...DEFAULT_LIMITS, ...(options.budget === undefined ? {} : { budget: options.budget }) }, sent);
}

const why = (io: Io, made: Answer): string => (made.origin === "unknown" ? say(JUDGE_WORDS, made.reason, io.locale, { detail: made.detail }) : "");

async function one(io: Io, simulator: Simulator, text: string, options: Options): Promise<number> {
	const read = readJson(text);
	if (!read.ok) throw new UsageError("file-not-json", { path: "--call", ...lineColumn(text, read.at), expected: read.expected, found: read.found });
	const asked = callOf(read.value, jsonIn);
	if (!asked) throw new UsageError("simulate:not-a-call");
	const made = await simulator.answer(asked.call, asked.session);
	if (made.observation === null) io.complain(why(io, made));
	if (shapeOf(options)) await io.out.line(JSON.stringify(answerJson(made)));
	else if (made.observation !== null) await io.out.line(made.observation);
	return made.observation === null ? EXIT.refused : EXIT.done;
}

async function tellFidelity(io: Io, simulator: Simulator, gathered: readonly Gathered[], options: Options): Promise<number> {
	const f = await simulator.fidelity(gathered.flatMap(g => g.exchanges));
	const answered = {
		calls: f.calls,
		schema_conformance: f.conformance,
		determinism: f.determinism,
		key_jaccard: f.keyJaccard,
		error_rate_gap: f.errorGap,
		unanswered: f.unanswered,
	};
	if (shapeOf(options)) await io.out.line(JSON.stringify(answered));
	else {
		const values = {
			calls: f.calls,
			conformance: figure(f.conformance),
			determinism: figure(f.determinism),
			keys: figure(f.keyJaccard),
			errors: figure(f.errorGap, { signed: true }),
		};
		if (f.unanswered) io.complain(io.words("simulate:unanswered", { count: f.unanswered }));
		await io.out.lines([...wrap(io.words("simulate:fidelity", values), io.terminal.columns), ...wrap(io.words("simulate:limits"), io.terminal.columns).map(io.paint.dim)]);
	}
	return EXIT.done;
}

function portRefused(e: unknown, port: number): UsageError {
	const code = (e as { code?: string } | null)?.code ?? "";
	if (code === "EADDRINUSE") return new UsageError("simulate:port-taken", { port });
	return code === "EACCES"
		? new UsageError("simulate:port-forbidden", { port })
		: new UsageError("simulate:port-refused", { port, detail: e instanceof Error ? e.message : String(e) });
}

/** Answers until the process is interrupted. */
async function serve(io: Io, simulator: Simulator, wanted: number): Promise<number> {
	const { server, port } = await serveSimulator(simulator, wanted).catch((e: unknown) => {
		throw portRefused(e, wanted);
	});
	io.complain(io.words("simulate:serving", { url: `http://127.0.0.1:${port}` }));
	await once(server, "close");
	return EXIT.done;
}
