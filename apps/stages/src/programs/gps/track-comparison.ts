import { antennaToImu, type SbetSolution } from "@swath/pointcloud/navigation";
import { radiiAt } from "@swath/pointcloud/coordinates";
import type { Triple } from "@swath/pointcloud/points";
import type { NavigationSolution } from "@swath/survey/readers";
import type { SolutionSink } from "./recordings.ts";
import { antennaSolution } from "./trajectory-file.ts";

/** A place of the IMU each second is enough to compare. */
const SECONDS = 1;
const NO_SOLUTION = 8;

/** Compares a post-processed trajectory with the solution that was computed in flight. */
export class TrackComparison implements SolutionSink {
  readonly #toImu: ReturnType<typeof antennaToImu>;
  /** Of the solution in flight, in the order of time. */
  readonly #places: SbetSolution[] = [];
  readonly #distances: number[] = [];
  #next = 0;
  #before: SbetSolution | undefined;

  constructor(lever: Triple) {
    this.#toImu = antennaToImu(lever);
  }

  beginRecording(): void {}

  /** Takes a solution in flight; `shift` takes its time to the first recording's week. */
  add(recorded: NavigationSolution, shift: number): void {
    const last = this.#places.at(-1)?.time ?? -Infinity;
    if (recorded.alignment >= NO_SOLUTION || recorded.time + shift < last + SECONDS) return;
    const antenna = antennaSolution(recorded, shift);
    this.#places.push({ ...antenna, ...this.#toImu(antenna) });
  }

  /** Takes a post-processed solution, in the order of time. */
  see(solution: SbetSolution): void {
    const before = this.#before;
    this.#before = solution;
    for (
      let place = this.#places[this.#next];
      place !== undefined && place.time <= solution.time;
      place = this.#places[(this.#next += 1)]
    )
      if (before !== undefined && before.time <= place.time)
        this.#distances.push(distanceBetween(place, before, solution));
  }

  /** Median distance of the two, m; null where they have no time in common. */
  median(): number | null {
    const sorted = Float64Array.from(this.#distances).toSorted();
    return sorted[sorted.length >>> 1] ?? null;
  }
}

/** Distance of a place from the one between two solutions at its time, m. */
function distanceBetween(place: SbetSolution, a: SbetSolution, b: SbetSolution): number {
  const share = a.time === b.time ? 0 : (place.time - a.time) / (b.time - a.time);
  const between = (of: (solution: SbetSolution) => number): number =>
    of(a) + share * (of(b) - of(a)) - of(place);
  const { meridian, parallel } = radiiAt(place.latitude);
  return Math.hypot(
    between(({ latitude }) => latitude) * meridian,
    between(({ longitude }) => longitude) * parallel,
    between(({ height }) => height),
  );
}
