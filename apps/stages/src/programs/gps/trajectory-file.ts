import { type Triple } from "@swath/pointcloud/points";
import { closeSync, openSync, renameSync, rmSync, writeSync } from "node:fs";
import { join } from "node:path";
import {
  antennaToImu,
  SBET_BYTES,
  type SbetSolution,
  TrajectoryObserver,
  type TrajectoryReport,
  writeSbetSolution,
} from "@swath/pointcloud/navigation";
import type { NavigationSolution } from "@swath/survey/readers";
import { WEEK_SECONDS } from "@swath/survey/gps-time";

const BUFFERED = 8_192;
const DEGREE = Math.PI / 180;
const NO_SOLUTION = 8;
/** One place a second is enough to draw. */
const DRAWN_SECONDS = 1;

/** Solutions that are not in the trajectory, by the reason. */
export interface LeftOut {
  /** Alignment status 8. */
  noSolution: number;
  /** Values that no place or attitude has. */
  implausible: number;
  /** At or before the time of the one before. */
  outOfOrder: number;
  /** Outside of the times that custom processing chose. */
  notChosen: number;
}

/** A place of the drawn track: longitude, latitude (degrees), height (m), speed (m/s), time (s). */
export type TrackPlace = readonly [
  longitude: number,
  latitude: number,
  height: number,
  speed: number,
  time: number,
];

/** What custom processing chose: seconds of the GPS week. */
export interface ChosenTimes {
  readonly start?: number | undefined;
  readonly end?: number | undefined;
}

/**
 * Writes `trajectory.sbet` while solutions come, and gathers figures for the report and pictures.
 */
export class TrajectoryFile {
  readonly leftOut: LeftOut = { noSolution: 0, implausible: 0, outOfOrder: 0, notChosen: 0 };
  readonly track: TrackPlace[] = [];
  readonly #path: string;
  readonly #file: number;
  readonly #view = new DataView(new ArrayBuffer(BUFFERED * SBET_BYTES));
  readonly #observer = new TrajectoryObserver();
  readonly #toImu: ReturnType<typeof antennaToImu>;
  readonly #times: ChosenTimes;
  #buffered = 0;
  #last = -Infinity;

  constructor(out: string, lever: Triple, times: ChosenTimes) {
    this.#path = join(out, "trajectory.sbet");
    this.#file = openSync(`${this.#path}.partial`, "w");
    this.#toImu = antennaToImu(lever);
    this.#times = times;
  }

  /** Says that the solutions to come are of another recording. */
  beginRecording(): void {
    this.#observer.beginRecording();
  }

  /** Takes a solution of the antenna; `shift` takes its time to the first recording's week. */
  add(recorded: NavigationSolution, shift: number): void {
    const antenna = antennaSolution(recorded, shift);
    if (recorded.alignment >= NO_SOLUTION) this.leftOut.noSolution += 1;
    else if (!isPlausible(antenna)) this.leftOut.implausible += 1;
    else this.addImu({ ...antenna, ...this.#toImu(antenna) }, recorded.alignment);
  }

  /** Takes a solution of the IMU itself, and whether it is aligned (0 full navigation, 1 fine alignment). */
  addImu(solution: SbetSolution, alignment = 0): void {
    const reason = this.#reasonAgainst(solution);
    if (reason !== undefined) {
      this.leftOut[reason] += 1;
      return;
    }
    this.#last = solution.time;
    this.#observer.add(solution, alignment);
    this.#draw(solution);
    writeSbetSolution(this.#view, this.#buffered * SBET_BYTES, solution);
    this.#buffered += 1;
    if (this.#buffered === BUFFERED) this.#flush();
  }

  #reasonAgainst(solution: SbetSolution): keyof LeftOut | undefined {
    if (!isPlausible(solution)) return "implausible";
    const { time } = solution;
    const { start = -Infinity, end = Infinity } = this.#times;
    const second = ((time % WEEK_SECONDS) + WEEK_SECONDS) % WEEK_SECONDS;
    if (second < start || second > end) return "notChosen";
    return time > this.#last ? undefined : "outOfOrder";
  }

  #draw({ time, longitude, latitude, height, velocity }: SbetSolution): void {
    if (time - (this.track.at(-1)?.[4] ?? -Infinity) < DRAWN_SECONDS) return;
    const speed = Math.hypot(...velocity);
    this.track.push([longitude / DEGREE, latitude / DEGREE, height, speed, time]);
  }

  #flush(): void {
    const bytes = new Uint8Array(this.#view.buffer, 0, this.#buffered * SBET_BYTES);
    for (let done = 0; done < bytes.length;) done += writeSync(this.#file, bytes, done);
    this.#buffered = 0;
  }

  /** Ends the file, which gets its name then; undefined, and no file, where there was no solution. */
  end(): TrajectoryReport | undefined {
    this.#flush();
    closeSync(this.#file);
    const report = this.#observer.report();
    if (report === undefined) rmSync(`${this.#path}.partial`);
    else renameSync(`${this.#path}.partial`, this.#path);
    return report;
  }
}

/** The highest that an aircraft of this trade flies, and the lowest place of the Earth; m. */
const HIGHEST = 20_000;
const LOWEST = -1_000;

function isPlausible(solution: SbetSolution): boolean {
  const { time, latitude, longitude, height, roll, pitch, heading } = solution;
  const attitude =
    Math.abs(roll) <= Math.PI && Math.abs(pitch) <= Math.PI / 2 && Math.abs(heading) <= 4 * Math.PI;
  const place = Math.abs(latitude) <= Math.PI / 2 && Math.abs(longitude) <= 2 * Math.PI;
  const motion = [time, ...solution.velocity, ...solution.rate, ...solution.acceleration];
  const numbers = motion.every((part) => Number.isFinite(part));
  return attitude && place && numbers && height > LOWEST && height < HIGHEST;
}

/** A recorded solution, which is of the antenna, in radians. */
export function antennaSolution(recorded: NavigationSolution, shift: number): SbetSolution {
  const { height, velocity, acceleration } = recorded;
  const [x, y, z] = recorded.rate;
  return {
    time: recorded.time + shift,
    latitude: recorded.latitude * DEGREE,
    longitude: recorded.longitude * DEGREE,
    height,
    velocity,
    roll: recorded.roll * DEGREE,
    pitch: recorded.pitch * DEGREE,
    heading: recorded.heading * DEGREE,
    acceleration,
    rate: [x * DEGREE, y * DEGREE, z * DEGREE],
  };
}
