import { acebench } from "./acebench";
import { bfcl } from "./bfcl";
import type { Benchmark } from "./contract";
import { tau2, toucan } from "./transcripts";

export const BENCHMARKS: readonly Benchmark[] = [bfcl, acebench, tau2, toucan];
