import { isAbsolute } from "node:path";
import { pathToFileURL } from "node:url";
import type { Location, Region, ReportingDescriptor, Result } from "sarif";
import * as manifest from "../../../package.json";
import type { Severity } from "../../core/model/finding";
import type { FilePlace, FindingView } from "../../protocol/queries";
import { FINDING_HELP } from "../../words/findingHelp";
import { type Locale, phrase } from "../../words/words";
import { STDIN } from "../files";
import { type Checked, type MakeReporter, ranked } from "./contract";

const MANIFEST: { readonly version: string; readonly repository?: string | { readonly url?: string } } = manifest;
const { version } = MANIFEST;

/**
 * Address of a code's page for `helpUri`, which must be a whole address: below the repository that the manifest names. Null
 * when it names none, so that no address is made up; the page's path stands in the rule's help in any case.
 */
export function pageAddress(code: string, { repository }: { readonly repository?: string | { readonly url?: string } }): string | null {
	const url = typeof repository === "string" ? repository : repository?.url;
	const base = url
		?.replace(/^git\+/, "")
		.replace(/\.git$/, "")
		.replace(/\/$/, "");
	return base && /^https?:\/\//.test(base) ? `${base}/blob/main/docs/findings/${encodeURIComponent(code)}.md` : null;
}

const SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json";
const LEVELS: Readonly<Record<Severity, Result.level>> = { error: "error", warning: "warning", info: "note" };

/** SARIF 2.1.0: one run over all files, as code scanning and editors read it. Columns count UTF-16 units. */
export const sarifReport: MakeReporter = io => {
	const rules = new Map<string, number>();
	let first = true;
	return {
		begin: async () => {},
		put: async (file, f) => {
			if (!rules.has(f.code)) rules.set(f.code, rules.size);
			await io.out.line(`${first ? HEAD : ","}${JSON.stringify(resultOf(file, f, rules.get(f.code) ?? -1))}`);
			first = false;
		},
		endFile: async () => {},
		end: async tally => {
			const severity = new Map(ranked(tally).map(([code, s]) => [code, s]));
			const driver = {
				name: "Reward Inspector",
				version,
				semanticVersion: version,
				rules: [...rules.keys()].map(code => ruleOf(code, severity.get(code) ?? "warning", io.locale)),
			};
			await io.out.line(`${first ? HEAD : ""}], "columnKind": "utf16CodeUnits", "tool": ${JSON.stringify({ driver })}}]}`);
		},
	};
};

const HEAD = `{"$schema": "${SCHEMA}", "version": "2.1.0", "runs": [{"results": [`;

/** A relative path as GitHub joins it with the repository's files. */
const uriOf = (file: string): string =>
	isAbsolute(file) ? pathToFileURL(file).href : file === STDIN ? "stdin" : file.replace(/\\/g, "/").replace(/^\.\//, "").split("/").map(encodeURIComponent).join("/");

const regionOf = (p: FilePlace): Region => ({ startLine: p.line, startColumn: p.column, endLine: p.endLine, endColumn: p.endColumn });

const locationOf = (file: Checked, place: FilePlace | null): Location => ({
	physicalLocation: { artifactLocation: { uri: uriOf(file.file) }, ...(place ? { region: regionOf(place) } : {}) },
});

function resultOf(file: Checked, f: FindingView, ruleIndex: number): Result {
	const row = f.row === null ? {} : { row: f.row };
	const place = f.row === null ? {} : { logicalLocations: [{ name: `rollout ${f.row}`, kind: "element" }] };
	return {
		ruleId: f.code,
		ruleIndex,
		level: LEVELS[f.severity],
		message: { text: f.message },
		locations: [{ ...locationOf(file, f.place), ...place }],
		...(f.related.length ? { relatedLocations: f.related.map((r, id) => ({ id, ...locationOf(file, r.place), message: { text: r.message } })) } : {}),
		// where in the rollout's own text, as `score` and the editor count it
		properties: {
			...row,
			...(f.span ? { span: [f.span.from, f.span.to] } : {}),
			...(f.expected === null ? {} : { expected: f.expected }),
			...(f.actual === null ? {} : { actual: f.actual }),
		},
	};
}

function ruleOf(code: string, severity: Severity, locale: Locale): ReportingDescriptor {
	const help = FINDING_HELP[code];
	const page = `docs/findings/${code}.md`;
	const address = pageAddress(code, MANIFEST);
	if (!help) return { id: code, defaultConfiguration: { level: LEVELS[severity] } };
	const [title, means, found] = [help.title, help.means, help.found].map(p => phrase(p, locale));
	return {
		id: code,
		name: title,
		shortDescription: { text: title ?? code },
		fullDescription: { text: means ?? code },
		...(address ? { helpUri: address } : {}),
		help: { text: `${means}\n\n${found}\n\n${page}`, markdown: `${means}\n\n${found}\n\n[${page}](${page})` },
		defaultConfiguration: { level: LEVELS[severity] },
	};
}
