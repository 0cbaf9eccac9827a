import { scaleOf, tone } from "../../core/credit/tone";
import type { ExportRow } from "../../session/exportRows";
import { nameOf } from "../rows";
import { figure } from "../table";
import type { ExportSetup, Writer } from "./contract";
import { factsOf, groupTable, heading, type ReportTable, rolloutTable, type Text, textFor } from "./tables";

/** Rollouts drawn token by token, and characters of each, at most: the report stays a page. */
const DRAWN = 24;
const CHARACTERS = 20_000;

const ENTITIES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
const escaped = (text: string): string => text.replace(/[&<>"]/g, c => ENTITIES[c] ?? c);

const drawn = ({ titles, left, rows }: ReportTable): string => {
	const cells = (tag: "th" | "td", row: readonly string[]): string =>
		`<tr>${row.map((c, i) => `<${tag}${tag === "th" ? ' scope="col"' : ""}${i < left ? "" : ' class="n"'}>${escaped(c)}</${tag}>`).join("")}</tr>`;
	return `<table><thead>${cells("th", titles)}</thead><tbody>${rows.map(r => cells("td", r)).join("\n")}</tbody></table>\n`;
};

/** Text whose neighbouring tokens of one credit are one stretch; what no loss reaches is pale. */
function heatmap({ response, prompt, credit }: ExportRow, scale: number): string {
	const { from, to, advantages } = credit;
	const text = response.slice(0, CHARACTERS);
	if (!from || !to) return `<pre>${escaped(text)}</pre>`;
	const parts: string[] = [];
	let at = 0;
	const stretch = (end: number, value: number): void => {
		if (end <= at) return;
		const shown = escaped(text.slice(at, end));
		const strength = Math.round(Math.abs(tone(value, scale)) * 100);
		if (Number.isNaN(value)) parts.push(`<i>${shown}</i>`);
		else parts.push(`<b class="${value > 0 ? "up" : value < 0 ? "down" : ""}" style="--s:${strength}%" title="${figure(value, { signed: true })}">${shown}</b>`);
		at = end;
	};
	for (let t = 0; t < from.length && at < text.length; t++) {
		const [begin, value] = [Math.max(0, (from[t] as number) - prompt.length), advantages[t] as number];
		let last = t;
		while (last + 1 < from.length && Object.is(advantages[last + 1], value) && (from[last + 1] as number) <= (to[last] as number)) last++;
		stretch(Math.min(begin, text.length), Number.NaN);
		stretch(Math.min((to[last] as number) - prompt.length, text.length), value);
		t = last;
	}
	stretch(text.length, Number.NaN);
	return `<pre>${parts.join("")}${text.length < response.length ? " …" : ""}</pre>`;
}

const STYLE = `:root{color-scheme:light dark;--up:#145ae6;--down:#be4e00}
body{font:15px/1.5 system-ui,sans-serif;margin:2rem auto;max-width:75rem;padding:0 1rem;background:Canvas;color:CanvasText}
table{border-collapse:collapse;margin:1rem 0;font-size:13px}th,td{padding:.2rem .6rem;border-bottom:1px solid color-mix(in srgb,CanvasText 20%,Canvas);text-align:left;vertical-align:top}
.n{text-align:right;font-variant-numeric:tabular-nums}
pre{white-space:pre-wrap;overflow-wrap:anywhere;padding:.8rem;border:1px solid color-mix(in srgb,CanvasText 20%,Canvas)}
pre b{font-weight:400}.up{background:color-mix(in srgb,var(--up) calc(var(--s)*.55),Canvas)}.down{background:color-mix(in srgb,var(--down) calc(var(--s)*.55),Canvas)}
pre i{font-style:normal;color:color-mix(in srgb,CanvasText 65%,Canvas)}`;

/** One page for all files: what stands before the first of them. */
function headOf(setup: ExportSetup, text: Text): string {
	const { io, files, file } = setup;
	const title = escaped(text("title", { file: (files.length > 1 ? files : [file]).map(f => nameOf(io, f)).join(", ") }));
	return `<!doctype html>
<html lang="${io.locale}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${title}</title><style>${STYLE}</style></head><body><main>
`;
}

/** A page that stands alone: no script, nothing loaded from anywhere. Several files are its parts. */
export const html: Writer = {
	id: "html",
	write: async (setup, rows, to) => {
		const text = textFor(setup);
		const all: ExportRow[] = [];
		const values: number[] = [];
		for await (const row of rows) {
			// what is not drawn is not kept
			all.push(all.length < DRAWN ? row : { ...row, prompt: "", response: "", credit: { ...row.credit, from: null, to: null } });
			if (!Number.isNaN(row.advantage)) values.push(row.advantage);
			if (row.lanes) values.push(...[row.lanes.tool, row.lanes.summary].filter(v => !Number.isNaN(v)));
		}
		const scale = scaleOf(values);
		const groups = groupTable(setup, text);
		const shown = all.slice(0, DRAWN);
		if (setup.first) await to.text(headOf(setup, text));
		await to.text(`<h1>${escaped(heading(setup, text))}</h1><p>${escaped(factsOf(setup, text))}</p>
${groups.rows.length ? `<h2>${text("groups")}</h2>\n${drawn(groups)}` : ""}
<h2>${text("rollouts")}</h2>
${drawn(rolloutTable(all, text))}
<h2>${text("credit")}</h2><p>${escaped(text("credit-note", { count: shown.length, all: all.length }))}</p>
`);
		for (const row of shown)
			await to.text(`<h3>${escaped([`${text("column:row")} ${row.row}`, row.group, row.id].filter(v => v !== null).join(" · "))}</h3>\n${heatmap(row, scale)}\n`);
	},
	end: "</main></body></html>\n",
};
