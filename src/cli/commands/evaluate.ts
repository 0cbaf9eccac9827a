import { BENCHMARKS } from "../benchmarks/registry";
import { choose } from "../choose";
import { type Command, EXIT, type Io, JSON_FLAGS, shapeOf } from "../command";
import { records } from "../output";
import { table } from "../table";

/** `evaluate`: a benchmark's own verdict on every result, in the order of the results. */
export const evaluate: Command = {
	name: "evaluate",
	takes: "file",
	flags: [
		{ name: "benchmark", placeholder: "ID", needed: true },
		{ name: "data", placeholder: "FILE", needed: true },
		{ name: "answers", placeholder: "FILE" },
		{ name: "category", placeholder: "ID" },
		{ name: "mode", placeholder: "MODE", choices: ["prompt", "fc"] },
		{ name: "underscoreToDot" },
		...JSON_FLAGS,
	],
	run: async (io, [results = ""], options) => {
		const benchmark = choose("benchmark", BENCHMARKS, options.benchmark ?? "");
		const shape = shapeOf(options);
		const sink = shape && records(io.out, shape);
		const kinds = new Map<string | null, number>();
		const missing = new Map<string, number>();
		let row = 0;
		let unknown = 0;
		for await (const j of benchmark.judge(io, { results, data: options.data ?? "", answers: options.answers ?? null, options })) {
			await sink?.put({ row: row++, id: j.id, valid: j.valid, error_type: j.errorType, error: j.error });
			if (!sink) row++;
			kinds.set(j.errorType, (kinds.get(j.errorType) ?? 0) + 1);
			if (j.errorType === "no-question") unknown++;
			if (j.errorType === "needs-environment" && j.error !== null) missing.set(j.error, (missing.get(j.error) ?? 0) + 1);
		}
		await sink?.end();
		if (!sink) await io.out.lines(draw(io, kinds));
		tell(io, kinds, row);
		for (const [why, count] of missing) io.complain(io.words("evaluate:missing", { count, why }));
		return unknown || !row ? EXIT.refused : EXIT.done;
	},
};

/** Error types that are no verdict. */
const UNDECIDED = ["no-question", "needs-environment"];

function tell(io: Io, kinds: ReadonlyMap<string | null, number>, total: number): void {
	const valid = kinds.get(null) ?? 0;
	const undecided = UNDECIDED.reduce((sum, k) => sum + (kinds.get(k) ?? 0), 0);
	const decided = total - undecided;
	const share = decided ? ((100 * valid) / decided).toFixed(2) : "–";
	io.complain([io.words("evaluate:summary", { valid, total: decided, share }), ...(undecided ? [io.words("evaluate:undecided", { count: undecided })] : [])].join(" · "));
}

const draw = (io: Io, kinds: ReadonlyMap<string | null, number>): readonly string[] =>
	table(
		[
			{ title: io.words("column:verdicts"), align: "right" },
			{ title: io.words("column:error-type"), flex: true },
		],
		[...kinds].sort((a, b) => Number(b[0] === null) - Number(a[0] === null) || b[1] - a[1]).map(([kind, count]) => [String(count), kind ?? io.words("evaluate:valid")]),
		io.terminal.columns,
		io.paint,
	);
