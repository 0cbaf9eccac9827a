import type { Reward } from "./contract";
import { hierr } from "./hierr";
import { layered } from "./layered";
import { partialCredit } from "./partialCredit";
import { recorded } from "./recorded";

/** Every reward, in the order in which pickers and lists show them. */
export const REWARDS: readonly Reward[] = [layered, partialCredit, hierr, recorded];

/** The reward of an id; undefined when there is none. */
export const rewardById = (id: string): Reward | undefined => REWARDS.find(r => r.id === id);
