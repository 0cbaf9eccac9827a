import type { Scan } from "../scan";
import { partAt, type RunPart } from "../source";

/** Groups of a run whose members come from several folders. */
export interface Pooled {
	readonly groups: number;
	/** One file of each folder, as it is shown. */
	readonly files: readonly string[];
}

const folderOf = ({ unit }: RunPart): string => unit.split("/").slice(0, -1).join("/");

/**
 * Files of different folders that claim the same step share groups. Ranks and shards do not count as folders, nor do attempts at a
 * benchmark, which belong together; else it may well be two experiments, or an older dump beside the new one. Null = none.
 */
export function pooled(scan: Scan, parts: readonly RunPart[] | undefined): Pooled | null {
	if (!parts || new Set(parts.map(folderOf)).size < 2 || scan.state !== "done") return null;
	// the file card is asked for at every change of the setup, and none of those moves a row
	const known = KNOWN.get(scan);
	if (known && known.parts === parts && known.rows === scan.rows && known.renumbered === scan.renumbered) return known.found;
	const found = look(scan, parts);
	KNOWN.set(scan, { parts, rows: scan.rows, renumbered: scan.renumbered, found });
	return found;
}

const KNOWN = new WeakMap<Scan, { readonly parts: readonly RunPart[]; readonly rows: number; readonly renumbered: number; readonly found: Pooled | null }>();

function look(scan: Scan, parts: readonly RunPart[]): Pooled | null {
	const { offset } = scan.ledger;
	const files = new Map<string, string>();
	let groups = 0;
	for (let g = 0; g < scan.groups.count; g++) {
		const found = new Map<string, string>();
		for (const row of scan.groups.membersOf(g)) {
			const part = parts[partAt(parts, offset.get(row))];
			if (part && !found.has(folderOf(part))) found.set(folderOf(part), part.name);
		}
		if (found.size < 2) continue;
		groups++;
		for (const [folder, name] of found) if (!files.has(folder)) files.set(folder, name);
	}
	return groups ? { groups, files: [...files.values()] } : null;
}

const NAMED = 4;

/** Values of the sentence "pooled-folders". */
export const pooledValues = ({ groups, files }: Pooled): { readonly count: number; readonly files: string } => ({
	count: groups,
	files: files.slice(0, NAMED).join(", ") + (files.length > NAMED ? " …" : ""),
});
