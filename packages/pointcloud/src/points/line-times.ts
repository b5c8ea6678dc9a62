import type { PointBlock } from "./point-block.ts";

/** Points of one source in one second: how many, when, and the sums of their places. */
export interface SecondTally {
  count: number;
  start: number;
  end: number;
  x: number;
  y: number;
  z: number;
  /** The same of points near the nadir. */
  nearCount: number;
  nearX: number;
  nearY: number;
  nearZ: number;
}

/** Scan angles up to this, degrees, count as near the nadir. */
const NEAR_NADIR = 2;
/** A flight lasts hours; damaged times could fill any memory. */
const MAX_SECONDS = 200_000;

/** When each source of a file (point source id) has points, second by second, and where. */
export class LineTimes {
  readonly sources = new Map<number, Map<number, SecondTally>>();
  /** Points by source that have no time, or 0. */
  readonly untimed = new Map<number, number>();
  #seconds = 0;
  #source = -1;
  #second = Number.NaN;
  #latest: SecondTally = newTally(Number.NaN);

  /** Adds a block; places are in the units of its file. */
  add({ count, x, y, z, sourceId, gpsTime, scanAngle }: PointBlock): void {
    for (let point = 0; point < count; point += 1) {
      const time = gpsTime[point]!;
      const tally = this.#tallyOf(sourceId[point]!, time);
      if (tally === undefined) continue;
      tally.count += 1;
      if (time < tally.start) tally.start = time;
      if (time > tally.end) tally.end = time;
      tally.x += x[point]!;
      tally.y += y[point]!;
      tally.z += z[point]!;
      if (Math.abs(scanAngle[point]!) > NEAR_NADIR) continue;
      tally.nearCount += 1;
      tally.nearX += x[point]!;
      tally.nearY += y[point]!;
      tally.nearZ += z[point]!;
    }
  }

  #tallyOf(source: number, time: number): SecondTally | undefined {
    const second = Math.floor(time);
    if (second === this.#second && source === this.#source) return this.#latest;
    const seconds = this.sources.get(source) ?? new Map<number, SecondTally>();
    let tally = seconds.get(second);
    if (tally === undefined) {
      if (!Number.isFinite(time) || time === 0 || this.#seconds >= MAX_SECONDS) {
        this.untimed.set(source, (this.untimed.get(source) ?? 0) + 1);
        return undefined;
      }
      tally = newTally(time);
      this.#seconds += 1;
      this.sources.set(source, seconds.set(second, tally));
    }
    [this.#source, this.#second, this.#latest] = [source, second, tally];
    return tally;
  }
}

const newTally = (time: number): SecondTally => ({
  count: 0,
  start: time,
  end: time,
  x: 0,
  y: 0,
  z: 0,
  nearCount: 0,
  nearX: 0,
  nearY: 0,
  nearZ: 0,
});
