/**
 * Writes the bundled sample: the rollouts of one step of an imaginary tool-calling run, in verl's shape. Same bytes on
 * every machine: no clock, no outside randomness. `node media/sample/generate.mjs`.
 *
 * A task: id · system, tools, question (the prompt) · gold (reference calls: steps in order, parallel calls inside) ·
 * answer · world (what a tool answers) · lenient (unknown parameters are let through) · think, final (thoughts to draw from, per step and before the reply) · attempts.
 * An attempt: say (the reply) · steps (calls it makes instead of gold; `{body, replies}` = text as written) · think, final
 * (its own thoughts) · text (last turn as written) · cut (where the length limit cut it off) · acc, judge (how the task
 * and the reply were graded) · flaws (what is planted; a test counts them).
 */
import { writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { CHINESE } from "./tasks/chinese.mjs";
import { ERRANDS } from "./tasks/errands.mjs";
import { OFFICE } from "./tasks/office.mjs";
import { TRAVEL } from "./tasks/travel.mjs";
import { TOOLS } from "./tools.mjs";
import { computeScore } from "./trainer.mjs";

const STEP = 40;
const TASKS = [...TRAVEL, ...OFFICE, ...ERRANDS, ...CHINESE];
const FLOATS = new Set(["score", "acc", "format_score", "content_score"]);

/** Small seeded generator (mulberry32). */
function seeded(seed) {
	let state = seed;
	return () => {
		state = (state + 0x6d2b79f5) | 0;
		let t = Math.imul(state ^ (state >>> 15), 1 | state);
		t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
		return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
	};
}

function shuffled(list, random) {
	const out = [...list];
	for (let i = out.length - 1; i > 0; i--) {
		const j = Math.floor(random() * (i + 1));
		[out[i], out[j]] = [out[j], out[i]];
	}
	return out;
}

/** JSON with the spaces Python's json puts. */
function python(value) {
	if (Array.isArray(value)) return `[${value.map(python).join(", ")}]`;
	if (value !== null && typeof value === "object")
		return `{${Object.entries(value)
			.map(([k, v]) => `${JSON.stringify(k)}: ${FLOATS.has(k) && Number.isInteger(v) ? v.toFixed(1) : python(v)}`)
			.join(", ")}}`;
	return JSON.stringify(value);
}

const callText = ([name, args]) => `<tool_call>\n${python({ name, arguments: args })}\n</tool_call>`;

function promptText(task) {
	const schemas = task.tools.map(name => python(TOOLS[name])).join("\n");
	const help = `# Tools\n\nThe functions you may call stand between <tools></tools>:\n<tools>\n${schemas}\n</tools>\n\nWrite every call as one JSON object between <tool_call></tool_call>, like this:\n<tool_call>\n{"name": <function-name>, "arguments": <args-json-object>}\n</tool_call>`;
	return `system\n${task.system}\n\n${help}\nuser\n${task.question}\nassistant\n`;
}

/** What the environment answers: it validates like a real one, then asks the task's world. */
function answer(task, [name, args]) {
	const tool = task.tools.includes(name) ? TOOLS[name].function.parameters : null;
	if (!tool) return { error: `no tool named ${name}` };
	const missing = tool.required.filter(k => !(k in args));
	if (missing.length) return { error: `missing: ${missing.join(", ")}` };
	for (const [key, value] of Object.entries(args)) {
		const schema = tool.properties[key];
		if (!schema) {
			if (task.lenient) continue;
			return { error: `unknown parameter ${key}` };
		}
		const type = Array.isArray(value) ? "array" : Number.isInteger(value) && schema.type === "integer" ? "integer" : typeof value;
		if (type !== schema.type) return { error: `${key} must be ${schema.type}` };
		if (schema.enum && !schema.enum.includes(value)) return { error: `${key} must be one of ${schema.enum.join(", ")}` };
		if (schema.pattern && !new RegExp(schema.pattern).test(value)) return { error: `${key} has the wrong form` };
	}
	return task.world[name](args);
}

function outputText(task, attempt, random) {
	const draw = list => list[Math.floor(random() * list.length)];
	const thought = text => `<think>\n${text}\n</think>\n\n`;
	const steps = attempt.steps ?? task.gold;
	let out = "";
	steps.forEach((step, i) => {
		const body = step.body ?? step.map(callText).join("\n");
		const replies = step.replies ?? step.map(call => answer(task, call));
		out += thought(attempt.think?.[i] ?? draw(task.think[i] ?? task.think.at(-1)));
		out += `${body}\nuser\n${replies.map(r => `<tool_response>\n${python(r)}\n</tool_response>`).join("\n")}\nassistant\n`;
	});
	const last = attempt.think?.[steps.length] ?? attempt.final ?? (attempt.cut ? draw(task.think[steps.length]) : draw(task.final));
	return out + thought(last) + (attempt.cut ?? attempt.text ?? attempt.say);
}

/** All rows with what was planted in them, in file order. */
export function sampleRows() {
	const random = seeded(40);
	return TASKS.flatMap(task => {
		const input = promptText(task);
		const gts = {
			question_content: task.question,
			allowed_tools: task.tools,
			tool_schemas: python(task.tools.map(name => TOOLS[name])),
			gold_tool_calls: python(task.gold.map(step => step.map(([name, args]) => ({ name, arguments: args })))),
			...(task.answer ? { answer: task.answer } : {}),
		};
		const gold = task.gold.map(step => step.map(([name, args]) => ({ name, arguments: args })));
		return shuffled(task.attempts, random).map(attempt => {
			const output = outputText(task, attempt, random);
			const scores = computeScore(output, gold, TOOLS, task.tools, attempt.acc);
			return {
				task: task.id,
				flaws: attempt.flaws ?? [],
				row: {
					input,
					output,
					gts,
					score: scores.score,
					step: STEP,
					acc: attempt.acc,
					format_score: scores.format_score,
					content_score: scores.content_score,
					judge: attempt.judge,
				},
			};
		});
	});
}

/** The file as it is written. */
export const sampleText = () =>
	sampleRows()
		.map(r => `${python(r.row)}\n`)
		.join("");

const here = fileURLToPath(import.meta.url);
if (process.argv[1] === here) writeFileSync(join(dirname(here), "tool-agent-step-40.jsonl"), sampleText());
