/** Draws media/icon.png from media/icon.svg; run by hand when the drawing changes. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { chromium } from "playwright-core";
import { ensureChromium } from "./tools/chromium.mjs";
import { root } from "./tools/shell.mjs";

const browser = await chromium.launch({ executablePath: await ensureChromium(), args: ["--no-sandbox"] });
const page = await browser.newPage({ viewport: { width: 128, height: 128 } });
await page.setContent(`<body style="margin:0">${readFileSync(join(root, "media/icon.svg"), "utf8")}</body>`);
await page.screenshot({ path: join(root, "media/icon.png"), omitBackground: true });
await browser.close();
