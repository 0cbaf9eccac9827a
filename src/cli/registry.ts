import type { Command } from "./command";
import { advantages } from "./commands/advantages";
import { calls } from "./commands/calls";
import { credit } from "./commands/credit";
import { formats } from "./commands/formats";
import { groups } from "./commands/groups";
import { score } from "./commands/score";

/** Every command, in the order the help lists them; a new one is a file in commands/ and a row here. */
export const COMMANDS: readonly Command[] = [formats, score, groups, credit, calls, advantages];
