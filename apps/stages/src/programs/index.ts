import type { Program } from "../program.ts";
import { pi1 } from "./pi1/pi1.ts";

/** The programs of the default pipeline, by the name that a stage's command gives. */
export const PROGRAMS: ReadonlyMap<string, Program> = new Map<string, Program>([["pi1", pi1]]);
