import { listPoints } from "./list-points.ts";

/**
 * The first of some folders that has files of points, else the first: a stage reads the points of an
 * earlier stage or of an upload, whichever its template has.
 */
export async function pointsFolder(first: string, ...others: readonly (string | undefined)[]) {
  for (const folder of [first, ...others]) {
    if (folder === undefined) continue;
    const paths = await listPoints(folder).catch((fault: NodeJS.ErrnoException): string[] => {
      if (fault.code === "ENOENT") return [];
      throw fault;
    });
    if (paths.length > 0) return folder;
  }
  return first;
}
