import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { type FileSource, memorySource } from "@swath/survey/readers";

const folder = fileURLToPath(new URL("../../../shared/data/", import.meta.url));

/** Whether the folder of real files lies beside the repository. */
export const hasRealData = existsSync(folder);

export function realFile(path: string): FileSource {
  return memorySource(path, readFileSync(folder + path));
}
