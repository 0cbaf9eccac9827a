import { Command as Commander, CommanderError, InvalidArgumentError, Option } from "commander";
import { version } from "../../package.json";
import { fromSystem } from "../session/errors";
import { CLI_WORDS } from "../words/cli";
import { LOCALES, type Locale, localeOf, say } from "../words/words";
import { type Command, EXIT, type Flag, type Io, type Options, UsageError } from "./command";
import { Output } from "./output";
import { paintFor } from "./paint";
import { errorSentence } from "./problems";
import { Progress } from "./progress";
import { COMMANDS } from "./registry";
import { terminalOf } from "./terminal";
import { printable, wrap } from "./width";

const NAME = "reward-inspector";

/** The language must be known before the help is written, so it is looked for ahead of parsing. */
function localeFrom(args: readonly string[], env: NodeJS.ProcessEnv): Locale {
	const at = args.findIndex(a => a === "--locale" || a.startsWith("--locale="));
	const given = at < 0 ? undefined : (args[at]?.split("=")[1] ?? args[at + 1]);
	return localeOf(given ?? (env.LC_ALL || env.LC_MESSAGES || env.LANG));
}

function makeIo(locale: Locale): Io {
	const terminal = terminalOf(process.stdout, process.env);
	const progress = new Progress(process.stderr, terminalOf(process.stderr, process.env));
	return {
		out: new Output(process.stdout),
		input: process.stdin,
		complain: sentence => {
			progress.clear();
			process.stderr.write(`${NAME}: ${sentence}\n`);
		},
		terminal,
		paint: paintFor(terminal),
		locale,
		progress,
		words: (code, values) => say(CLI_WORDS, code, locale, values),
	};
}

const wholeNumber =
	(atLeast: number, atMost = Number.MAX_SAFE_INTEGER) =>
	(text: string): number => {
		const n = Number(text);
		if (!/^\d+$/.test(text) || n < atLeast || n > atMost) throw new InvalidArgumentError(atMost < Number.MAX_SAFE_INTEGER ? `${atLeast} – ${atMost}` : `≥ ${atLeast}`);
		return n;
	};

function optionOf(flag: Flag, io: Io): Option {
	const option = new Option(`--${flag.name.replace(/[A-Z]/g, c => `-${c.toLowerCase()}`)}${flag.placeholder ? ` <${flag.placeholder}>` : ""}`, io.words(`option:${flag.name}`));
	if (flag.needed) option.makeOptionMandatory();
	if (flag.choices) option.choices([...flag.choices]);
	if (flag.atLeast !== undefined) option.argParser(wholeNumber(flag.atLeast, flag.atMost));
	return option;
}

const ARGUMENTS: Readonly<Record<Command["takes"], string>> = { files: "<FILE...>", file: "<FILE>", lines: "[FILE]", topic: "[TOPIC FILE...]", anyFiles: "[FILE...]" };
/** `--list` needs no file, so a command that has it checks for files itself. */
const argumentOf = (c: Command): string => (c.takes === "files" && c.flags.some(f => f.name === "list") ? "[FILE...]" : ARGUMENTS[c.takes]);

/** The commander program for a table of commands; `done` receives the exit status. */
function program(io: Io, done: (status: number) => void): Commander {
	const titles: Readonly<Record<string, string>> = Object.fromEntries(["Usage:", "Arguments:", "Options:", "Global Options:", "Commands:"].map(t => [t, io.words(`help:${t}`)]));
	const root = new Commander(NAME)
		.description(io.words("description"))
		.version(version, "-V, --version", io.words("option:version"))
		.helpOption("-h, --help", io.words("option:help"))
		.helpCommand("help [command]", io.words("command:help"))
		.addOption(new Option("--locale <ID>", io.words("option:locale")).choices([...LOCALES]))
		.configureHelp({ showGlobalOptions: true, helpWidth: io.terminal.columns, optionDescription: o => o.description, styleTitle: t => io.paint.bold(titles[t] ?? t) })
		.configureOutput({ outputError: () => {} })
		.addHelpText("after", () => `\n${io.words("help:after")}`)
		.exitOverride();
	for (const command of COMMANDS) {
		const sub = root
			.command(command.name)
			.description(io.words(`command:${command.name}`))
			.argument(argumentOf(command), io.words(`argument:${command.takes}`))
			.copyInheritedSettings(root)
			.helpOption("-h, --help", io.words("option:help"));
		const rows = `help:${command.name}`;
		if (rows in CLI_WORDS) sub.addHelpText("after", `\n${wrap(io.words(rows), io.terminal.columns).join("\n")}`);
		for (const flag of command.flags) sub.addOption(optionOf(flag, io));
		sub.action(async (files: string | readonly string[] | undefined, options: Options) => {
			const named = typeof files === "string" ? [files] : (files ?? []);
			if (command.takes === "files" && !named.length && !options.list) throw new UsageError("usage:missingArgument");
			done(await command.run(io, named, options));
		});
	}
	return root;
}

/** What commander found wrong, in our words; null when it already printed what was asked for (help, version). */
function usageSentence(e: CommanderError, io: Io): string | null {
	if (e.exitCode === 0) return null;
	const [name = "", value = ""] = [...e.message.matchAll(/'([^']*)'/g)].map(m => printable(m[1] ?? ""));
	const fits = /(?:Allowed choices are|is invalid\.) ([^.]*)/.exec(e.message.replace("is invalid. Allowed", "Allowed"))?.[1] ?? "";
	const meant = /Did you mean (.*)\?/.exec(e.message)?.[1];
	const known = `usage:${e.code.replace("commander.", "")}`;
	const sentence = known in CLI_WORDS ? io.words(known, { name, value, fits }) : e.message;
	return meant ? `${sentence} ${io.words("did-you-mean", { meant })}` : sentence;
}

async function main(): Promise<void> {
	const args = process.argv.slice(2);
	const io = makeIo(localeFrom(args, process.env));
	// a reader that has seen enough (`| head`) is no error
	process.stdout.on("error", (e: NodeJS.ErrnoException) => {
		if (e.code !== "EPIPE") io.complain(errorSentence(fromSystem(e, io.words("stdout"), "write"), io.locale));
		process.exit(e.code === "EPIPE" ? EXIT.done : EXIT.refused);
	});
	process.on("SIGINT", () => {
		io.progress.clear();
		process.exit(EXIT.interrupted);
	});
	let status: number = EXIT.done;
	try {
		if (args.length === 0) program(io, () => {}).outputHelp();
		else
			await program(io, s => {
				status = s;
			}).parseAsync(args, { from: "user" });
	} catch (e) {
		const sentence = e instanceof CommanderError ? usageSentence(e, io) : errorSentence(e, io.locale);
		if (sentence !== null) {
			io.complain(sentence);
			status = EXIT.refused;
		}
		if (e instanceof CommanderError && status) io.complain(io.words("see-help"));
	}
	await io.out.flush();
	io.progress.clear();
	process.exitCode = status;
}

void main();
