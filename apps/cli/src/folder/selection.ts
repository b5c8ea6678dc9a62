import { basename } from "node:path";
import { pathKey } from "@swath/contract/uploads";
import { type FolderReport, zipped } from "@swath/survey";
import type { Selection } from "@swath/upload-engine";
import type { DiskFile } from "@swath/upload-engine/node";

/**
 * What the engine sends: the accepted files of a validated folder, in their order, under the one
 * spelling of their paths; each is read by the spelling of its drive.
 */
export function selectionOf(
  { names }: Pick<FolderReport, "names">,
  files: readonly DiskFile[],
): Selection {
  const byPath = new Map(files.map((file) => [file.path, file]));
  return {
    baseFolder: names.baseFolder ?? "",
    files: names.accepted.flatMap(({ path, size, destination }) => {
      const file = byPath.get(path);
      if (file === undefined) return [];
      const fullPath = pathKey(path);
      const entry = {
        fileName: basename(fullPath),
        fullPath,
        originalSize: size,
        zipped: zipped(path),
        destination,
        modified: Math.trunc(file.modified),
        statusChanged: file.statusChanged,
      };
      return [{ file, entry }];
    }),
  };
}
