import type { HelpTable } from "./words";

/** What groups, rewards and whole files show. */
export const SCREEN_HELP = {} as const satisfies HelpTable;
