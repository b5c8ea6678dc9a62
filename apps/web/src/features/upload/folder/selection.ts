import { zipped } from "@swath/survey";
import type { Selection } from "@swath/upload-engine";
import type { SourceFile } from "@swath/upload-engine/ports";
import type { JudgedFolder } from "../judging/folder-judge.ts";

/** What the engine sends: the accepted files of the chosen folder, in their order. */
export function selectionOf(
  folder: Pick<JudgedFolder, "accepted" | "file"> & {
    readonly view: Pick<JudgedFolder["view"], "baseFolder">;
  },
  source: (file: File, path: string) => SourceFile,
): Selection {
  return {
    baseFolder: folder.view.baseFolder,
    files: folder.accepted.map((accepted) => {
      const { path, size, destination } = accepted;
      return {
        file: source(folder.file(accepted), path),
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
