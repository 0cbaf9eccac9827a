import type { ScanView } from "../../src/protocol/queries";
import { button } from "../controls";
import { h, icon, redraw } from "../dom";
import { bytes, count } from "../format";
import type { Page } from "../page";
import { locale, type PageCode, t } from "../say";

/** Screen readers hear of the progress at most this often, in ms. */
const SPOKEN_EVERY = 5000;

/** Progress of the scan: a thin bar, a sentence, and the same sentence now and then for screen readers. */
export function scanView({ store, actions }: Page): HTMLElement {
	const bar = h("div", { class: "scan-bar" }, h("span", {}));
	const text = h("span", { class: "scan-text", "aria-hidden": "true" });
	const spoken = h("span", { class: "sr-only", "aria-live": "polite" });
	const hold = h("div", { class: "scan-hold" });
	const element = h("div", { class: "scan" }, bar, h("div", { class: "scan-line" }, text, hold), spoken);
	let held: boolean | null = null;
	let spokenAt = Number.NEGATIVE_INFINITY;
	let state = "";
	store.on(["file"], ({ file }) => {
		const scan = file?.scan;
		element.classList.toggle("idle", !scan || scan.state === "done");
		if (!scan) return;
		const paused = scan.paused === true;
		const scored = scan.scored ?? scan.rows;
		const part = scored < scan.rows ? scored / scan.rows : scan.bytesTotal > 0 ? scan.bytesDone / scan.bytesTotal : 0;
		element.style.setProperty("--part", String(part));
		const values = {
			percent: Math.floor(part * 100),
			rows: count(scan.rows, locale()),
			scored: count(scored, locale()),
			size: bytes(scan.bytesTotal),
			seconds: Math.ceil(scan.secondsLeft),
		};
		const sentence = t(sentenceOf(scan, paused, scored), values);
		if (held !== paused) {
			held = paused;
			redraw(
				hold,
				button([icon(paused ? "next" : "pause")], () => void actions.pause(!paused), { label: t(paused ? "resume" : "pause"), look: "icon" }),
			);
		}
		text.textContent = sentence;
		const now = performance.now();
		if (scan.state === state && now - spokenAt < SPOKEN_EVERY) return;
		if (scan.state === "done") spoken.textContent = state === "" ? "" : t("scanDone", values);
		else spoken.textContent = sentence;
		[spokenAt, state] = [now, scan.state];
	});
	return element;
}

function sentenceOf(scan: ScanView, paused: boolean, scored: number): PageCode {
	if (scan.state === "failed") return "scanFailed";
	if (paused) return "scoringPaused";
	const left = !Number.isNaN(scan.secondsLeft);
	if (scored < scan.rows) return left ? "scoringLeft" : "scoring";
	return left ? "scanningLeft" : "scanning";
}
