import type { IndexFile } from "./index-file.ts";

/** A flight line in a file of points, as PI1's index has it. */
export type IndexedLine = IndexFile["files"][number]["lines"][number];

interface TimedLine {
  readonly at: number;
  readonly start: number;
  readonly end: number;
}

/** Finds the line of a point by its source and time. */
export class LineLookup {
  /** Lines by source, in the order of their times: they do not overlap. */
  readonly #timed = new Map<number, TimedLine[]>();
  /** Lines without times, one for each source at most. */
  readonly #untimed = new Map<number, number>();
  #source = Number.NaN;
  #latest: TimedLine = { at: -1, start: Infinity, end: -Infinity };

  constructor(lines: readonly IndexedLine[]) {
    for (const [at, { sourceId, start, end }] of lines.entries()) {
      if (start === null || end === null) {
        this.#untimed.set(sourceId, at);
        continue;
      }
      const of = this.#timed.get(sourceId) ?? [];
      this.#timed.set(sourceId, of);
      of.push({ at, start, end });
    }
    for (const of of this.#timed.values()) of.sort((one, other) => one.start - other.start);
  }

  /** Index of the point's line, −1 where no line has it. */
  of(sourceId: number, time: number): number {
    if (sourceId === this.#source && time >= this.#latest.start && time <= this.#latest.end)
      return this.#latest.at;
    const line = lineAt(this.#timed.get(sourceId), time);
    if (line === undefined) return this.#untimed.get(sourceId) ?? -1;
    [this.#source, this.#latest] = [sourceId, line];
    return line.at;
  }
}

/** The line that goes on at an instant. */
function lineAt(lines: readonly TimedLine[] | undefined, time: number): TimedLine | undefined {
  if (lines === undefined) return undefined;
  let [low, high] = [0, lines.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (lines[middle]!.start <= time) low = middle + 1;
    else high = middle;
  }
  const line = lines[low - 1];
  return line !== undefined && time <= line.end ? line : undefined;
}
