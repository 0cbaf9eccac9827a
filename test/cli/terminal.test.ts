import { describe, expect, test, vi } from "vitest";
import { Progress } from "../../src/cli/progress";
import { terminalOf } from "../../src/cli/terminal";

const TTY = { isTTY: true, columns: 120 };
const PIPE = {};

describe("what a terminal can show", () => {
	test.each([
		["a pipe has no colour", PIPE, { TERM: "xterm-256color", COLORTERM: "truecolor" }, 0],
		["a pipe is forced", PIPE, { FORCE_COLOR: "3" }, 24],
		["truecolor by COLORTERM", TTY, { TERM: "xterm", COLORTERM: "truecolor" }, 24],
		["256 by TERM", TTY, { TERM: "xterm-256color" }, 8],
		["NO_COLOR", TTY, { TERM: "xterm-256color", NO_COLOR: "1" }, 0],
		["an empty NO_COLOR says nothing", TTY, { TERM: "xterm-256color", NO_COLOR: "" }, 8],
		["FORCE_COLOR goes before NO_COLOR", PIPE, { FORCE_COLOR: "2", NO_COLOR: "1" }, 8],
		["FORCE_COLOR=0 is none", TTY, { TERM: "xterm-256color", FORCE_COLOR: "0" }, 0],
		["dumb", TTY, { TERM: "dumb" }, 0],
	] as const)("%s", (_, stream, env, bits) => expect(terminalOf(stream, env).colourBits).toBe(bits));

	test.each([
		["the terminal's", TTY, {}, 120],
		["COLUMNS before it", TTY, { COLUMNS: "60" }, 60],
		["a pipe", PIPE, {}, 100],
		["never less than 40", PIPE, { COLUMNS: "7" }, 40],
		["nonsense is not heeded", TTY, { COLUMNS: "wide" }, 120],
	] as const)("columns: %s", (_, stream, env, columns) => expect(terminalOf(stream, env).columns).toBe(columns));
});

describe("progress", () => {
	const screen = (isTTY: boolean) => {
		const written: string[] = [];
		const stream = { isTTY, write: (t: string) => written.push(t) > 0 } as unknown as NodeJS.WriteStream;
		return { written, progress: new Progress(stream, { columns: 60, colourBits: 0 }) };
	};

	test("silent for a second, then a bar in one line, then a clean line", () => {
		vi.useFakeTimers();
		const { written, progress } = screen(true);
		progress.update("step_1.jsonl", 0.1, "3 rollouts");
		expect(written).toEqual([]);
		vi.advanceTimersByTime(2000);
		progress.update("step_1.jsonl", 0.5, "9 rollouts");
		expect(written).toEqual(["\r\u001b[2Kstep_1.jsonl ██████████··········  50 %  9 rollouts · 0:02"]);
		progress.update("step_1.jsonl", 0.51, "9 rollouts");
		expect(written).toHaveLength(1);
		progress.clear();
		progress.clear();
		expect(written.slice(1)).toEqual(["\r\u001b[2K"]);
		vi.useRealTimers();
	});

	test("a pipe sees nothing", () => {
		vi.useFakeTimers();
		const { written, progress } = screen(false);
		vi.advanceTimersByTime(5000);
		progress.update("x", 0.5, "");
		progress.clear();
		expect(written).toEqual([]);
		vi.useRealTimers();
	});
});
