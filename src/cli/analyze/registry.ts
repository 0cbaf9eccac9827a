import type { Topic } from "./contract";
import { curriculum } from "./curriculum";
import { distillation } from "./distillation";
import { filters } from "./filters";
import { hacking } from "./hacking";
import { leakage } from "./leakage";
import { redundancy } from "./redundancy";
import { sparsity } from "./sparsity";
import { weights } from "./weights";
import { whatif } from "./whatif";

/** Every topic of `analyze`, in the order `--list` shows them. */
export const TOPICS: readonly Topic[] = [sparsity, weights, whatif, curriculum, leakage, filters, redundancy, hacking, distillation];
