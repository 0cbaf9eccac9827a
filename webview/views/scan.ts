import { h } from "../dom";
import { bytes, count } from "../format";
import type { Page } from "../page";
import { locale, t } from "../say";

/** Screen readers hear of the progress at most this often, in ms. */
const SPOKEN_EVERY = 5000;

/** Progress of the scan: a thin bar, a sentence, and the same sentence now and then for screen readers. */
export function scanView({ store }: Page): HTMLElement {
	const bar = h("div", { class: "scan-bar" }, h("span", {}));
	const text = h("span", { class: "scan-text", "aria-hidden": "true" });
	const spoken = h("span", { class: "sr-only", "aria-live": "polite" });
	const element = h("div", { class: "scan" }, bar, text, spoken);
	let spokenAt = Number.NEGATIVE_INFINITY;
	let state = "";
	store.on(["file"], ({ file }) => {
		const scan = file?.scan;
		element.classList.toggle("idle", !scan || scan.state === "done");
		if (!scan) return;
		const part = scan.bytesTotal > 0 ? scan.bytesDone / scan.bytesTotal : 0;
		element.style.setProperty("--part", String(part));
		const values = { percent: Math.floor(part * 100), rows: count(scan.rows, locale()), size: bytes(scan.bytesTotal), seconds: Math.ceil(scan.secondsLeft) };
		const sentence = scan.state === "failed" ? t("scanFailed") : Number.isNaN(scan.secondsLeft) ? t("scanning", values) : t("scanningLeft", values);
		text.textContent = sentence;
		const now = performance.now();
		if (scan.state === state && now - spokenAt < SPOKEN_EVERY) return;
		if (scan.state === "done") spoken.textContent = state === "" ? "" : t("scanDone", values);
		else spoken.textContent = sentence;
		[spokenAt, state] = [now, scan.state];
	});
	return element;
}
