import type { Writer } from "./contract";
import { csv } from "./csv";
import { html } from "./html";
import { jsonl } from "./jsonl";
import { markdown } from "./markdown";
import { parquet } from "./parquet";
import { sft } from "./sft";

/** Every output format of `export`. */
export const WRITERS: readonly Writer[] = [jsonl, csv, parquet, html, markdown, sft];
