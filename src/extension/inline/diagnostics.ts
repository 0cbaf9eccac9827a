import * as vscode from "vscode";
import type { FilePlace, FindingsView, FindingView } from "../../protocol/queries";
import { INLINE_WORDS } from "../../words/inline";
import { say } from "../../words/words";
import { locale } from "../settings";
import { MAX_DIAGNOSTICS } from "./file";

export const SOURCE = "Reward Inspector";

const SEVERITY = { error: vscode.DiagnosticSeverity.Error, warning: vscode.DiagnosticSeverity.Warning, info: vscode.DiagnosticSeverity.Information } as const;

export const rangeOf = (p: FilePlace): vscode.Range => new vscode.Range(p.line - 1, p.column - 1, p.endLine - 1, p.endColumn - 1);

/** A finding's entry, and the finding it was made of. */
export class FindingDiagnostic extends vscode.Diagnostic {
	constructor(
		readonly finding: FindingView,
		range: vscode.Range,
	) {
		super(range, finding.message, SEVERITY[finding.severity]);
		this.source = SOURCE;
	}
}

/**
 * Entries for the Problems panel, errors first. Where there are more than VS Code keeps, each code that was cut gets one
 * entry that says how many are left out.
 */
export function diagnosticsOf(uri: vscode.Uri, extension: vscode.Uri, { items, counts }: FindingsView): vscode.Diagnostic[] {
	const page = (code: string): NonNullable<vscode.Diagnostic["code"]> => ({ value: code, target: vscode.Uri.joinPath(extension, "docs", "findings", `${code}.md`) });
	const all = counts.reduce((sum, c) => sum + c.count, 0);
	const shown = items.slice(0, all > items.length || items.length > MAX_DIAGNOSTICS - counts.length ? MAX_DIAGNOSTICS - counts.length : MAX_DIAGNOSTICS);
	const told = new Map<string, { count: number; last: FindingView }>();
	const out: vscode.Diagnostic[] = shown.map(f => {
		const before = told.get(f.code);
		told.set(f.code, { count: (before?.count ?? 0) + 1, last: f });
		const d = new FindingDiagnostic(f, f.place ? rangeOf(f.place) : new vscode.Range(0, 0, 0, 0));
		d.code = page(f.code);
		d.relatedInformation = f.related.map(r => new vscode.DiagnosticRelatedInformation(new vscode.Location(uri, rangeOf(r.place)), r.message));
		return d;
	});
	for (const { code, severity, count } of counts) {
		const left = count - (told.get(code)?.count ?? 0);
		if (left <= 0) continue;
		const place = told.get(code)?.last.place;
		const d = new vscode.Diagnostic(place ? rangeOf(place) : new vscode.Range(0, 0, 0, 0), say(INLINE_WORDS, "more-of-code", locale(), { code, count: left }), SEVERITY[severity]);
		d.source = SOURCE;
		d.code = page(code);
		out.push(d);
	}
	return out;
}
