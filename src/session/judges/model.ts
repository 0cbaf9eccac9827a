import type { Patient } from "../models/patient";
import { type Judge, unknown } from "./contract";
import { PROMPT_VERSION, promptOf, readVerdict } from "./prompt";

/** Grades by asking a language model. */
export function modelJudge(id: "endpoint" | "editor", patient: Patient): Judge {
	return {
		id,
		settings: { ...patient.model.settings, prompt: PROMPT_VERSION },
		async grade(input, signal) {
			const made = await patient.ask(promptOf(input), signal);
			if (made.kind === "said") return readVerdict(made.text);
			return unknown(made.reason === "no-answer" ? "no-grade" : made.reason, made.detail);
		},
	};
}
