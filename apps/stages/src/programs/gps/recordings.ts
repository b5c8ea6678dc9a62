import type { ProcessingFile } from "@swath/contract/processing";
import { utcToGps, WEEK_SECONDS } from "@swath/survey/gps-time";
import {
  type FileSource,
  type NavigationSolution,
  type NavigationSummary,
  readApplanixEnds,
  readNavigation,
} from "@swath/survey/readers";
import { basename } from "node:path";
import { findFiles, withSources } from "../../files/file-bytes.ts";

/** The files of one recording: `.000`, `.001` … in their order, or one `.pos`. */
export interface Recording {
  /** Their common name. */
  readonly name: string;
  readonly paths: readonly string[];
}

const NAMES = /\.(\d{3}|pos)$/i;
/** RINEX and its like: observations of a receiver, without an attitude. */
const GNSS_ALONE = /\.(\d{0,2}[gno]|gps[no])$/i;

/** Names of files of a receiver alone. */
export async function gnssFilesIn(folders: readonly (string | undefined)[]): Promise<string[]> {
  const paths = await Promise.all(folders.map((folder) => findFiles(folder, GNSS_ALONE)));
  return [...new Set(paths.flat().map((path) => basename(path)))];
}

/**
 * The recordings in some folders, in the order of their times. A file that two folders have is
 * taken from the later one: an update. `chosen`: names that custom processing picked, if any.
 */
export async function recordingsIn(
  folders: readonly (string | undefined)[],
  chosen: readonly string[] | undefined,
): Promise<Recording[]> {
  const files = new Map<string, string>();
  for (const folder of folders)
    for (const path of await findFiles(folder, NAMES)) files.set(basename(path), path);
  const wanted = chosen === undefined ? undefined : new Set(chosen.map((path) => basename(path)));
  const series = Map.groupBy(
    [...files].filter(([name]) => wanted?.has(name) ?? true),
    ([name]) => name.replace(NAMES, ""),
  );
  const recordings = [...series].map(([name, members]) => ({
    name,
    paths: members.toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, path]) => path),
  }));
  const timed = await Promise.all(
    recordings.map(async (recording) => ({ recording, start: await startOf(recording) })),
  );
  return timed.toSorted((a, b) => a.start - b.start).map(({ recording }) => recording);
}

async function startOf({ paths }: Recording): Promise<number> {
  return await withSources(paths.slice(0, 1), async ([file]) => {
    const ends = await readApplanixEnds(file!);
    return (ends.ok ? (ends.start ?? ends.startSeconds) : undefined) ?? Infinity;
  });
}

/** Facts of a recording beside its solutions. */
export interface ReadRecording extends Omit<NavigationSummary, "gpsWeek"> {
  readonly name: string;
  readonly files: readonly string[];
  /** Full week, null where the recording names none. */
  readonly week: number | null;
}

const BEGINNING_BYTES = 4_194_304;

/** What takes the solutions of recordings, one recording after another. */
export interface SolutionSink {
  beginRecording(): void;
  add(solution: NavigationSolution, shift: number): void;
}

/** Adds a recording's solutions to a trajectory; their times count from the first recording's week. */
export async function readRecording(
  { name, paths }: Recording,
  file: SolutionSink,
  { processing, week: first }: { processing: ProcessingFile; week: number | null },
): Promise<ReadRecording | { readonly fault: string }> {
  return await withSources(paths, async (sources) => {
    const week = fullWeek(await weekOf(sources), processing);
    const shift = week === null || first === null ? 0 : (week - first) * WEEK_SECONDS;
    file.beginRecording();
    const summary = await readNavigation(sources, (solution) => file.add(solution, shift));
    if (!summary.ok) return { fault: summary.fault };
    const { leapSeconds, records, badRecords, timeless, gpsWeek } = summary;
    const files = paths.map((path) => basename(path));
    const known = week ?? fullWeek(gpsWeek, processing);
    return { name, files, week: known, leapSeconds, records, badRecords, timeless };
  });
}

/** A recording's week stands behind its first solutions: it is read before them. */
async function weekOf(sources: readonly FileSource[]): Promise<number | undefined> {
  const [first] = sources;
  if (first === undefined) return undefined;
  const beginning = { ...first, size: Math.min(first.size, BEGINNING_BYTES) };
  const read = await readNavigation([beginning], () => undefined);
  return read.ok ? read.gpsWeek : undefined;
}

/** A week that was counted in 10 bits, as the full one that is nearest to the flight's. */
function fullWeek(week: number | undefined, { wheelsUp }: ProcessingFile): number | null {
  if (week === undefined) return null;
  if (week >= 1_024 || wheelsUp === null) return week;
  const flown = utcToGps(Date.parse(wheelsUp)).week;
  return week + 1_024 * Math.round((flown - week) / 1_024);
}
