import { expect, test } from "vitest";
import { shellHtml } from "../../src/extension/html";
import { megabytes } from "../../src/extension/sizes";

const shell = (title: string) => shellHtml({ locale: "zh-cn", title, source: "https://files.example", script: "s.js", style: "s.css", nonce: "n0nce" });

test("scripts run by nonce only, and nothing is fetched from elsewhere", () => {
	const policy = /Content-Security-Policy" content="([^"]*)"/.exec(shell("x"))?.[1]?.replaceAll("&#39;", "'") ?? "";
	expect(policy.split("; ")).toEqual([
		"default-src 'none'",
		"script-src 'nonce-n0nce'",
		"style-src https://files.example 'unsafe-inline'",
		"font-src https://files.example",
		"img-src https://files.example data:",
	]);
});

test("a file name is text, not markup", () => {
	const html = shell(`</title><script>alert("1")</script>&'.jsonl`);
	expect(html.match(/<script/g)).toHaveLength(1);
	expect(html).toContain("&#60;/title&#62;");
});

test.each([
	[1536, "0.0 MB"],
	[5 * 1024 * 1024, "5.0 MB"],
	[52_428_801, "50 MB"],
	[3 * 1024 ** 3, "3.0 GB"],
])("%d bytes are %s", (bytes, text) => {
	expect(megabytes(bytes)).toBe(text);
});
