import { readFileSync } from "node:fs";
import { z } from "zod";
import type { Truth } from "./truth-file.ts";

/** What ICP1 and ICP2 write: m. */
const pairsSchema = z.array(
  z.object({
    a: z.unknown(),
    b: z.unknown(),
    cells: z.number(),
    median: z.number(),
    rms: z.number(),
  }),
);
const shiftsSchema = z.array(z.object({ line: z.unknown(), dz: z.number() }));

export interface PairFigures {
  readonly pairs: number;
  readonly worstMedian: number;
  readonly worstRms: number;
  /** Over all pairs, each by its cells. */
  readonly rms: number;
}

export function comparePairs(path: string): PairFigures {
  const pairs = pairsSchema.parse(JSON.parse(readFileSync(path, "utf8")));
  const cells = pairs.reduce((sum, pair) => sum + pair.cells, 0);
  const squares = pairs.reduce((sum, { rms, cells: of }) => sum + rms * rms * of, 0);
  return {
    pairs: pairs.length,
    worstMedian: Math.max(0, ...pairs.map(({ median }) => Math.abs(median))),
    worstRms: Math.max(0, ...pairs.map(({ rms }) => rms)),
    rms: cells === 0 ? 0 : Math.sqrt(squares / cells),
  };
}

export interface ShiftFigures {
  readonly lines: number;
  /** The largest shift from the lines' median … */
  readonly largest: number;
  /** … and how far it is from undoing the height jump that the truth planted. */
  readonly heightJumpError: number | null;
}

export function compareShifts({ planted }: Truth, path: string): ShiftFigures {
  const shifts = shiftsSchema.parse(JSON.parse(readFileSync(path, "utf8"))).map(({ dz }) => dz);
  const middle = shifts.toSorted((a, b) => a - b)[Math.floor(shifts.length / 2)] ?? 0;
  const apart = shifts.map((dz) => dz - middle);
  const largest = apart.toSorted((a, b) => Math.abs(b) - Math.abs(a))[0] ?? 0;
  const jump = planted["height-jump"];
  return {
    lines: shifts.length,
    largest,
    heightJumpError: jump === undefined ? null : largest + jump,
  };
}
