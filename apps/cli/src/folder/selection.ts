import { basename } from "node:path";
import { type FolderReport, zipped } from "@swath/survey";
import type { Selection } from "@swath/upload-engine";
import type { DiskFile } from "@swath/upload-engine/node";

/** What the engine sends: the accepted files of a validated folder, in their order. */
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
      const entry = {
        fileName: basename(path),
        fullPath: path,
        originalSize: size,
        zipped: zipped(path),
        destination,
        modified: Math.trunc(file.modified),
      };
      return [{ file, entry }];
    }),
  };
}
