import type { AcceptedFile } from "@swath/survey/judge-folder";
import { zipped } from "@swath/survey/compression";
import type { Selection } from "@swath/upload-engine/core/uploader";
import type { SourceFile } from "@swath/upload-engine/ports/source";
import type { PickedFile } from "./picked-file.ts";

/** What the engine sends: the accepted files of the chosen folder, in their order. */
export function selectionOf(
  baseFolder: string,
  accepted: readonly AcceptedFile[],
  picked: readonly PickedFile[],
  source: (file: File, path: string) => SourceFile,
): Selection {
  const files = new Map(picked.map(({ path, file }) => [path, file]));
  return {
    baseFolder,
    files: accepted.map(({ path, size, destination }) => {
      const file = files.get(path);
      if (file === undefined) throw new Error(`accepted but never picked: ${path}`);
      return {
        file: source(file, path),
        entry: {
          fileName: path.slice(path.lastIndexOf("/") + 1),
          fullPath: path,
          originalSize: size,
          zipped: zipped(path),
          destination,
        },
      };
    }),
  };
}
