import { expect, test } from "vitest";
import { pageAddress } from "../../src/cli/reports/sarif";

test.each([
	["https://example.org/a/b", "https://example.org/a/b/blob/main/docs/findings/E01.md"],
	["git+https://example.org/a/b.git", "https://example.org/a/b/blob/main/docs/findings/E01.md"],
	["git@example.org:a/b.git", null],
	["", null],
	[undefined, null],
])("repository %s", (url, address) => {
	expect(pageAddress("E01", url === undefined ? {} : { repository: { url } })).toBe(address);
	expect(pageAddress("E01", url === undefined ? {} : { repository: url })).toBe(address);
});
