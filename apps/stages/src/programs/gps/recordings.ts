import { basename } from "node:path";
import { readApplanixEnds } from "@swath/survey/readers";
import { findFiles } from "../../files/find-files.ts";
import { withSources } from "../../files/survey-source.ts";

/** The files of one recording: `.000`, `.001` … in their order, or one `.pos`. */
export interface Recording {
  /** Their common name. */
  readonly name: string;
  readonly paths: readonly string[];
}

const NAMES = /\.(\d{3}|pos)$/i;
/** RINEX and its like: what a receiver saw, without an attitude. */
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
