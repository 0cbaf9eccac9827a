/** What the figures are measured on: the product's own code, bundled as it is for its doors. */
export { DEFAULT_RECIPE } from "../src/core/model/recipe";
export { estimatorById } from "../src/core/estimators/registry";
export { DEFAULT_ESTIMATOR_OPTIONS } from "../src/core/estimators/contract";
export { importerById } from "../src/core/importers/registry";
export { INDEX_CHUNK, Indexer } from "../src/session/indexer";
export { openFile } from "../src/session/opened";
export { readPlace, readRecord } from "../src/session/records";
export { Rows } from "../src/session/rows";
export { Session } from "../src/session/session";
export { PathSource } from "../src/session/source";
export { serveScorer } from "../src/session/scorer";
