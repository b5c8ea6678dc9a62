import type { Note, Track } from "./content-request.ts";

/** Whether any GPS track shares an instant with any FMS track; both ends of a track belong to it. */
function overlaps(gps: readonly Track[], fms: readonly Track[]): boolean {
  return gps.some((a) => fms.some((b) => a.start <= b.end && b.start <= a.end));
}

/** Says so where the GPS tracks and the FMS logs are of different times. */
export function overlapNotes(tracks: readonly Track[]): readonly Note[] {
  const gps = tracks.filter(({ kind }) => kind === "gps");
  const fms = tracks.filter(({ kind }) => kind === "fms");
  if (gps.length === 0 || fms.length === 0 || overlaps(gps, fms)) return [];
  const message = "GPS track times do not overlap, data will be processed without splitting";
  return [{ message, files: gps.map(({ path }) => path) }];
}
