import { basename } from "node:path";
import type { ProcessingFile } from "@swath/contract/processing";
import { type FileSource, type NavigationSummary, readNavigation } from "@swath/survey/readers";
import { withSources } from "../../files/survey-source.ts";
import type { Recording } from "./recordings.ts";
import type { TrajectoryFile } from "./trajectory-file.ts";
import { utcToGps, WEEK_SECONDS } from "@swath/survey/gps-time";

/** What a recording said beside its solutions. */
export interface ReadRecording extends Omit<NavigationSummary, "gpsWeek"> {
  readonly name: string;
  readonly files: readonly string[];
  /** Full week, null where the recording names none. */
  readonly week: number | null;
}

const BEGINNING_BYTES = 4_194_304;

/** Adds a recording's solutions to a trajectory; their times count from the first recording's week. */
export async function readRecording(
  { name, paths }: Recording,
  file: TrajectoryFile,
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
