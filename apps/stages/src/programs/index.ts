import type { Program } from "../program.ts";
import { ground } from "./ground/ground.ts";
import { pi1 } from "./pi1/pi1.ts";
import { tiles } from "./tiles/tiles.ts";

/** The programs of the default pipeline, by the name that a stage's command gives. */
export const PROGRAMS: ReadonlyMap<string, Program> = new Map<string, Program>([
  ["ground", ground],
  ["pi1", pi1],
  ["tiles", tiles],
]);
