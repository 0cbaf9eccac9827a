import type { JsonValue, Span } from "../base/units";
import type { CallProblem, CallProblemCode } from "../model/call";
import type { Reasoning, SyntaxBlock, SyntaxCall, SyntaxContext } from "./contract";

type Data = CallProblem["data"];

/** A reading being made. `text` has its reasoning blanked out, so that offsets stay and no mark inside it counts. */
export class Draft {
	readonly calls: SyntaxCall[] = [];
	readonly recovered: (SyntaxCall & { readonly problem: CallProblem })[] = [];
	readonly blocks: SyntaxBlock[] = [];
	readonly problems: CallProblem[] = [];
	readonly reasoning: Reasoning[] = [];
	readonly wrapping: Span[] = [];

	constructor(
		readonly text: string,
		readonly context: SyntaxContext,
	) {}

	/** Adds a block and returns its index, for its calls. */
	block(span: Span, body: Span, tagged = true): number {
		return this.blocks.push({ span, body, tagged, problem: null }) - 1;
	}

	call(block: number, name: string, args: JsonValue, span: Span, argumentsSpan: Span | null = null): void {
		this.calls.push({ name, arguments: args, span, argumentsSpan, block });
	}

	/** A call the serving parser does not return. */
	recover(block: number, problem: CallProblem, name: string, args: JsonValue, span: Span, argumentsSpan: Span | null = null): void {
		this.recovered.push({ name, arguments: args, span, argumentsSpan, block, problem });
	}

	problem(code: CallProblemCode, span: Span, data: Data = {}): CallProblem {
		const p = { code, span, data };
		this.problems.push(p);
		return p;
	}

	/** Says why a block yields no call. */
	broken(block: number, code: CallProblemCode, span: Span, data: Data = {}): CallProblem {
		const p = this.problem(code, span, data);
		const b = this.blocks[block];
		if (b) this.blocks[block] = { ...b, problem: p };
		return p;
	}
}
