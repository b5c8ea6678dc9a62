import { createReadStream } from "node:fs";
import { basename } from "node:path";
import { createInterface } from "node:readline";
import type { ProcessingFile } from "@swath/contract/processing";
import { POST_PROCESSED_FILE } from "@swath/contract/processing";
import {
  type ExplorerFault,
  type SbetSolution,
  type SolutionAccuracy,
  visitAccuracy,
  visitExplorer,
  visitSbet,
} from "@swath/pointcloud/navigation";
import { utcToGps, WEEK_SECONDS } from "@swath/survey/gps-time";
import { findFiles, withFile } from "../../files/file-bytes.ts";
import { FileFault } from "../../program.ts";
import type { TrajectoryFile } from "./trajectory-file.ts";

const ACCURACY = /^smrmsg.*\.out$/i;
const TEXT = /\.txt$/i;

/** Files of a trajectory that another program made of the recordings. */
export interface PostProcessed {
  /** SBET files and texts, by name. */
  readonly trajectories: readonly string[];
  /** Smoothed accuracy files. */
  readonly accuracies: readonly string[];
}

/**
 * The post-processed trajectory below some folders; a file that two have is taken from the later one. Undefined
 * without one, and where custom processing chose GPS files and none of it. `chosen`: the names that it chose.
 */
export async function postProcessedIn(
  folders: readonly (string | undefined)[],
  chosen: readonly string[] | undefined,
): Promise<PostProcessed | undefined> {
  const files = new Map<string, string>();
  for (const folder of folders)
    for (const path of await findFiles(folder, POST_PROCESSED_FILE))
      files.set(basename(path), path);
  const wanted = chosen === undefined ? undefined : new Set(chosen.map((path) => basename(path)));
  const named = [...files].toSorted(([a], [b]) => (a < b ? -1 : 1));
  const trajectories = named.filter(
    ([name]) => !ACCURACY.test(name) && (wanted?.has(name) ?? true),
  );
  if (trajectories.length === 0) return undefined;
  return {
    trajectories: trajectories.map(([, path]) => path),
    accuracies: named.filter(([name]) => ACCURACY.test(name)).map(([, path]) => path),
  };
}

const EXPLORER_FAULTS: Readonly<Record<ExplorerFault, string>> = {
  noHeader:
    "is no trajectory: no line names the columns GPSTime, Latitude, Longitude, H-Ell, Roll, Pitch and Heading",
  utcTime: "has times of UTC: export GPS seconds of the week",
  degreesMinutes: "has degrees with minutes: export decimal degrees",
};
const RECORD_FAULTS = {
  empty: "holds no record",
  cut: "is cut: it holds no whole number of records",
} as const;

/** Accuracies by their share: half and 95 % of the solutions are better. */
export class AccuracyFigures {
  readonly #horizontal: number[] = [];
  readonly #down: number[] = [];
  readonly #level: number[] = [];
  readonly #heading: number[] = [];

  add({ north, east, down, roll, pitch, heading }: SolutionAccuracy): void {
    this.#horizontal.push(Math.hypot(north, east));
    this.#down.push(down);
    if (roll === undefined || pitch === undefined || heading === undefined) return;
    this.#level.push(Math.max(roll, pitch));
    this.#heading.push(heading);
  }

  /** Standard deviations that 95 % of the solutions have at most: m, radians; null where none is stated. */
  report() {
    return {
      horizontal: p95(this.#horizontal),
      vertical: p95(this.#down),
      rollPitch: p95(this.#level),
      heading: p95(this.#heading),
    };
  }
}

function p95(values: readonly number[]): number | null {
  const sorted = Float64Array.from(values.filter(Number.isFinite)).toSorted();
  return sorted[Math.floor(0.95 * (sorted.length - 1))] ?? null;
}

/** Takes times of a week that begins anew to seconds that go on. */
function continuing(): (time: number) => number {
  let [last, weeks] = [-Infinity, 0];
  return (time) => {
    if (time + weeks < last - WEEK_SECONDS / 2) weeks += WEEK_SECONDS;
    last = time + weeks;
    return last;
  };
}

/** Adds the solutions of a post-processed trajectory to a file; what cannot be read is a {@link FileFault}. */
export async function readPostProcessed(
  { trajectories, accuracies }: PostProcessed,
  file: TrajectoryFile,
  see: (solution: SbetSolution) => void,
): Promise<AccuracyFigures> {
  const figures = new AccuracyFigures();
  for (const path of trajectories) {
    file.beginRecording();
    const goOn = continuing();
    const take = (solution: SbetSolution): void => {
      const each = { ...solution, time: goOn(solution.time) };
      file.addImu(each);
      see(each);
    };
    const fault = TEXT.test(path)
      ? await visitText(path, take, figures)
      : await withFile(path, (source) => visitSbet(source, take));
    if (fault !== undefined) throw faultOf(path, fault);
  }
  for (const path of accuracies) {
    const fault = await withFile(path, (source) => visitAccuracy(source, (of) => figures.add(of)));
    if (fault !== undefined) throw faultOf(path, fault);
  }
  return figures;
}

function visitText(
  path: string,
  take: (solution: SbetSolution) => void,
  figures: AccuracyFigures,
): Promise<ExplorerFault | undefined> {
  const lines = createInterface({ input: createReadStream(path, "latin1"), crlfDelay: Infinity });
  return visitExplorer(lines, ({ solution, accuracy }) => {
    take(solution);
    if (accuracy !== undefined) figures.add(accuracy);
  });
}

function faultOf(path: string, fault: ExplorerFault | "empty" | "cut"): FileFault {
  const known: Readonly<Record<string, string>> = { ...EXPLORER_FAULTS, ...RECORD_FAULTS };
  return new FileFault(basename(path), known[fault] ?? fault);
}

/** The GPS week of a flight by its wheels up; null where it is not known. */
export const weekOfFlight = ({ wheelsUp }: Pick<ProcessingFile, "wheelsUp">): number | null =>
  wheelsUp === null ? null : utcToGps(Date.parse(wheelsUp)).week;
