/** Finds a Chromium to drive, or installs Debian's when this is root. */
import { existsSync } from "node:fs";
import { commandWorks, run, say, which } from "./shell.mjs";

const NAMES = ["chromium", "chromium-browser", "google-chrome-stable", "google-chrome", "microsoft-edge"];
const MAC = ["/Applications/Google Chrome.app/Contents/MacOS/Google Chrome", "/Applications/Chromium.app/Contents/MacOS/Chromium"];

/** Path of a Chromium: $CHROMIUM, the PATH, the usual Mac folders; null when there is none. */
export const findChromium = () => process.env.CHROMIUM || NAMES.map(which).find(Boolean) || MAC.find(p => existsSync(p)) || null;

const hasChineseFont = () => commandWorks("sh", ["-c", "fc-list :lang=zh | grep -q ."]);

/** A Chromium and a Chinese font (screenshots, width tests). Throws a sentence that says what to do when they cannot be had. */
export async function ensureChromium() {
	const missing = [...(findChromium() ? [] : ["chromium", "fonts-dejavu-core"]), ...(process.platform === "linux" && !hasChineseFont() ? ["fontconfig", "fonts-noto-cjk"] : [])];
	if (missing.length && process.platform === "linux" && process.getuid?.() === 0 && which("apt-get")) {
		say(`apt-get install ${missing.join(" ")} …`);
		const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
		await run("apt-get", ["update", "-qq"], { env, quiet: true });
		await run("apt-get", ["install", "-y", "--no-install-recommends", ...missing], { env, quiet: true });
	}
	const found = findChromium();
	if (!found) throw new Error("No Chromium found. Install one (Debian: sudo apt-get install chromium fonts-noto-cjk) or name it in $CHROMIUM.");
	return found;
}
