import { acebench } from "./acebench";
import { agentLightning } from "./agentLightning";
import { anthropic } from "./anthropic";
import { areal } from "./areal";
import { art } from "./art";
import { atif } from "./atif";
import { atropos } from "./atropos";
import { bfcl } from "./bfcl";
import type { Importer } from "./contract";
import { genericText } from "./genericText";
import { inspect } from "./inspect";
import { messages } from "./messages";
import { miles } from "./miles";
import { msSwift } from "./msSwift";
import { nemoGym } from "./nemoGym";
import { nemoRl } from "./nemoRl";
import { primeTokenExport } from "./primeTokenExport";
import { responses } from "./responses";
import { rllm } from "./rllm";
import { roll } from "./roll";
import { sharegpt } from "./sharegpt";
import { skyrl } from "./skyrl";
import { slime } from "./slime";
import { tau } from "./tau";
import { tau2 } from "./tau2";
import { tinker } from "./tinker";
import { toolbench } from "./toolbench";
import { toucan } from "./toucan";
import { trl } from "./trl";
import { verifiers } from "./verifiers";
import { verl } from "./verl";
import { verlData } from "./verlData";
import { wandbTable } from "./wandbTable";
import { xlam } from "./xlam";

/** All formats, strongest rule first: the first that says yes wins (FORMATS §9). The last one is the fallback. */
export const IMPORTERS: readonly Importer[] = [
	inspect,
	wandbTable,
	tau2,
	tau,
	atif,
	rllm,
	art,
	verifiers,
	primeTokenExport,
	atropos,
	nemoGym,
	nemoRl,
	roll,
	msSwift,
	skyrl,
	areal,
	tinker,
	miles,
	verl,
	slime,
	agentLightning,
	trl,
	acebench,
	bfcl,
	verlData,
	xlam,
	toucan,
	sharegpt,
	toolbench,
	responses,
	anthropic,
	messages,
	genericText,
];

export const importerById = (id: string): Importer | null => IMPORTERS.find(i => i.id === id) ?? null;
