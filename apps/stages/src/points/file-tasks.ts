import { taskListSchema } from "@swath/contract/processing";
import { readJson } from "../files/write-outputs.ts";
import { FileFault } from "../program.ts";
import type { IndexFile } from "./index-file.ts";
import { stemOfPoints } from "./write-points.ts";

const NAME_LENGTH = 80;

/**
 * A task for each file of the index, with a unique name made of the file's: its outputs share one
 * folder.
 */
export function fileTasks({ files }: Pick<IndexFile, "files">) {
  const taken = new Set<string>();
  return files.map(({ path }, n) => {
    const stem = stemOfPoints(path);
    const plain = stem.replaceAll(/[^A-Za-z0-9._-]/g, "_").slice(0, NAME_LENGTH);
    const name = /^[A-Za-z0-9]/.test(plain) && !taken.has(plain) ? plain : `${n + 1}-${plain}`;
    taken.add(name);
    return { name, files: [path] };
  });
}

/** The path of a task's file, by the list of all. */
export async function fileOfTask(list: string, task: string): Promise<string> {
  const path = (await readJson(list, taskListSchema)).find(({ name }) => name === task)?.files[0];
  if (path === undefined) throw new FileFault(task, "is not in the list of files");
  return path;
}
