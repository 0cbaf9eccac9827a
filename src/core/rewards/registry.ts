import { acebench } from "./acebench";
import { bfcl } from "./bfcl";
import type { Reward } from "./contract";
import { hierr } from "./hierr";
import { layered } from "./layered";
import { otc } from "./otc";
import { partialCredit } from "./partialCredit";
import { recorded } from "./recorded";
import { rltr } from "./rltr";
import { sdpo } from "./sdpo";
import { simrl } from "./simrl";
import { tau2 } from "./tau2";
import { toolpo } from "./toolpo";
import { toolrl } from "./toolrl";
import { toolstar } from "./toolstar";
import { toucan } from "./toucan";

/** Every reward, in the order in which pickers and lists show them. */
export const REWARDS: readonly Reward[] = [layered, partialCredit, hierr, recorded, simrl, toolrl, toolpo, rltr, otc, toolstar, sdpo, bfcl, acebench, tau2, toucan];

/** The reward of an id; undefined when there is none. */
export const rewardById = (id: string): Reward | undefined => REWARDS.find(r => r.id === id);
