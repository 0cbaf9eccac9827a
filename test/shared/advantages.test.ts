import { existsSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { describe } from "vitest";
import { type Case, trainerTests } from "../core/estimators/trainers";

/** Advantages of the original trainers' functions on made-up and on real rewards. */
const folder = resolve(import.meta.dirname, "../../../shared/data/oracle");
const read = (file: string): readonly Case[] => (existsSync(folder) ? (JSON.parse(readFileSync(resolve(folder, file), "utf8")) as { cases: Case[] }).cases : []);

describe.skipIf(!existsSync(folder))("advantages of the original functions", () => trainerTests([...read("advantages.json"), ...read("advantages_real.json")]));
