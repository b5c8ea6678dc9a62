import { pathKey } from "@swath/contract/uploads";
import { zipped } from "@swath/survey";
import type { Selection } from "@swath/upload-engine";
import { browserFile } from "@swath/upload-engine/browser";
import type { ValidatedFolder } from "../validation/folder-validator.ts";

/** What the engine sends: the accepted files of a validated folder, in their order, their paths in one spelling. */
export function selectionOf(
  folder: Pick<ValidatedFolder, "accepted" | "file"> & {
    readonly view: Pick<ValidatedFolder["view"], "baseFolder">;
  },
): Selection {
  return {
    baseFolder: folder.view.baseFolder,
    files: folder.accepted.map((accepted) => {
      const { path, size, destination } = accepted;
      const file = folder.file(accepted);
      const fullPath = pathKey(path);
      return {
        file: browserFile(file, path),
        entry: {
          fileName: fullPath.slice(fullPath.lastIndexOf("/") + 1),
          fullPath,
          originalSize: size,
          zipped: zipped(path),
          destination,
          modified: file.lastModified,
        },
      };
    }),
  };
}
