import type { Lane, SegmentKind } from "../src/core/model/segment";
import { PAGE_WORDS } from "../src/words/editor";
import { LANE_WORDS, SEGMENT_KIND_WORDS } from "../src/words/segmenters";
import { type Locale, localeOf, phrase, type Values } from "../src/words/words";

export type PageCode = keyof typeof PAGE_WORDS;

let current: Locale = "en";

/** The page speaks one language for its whole life; set before anything is built. */
export function speak(name: string): Locale {
	current = localeOf(name);
	return current;
}
export const locale = (): Locale => current;

/** A sentence of the page in its language. */
export const t = (code: PageCode, values?: Values): string => phrase(PAGE_WORDS[code], current, values);

/** A line, in a run with its file. */
export const placeName = (file: string | undefined, line: number): string => (file === undefined ? t("lineName", { line }) : t("fileLineName", { file, line }));

export const kindName = (kind: SegmentKind): string => phrase(SEGMENT_KIND_WORDS[kind], current);
export const laneName = (lane: Lane): string => phrase(LANE_WORDS[lane], current);
