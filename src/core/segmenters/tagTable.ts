import type { Mark } from "../model/rollout";

/** A pair of marks in policy text. */
export interface Tag {
	/** Reported as the tag that was never closed. */
	readonly name: string;
	readonly open: string;
	readonly close: string;
	readonly kind: Mark["kind"];
}

/** Tags that mean one thing wherever they stand. Inside an open one only its own closing tag counts. */
export const TAGS: readonly Tag[] = [
	{ name: "think", open: "<think>", close: "</think>", kind: "reasoning" },
	{ name: "tool_call", open: "<tool_call>", close: "</tool_call>", kind: "call" },
	{ name: "tool_response", open: "<tool_response>", close: "</tool_response>", kind: "observation" },
	{ name: "tool_response", open: "<|tool_response_start|>", close: "<|tool_response_end|>", kind: "observation" },
	{ name: "TOOL_RESULTS", open: "[TOOL_RESULTS]", close: "[/TOOL_RESULTS]", kind: "observation" },
	{ name: "tool▁outputs▁begin", open: "<｜tool▁outputs▁begin｜>", close: "<｜tool▁outputs▁end｜>", kind: "observation" },
	{ name: "function_response", open: "<start_function_response>", close: "<end_function_response>", kind: "observation" },
	// the header of the next assistant turn is not the policy's either
	{ name: "observation", open: "<|observation|>", close: "<|assistant|>", kind: "observation" },
	{ name: "functions", open: "<|start|>functions.", close: "<|start|>assistant", kind: "observation" },
];

/** Names that prose and answers use too: they are observations only right after a call. */
export const AFTER_CALL: readonly Tag[] = [
	{ name: "information", open: "<information>", close: "</information>", kind: "observation" },
	{ name: "result", open: "<result>", close: "</result>", kind: "observation" },
	{ name: "obs", open: "<obs>", close: "</obs>", kind: "observation" },
	{ name: "observation", open: "<observation>", close: "</observation>", kind: "observation" },
	{ name: "output", open: "<output>", close: "</output>", kind: "observation" },
	{ name: "output", open: "```output\n", close: "\n```", kind: "observation" },
];

/** ReAct's result line, right after a call too; it ends before the next labelled line. */
export const REACT_OBSERVATION = "Observation:";
export const REACT_LABELS: readonly string[] = ["Thought:", "Action:", "Final Answer:"];
