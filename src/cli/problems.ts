import { InspectorError } from "../session/errors";
import { troubleText } from "../session/fileView";
import { CLI_WORDS } from "../words/cli";
import { type Locale, say } from "../words/words";
import { UsageError } from "./command";
import { printable } from "./width";

/** One sentence for what ended the work. An error of our own making is no sentence: it keeps its stack, to be reported. */
export function errorSentence(e: unknown, locale: Locale): string {
	if (e instanceof UsageError) return printable(say(CLI_WORDS, e.code, locale, e.values));
	if (e instanceof InspectorError) return printable(troubleText(e, locale));
	return say(CLI_WORDS, "internal", locale, { detail: e instanceof Error ? (e.stack ?? e.message) : String(e) });
}
