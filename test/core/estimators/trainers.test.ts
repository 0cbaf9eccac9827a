import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { describe } from "vitest";
import { type Case, trainerTests } from "./trainers";

const { cases } = JSON.parse(readFileSync(resolve(import.meta.dirname, "../../reference/trainers.json"), "utf8")) as { cases: Case[] };
describe("advantages of the trainers' own functions: several rewards, tokens, and rewards of real files", () => trainerTests(cases));
