import type { Place, Step } from "./geodesic-steps.ts";
import { longitudeBetween } from "./local-plane.ts";

/** Side of a cell, degrees: some steps are no longer than it. */
const CELL = 0.02;
const COLUMNS = Math.round(360 / CELL);

/** Flown steps by the cells that they pass. */
export class FlownGrid {
  readonly #cells = new Map<number, Step[]>();

  constructor(lines: readonly (readonly Step[])[]) {
    for (const steps of lines)
      for (const step of steps)
        for (const cell of cellsOf(step, 0)) {
          const there = this.#cells.get(cell);
          if (there === undefined) this.#cells.set(cell, [step]);
          else there.push(step);
        }
  }

  /** The steps that may be within so many degrees of a step, each once. */
  near(step: Step, degrees: number): ReadonlySet<Step> {
    const found = new Set<Step>();
    for (const cell of cellsOf(step, degrees))
      for (const other of this.#cells.get(cell) ?? []) found.add(other);
    return found;
  }
}

/** The numbers of the cells of a step's box, widened by so many degrees; columns go round the earth. */
function* cellsOf({ from, to }: { readonly from: Place; readonly to: Place }, margin: number) {
  const width = longitudeBetween(from[0], to[0]);
  const stretch = 1 / Math.max(Math.cos((from[1] * Math.PI) / 180), 0.01);
  const west = from[0] + Math.min(width, 0) - margin * stretch;
  const east = from[0] + Math.max(width, 0) + margin * stretch;
  const [south, north] = [Math.min(from[1], to[1]) - margin, Math.max(from[1], to[1]) + margin];
  for (let row = Math.floor(south / CELL); row <= Math.floor(north / CELL); row += 1)
    for (let column = Math.floor(west / CELL); column <= Math.floor(east / CELL); column += 1)
      yield row * COLUMNS + (((column % COLUMNS) + COLUMNS) % COLUMNS);
}
