import type { IndexFile } from "./index-file.ts";

/** A flight line in a file of points, as PI1's index has it. */
export type IndexedLine = IndexFile["files"][number]["lines"][number];

/** Finds the line of a point by its source and time. */
export class LineLookup {
  readonly #lines: readonly IndexedLine[];
  #latest = 0;

  constructor(lines: readonly IndexedLine[]) {
    this.#lines = lines;
  }

  /** Index of the point's line, −1 where no line has it. */
  of(sourceId: number, time: number): number {
    if (this.#holds(this.#latest, sourceId, time)) return this.#latest;
    const found = this.#lines.findIndex((_, at) => this.#holds(at, sourceId, time));
    if (found >= 0) this.#latest = found;
    return found;
  }

  #holds(at: number, sourceId: number, time: number): boolean {
    const line = this.#lines[at];
    if (line === undefined || line.sourceId !== sourceId) return false;
    if (line.start === null || line.end === null || Number.isNaN(time)) return true;
    return time >= line.start && time <= line.end;
  }
}
