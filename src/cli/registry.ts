import type { Command } from "./command";
import { advantages } from "./commands/advantages";
import { analyze } from "./commands/analyze";
import { auditCommand } from "./commands/audit";
import { calls } from "./commands/calls";
import { check } from "./commands/check";
import { credit } from "./commands/credit";
import { evaluate } from "./commands/evaluate";
import { exportCommand } from "./commands/export";
import { formats } from "./commands/formats";
import { groups } from "./commands/groups";
import { judgeCommand } from "./commands/judge";
import { score } from "./commands/score";
import { simulate } from "./commands/simulate";

/** Every command, in the order the help lists them; a new one is a file in commands/ and a row here. */
export const COMMANDS: readonly Command[] = [formats, score, check, groups, credit, calls, advantages, auditCommand, exportCommand, evaluate, analyze, judgeCommand, simulate];
