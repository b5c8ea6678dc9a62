import { radiiAt } from "../coordinates/index.ts";
import type { SbetSolution } from "./trajectory.ts";

/** A stretch of time without solutions; s of the GPS week. */
export interface TrajectoryGap {
  readonly start: number;
  readonly end: number;
}

/** What is known of the quality of a trajectory. */
export interface TrajectoryReport {
  readonly solutions: number;
  readonly start: number;
  readonly end: number;
  /** Usual time between two solutions, s. */
  readonly interval: number;
  readonly gaps: readonly TrajectoryGap[];
  /** Within a recording: between two of them the computer was off. */
  readonly longestGap: number;
  /** Share of solutions in full navigation or fine alignment (status 0 or 1). */
  readonly navigating: number;
  readonly fastest: number;
  readonly steepestBank: number;
  /** Solutions faster than an aircraft, or farther from the one before than the speed explains. */
  readonly speedOutliers: number;
  /** Solutions banked or pitched further than an aircraft on survey. */
  readonly bankOutliers: number;
}

const FINE_ALIGNMENT = 1;
const FASTEST = 150;
const STEEPEST_BANK = Math.PI / 3;
const STEEPEST_PITCH = Math.PI / 4;
/** What noise and the rounding of velocities may add to the way between two solutions, m. */
const SLACK = 1;
/** An interval longer than this, which no point is interpolated over, or than 2.5 usual ones is a gap. */
const GAP = 0.2;
const USUAL = 2.5;

/** Gathers the report while solutions come, in the order of time. */
export class TrajectoryObserver {
  #times = new Float64Array(4_096);
  #count = 0;
  #navigating = 0;
  #fastest = 0;
  #steepest = 0;
  #speedOutliers = 0;
  #bankOutliers = 0;
  #before: SbetSolution | undefined;
  /** Times of the last solutions of recordings. */
  readonly #ends = new Set<number>();

  /** Says that the solutions to come are of another recording. */
  beginRecording(): void {
    if (this.#before !== undefined) this.#ends.add(this.#before.time);
  }

  add(solution: SbetSolution, alignment: number): void {
    const speed = Math.hypot(...solution.velocity);
    const bank = Math.abs(solution.roll);
    if (alignment <= FINE_ALIGNMENT) this.#navigating += 1;
    this.#fastest = Math.max(this.#fastest, speed);
    this.#steepest = Math.max(this.#steepest, bank);
    if (speed > FASTEST || this.#jumps(solution, speed)) this.#speedOutliers += 1;
    if (bank > STEEPEST_BANK || Math.abs(solution.pitch) > STEEPEST_PITCH) this.#bankOutliers += 1;
    this.#keepTime(solution.time);
    this.#before = solution;
  }

  #jumps(solution: SbetSolution, speed: number): boolean {
    const before = this.#before;
    if (before === undefined) return false;
    const { meridian, parallel } = radiiAt(solution.latitude);
    const way = Math.hypot(
      (solution.latitude - before.latitude) * meridian,
      (solution.longitude - before.longitude) * parallel,
      solution.height - before.height,
    );
    const explained = Math.max(speed, Math.hypot(...before.velocity));
    return way > SLACK + 1.2 * explained * (solution.time - before.time);
  }

  #keepTime(time: number): void {
    if (this.#count === this.#times.length) {
      const longer = new Float64Array(this.#count * 2);
      longer.set(this.#times);
      this.#times = longer;
    }
    this.#times[this.#count++] = time;
  }

  /** Undefined where there were no solutions. */
  report(): TrajectoryReport | undefined {
    if (this.#count === 0) return undefined;
    const times = this.#times.subarray(0, this.#count);
    const interval = usualInterval(times);
    const gaps = gapsOf(times, Math.max(GAP, USUAL * interval));
    const inner = gaps.filter(({ start }) => !this.#ends.has(start));
    return {
      solutions: this.#count,
      start: times[0]!,
      end: times.at(-1)!,
      interval,
      gaps,
      longestGap: Math.max(0, ...inner.map(({ start, end }) => end - start)),
      navigating: this.#navigating / this.#count,
      fastest: this.#fastest,
      steepestBank: this.#steepest,
      speedOutliers: this.#speedOutliers,
      bankOutliers: this.#bankOutliers,
    };
  }
}

function usualInterval(times: Float64Array): number {
  const intervals = new Float64Array(Math.max(0, times.length - 1));
  for (let i = 0; i < intervals.length; i++) intervals[i] = times[i + 1]! - times[i]!;
  return intervals.toSorted()[intervals.length >>> 1] ?? 0;
}

/** Gaps of a report are bounded: a recording in shreds has more than anyone reads. */
const MOST_GAPS = 10_000;

function gapsOf(times: Float64Array, longerThan: number): TrajectoryGap[] {
  const gaps: TrajectoryGap[] = [];
  for (let i = 1; i < times.length && gaps.length < MOST_GAPS; i++)
    if (times[i]! - times[i - 1]! > longerThan) gaps.push({ start: times[i - 1]!, end: times[i]! });
  return gaps;
}
