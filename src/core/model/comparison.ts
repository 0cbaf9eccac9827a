/** How an advantage differs from another: its sign turns, it comes or goes, or only its size changes. */
export type ChangeKind = "flip" | "appears" | "vanishes" | "grows" | "shrinks";
