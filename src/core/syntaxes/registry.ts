import { apertus } from "./apertus";
import { bfclXml } from "./bfclXml";
import { bracketed } from "./bracketed";
import { qwen3Coder } from "./coder";
import { cohere } from "./cohere";
import type { Syntax } from "./contract";
import { deepseek } from "./deepseek";
import { dsml } from "./dsml";
import { functionGemma } from "./functionGemma";
import { gemma4 } from "./gemma4";
import { gigachat } from "./gigachat";
import { glm } from "./glm";
import { granite } from "./granite";
import { granite20b } from "./granite20b";
import { harmony } from "./harmony";
import { hermes } from "./hermes";
import { hunyuanV3 } from "./hunyuanV3";
import { internlm } from "./internlm";
import { kimi } from "./kimi";
import { lfm2 } from "./lfm2";
import { llama3 } from "./llama3";
import { longcat } from "./longcat";
import { minicpm5 } from "./minicpm5";
import { minimaxM2 } from "./minimaxM2";
import { minimaxM3 } from "./minimaxM3";
import { mistral } from "./mistral";
import { nemotron } from "./nemotron";
import { olmo3 } from "./olmo3";
import { phi4 } from "./phi4";
import { react } from "./react";
import { searchR1 } from "./searchR1";
import { seedOss } from "./seedOss";
import { step3 } from "./step3";
import { toolCalls } from "./toolCalls";
import { xlam } from "./xlam";

/**
 * All syntaxes; `auto` tries them in this order: special tokens that no text has by chance, then the three families that share
 * `<tool_call>`, then text without marks.
 */
export const SYNTAXES: readonly Syntax[] = [
	dsml,
	deepseek,
	kimi,
	harmony,
	minimaxM3,
	minimaxM2,
	seedOss,
	longcat,
	functionGemma,
	gemma4,
	cohere,
	internlm,
	apertus,
	step3,
	lfm2,
	gigachat,
	mistral,
	nemotron,
	phi4,
	olmo3,
	granite20b,
	hunyuanV3,
	toolCalls,
	bfclXml,
	minicpm5,
	qwen3Coder,
	glm,
	granite,
	hermes,
	xlam,
	llama3,
	bracketed,
	react,
	searchR1,
];

const BY_ID: ReadonlyMap<string, Syntax> = new Map(SYNTAXES.flatMap(s => [s.id, ...s.aliases].map(id => [id, s] as const)));

/** Names are compared without case, with "-" and "." as "_": qwen3-coder is qwen3_coder. */
const plain = (id: string): string => id.toLowerCase().replace(/[-.]/g, "_");

/** The syntax of an id or of a name that vLLM or sglang serves it with; undefined when nobody calls one so. */
export const syntaxById = (id: string): Syntax | undefined => BY_ID.get(plain(id));
