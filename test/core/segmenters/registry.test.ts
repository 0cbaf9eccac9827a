import { expect, test } from "vitest";
import { SEGMENT_KINDS } from "../../../src/core/model/segment";
import { SEGMENTERS, segmenterById } from "../../../src/core/segmenters/registry";
import { SEGMENT_KIND_WORDS, SEGMENTER_TITLES } from "../../../src/words/segmenters";
import { answer } from "./rollouts";

test("segmenters are found by id, an unknown id chooses by content, and all have words", () => {
	const ids = SEGMENTERS.map(s => s.id);
	expect(new Set(ids).size).toBe(ids.length);
	for (const id of ids) expect(segmenterById(id, answer("a")).id).toBe(id);
	expect(segmenterById("nope", answer("a")).id).toBe("tags");
	expect(Object.keys(SEGMENTER_TITLES).sort()).toEqual(["auto", ...ids].sort());
	expect(Object.keys(SEGMENT_KIND_WORDS)).toEqual([...SEGMENT_KINDS]);
});
