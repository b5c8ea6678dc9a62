import { basename } from "node:path";
import { taskListSchema } from "@swath/contract/processing";
import { readJson } from "../../files/json-file.ts";
import type { IndexFile } from "../../points/index-file.ts";
import { listPoints } from "../../points/list-points.ts";
import { FileFault } from "../../program.ts";

const NAME_LENGTH = 80;

/** A task for each file of the index, named like it and like no other: what it writes stands flat. */
export function fileTasks({ files }: Pick<IndexFile, "files">) {
  const taken = new Set<string>();
  return files.map(({ path }, n) => {
    const stem = basename(path).replace(/\.la[sz]$/i, "");
    const plain = stem.replaceAll(/[^A-Za-z0-9._-]/g, "_").slice(0, NAME_LENGTH);
    const name = /^[A-Za-z0-9]/.test(plain) && !taken.has(plain) ? plain : `${n + 1}-${plain}`;
    taken.add(name);
    return { name, files: [path] };
  });
}

/** The file of a task. */
export async function fileOfTask(list: string, task: string): Promise<string> {
  const path = (await readJson(list, taskListSchema)).find(({ name }) => name === task)?.files[0];
  if (path === undefined) throw new FileFault(task, "is not in the list of files");
  return path;
}

/** The index of what ICP2 wrote to a folder: each file has the name of its task. */
export async function adjustedIndex(
  list: string,
  index: IndexFile,
  folder: string,
): Promise<IndexFile> {
  const tasks = await readJson(list, taskListSchema);
  const written = await listPoints(folder);
  const names = new Map(
    tasks.map(({ name, files }) => [
      files[0],
      written.find((path) => path === `${name}.laz`) ?? `${name}.las`,
    ]),
  );
  return {
    ...index,
    files: index.files.flatMap((file) => {
      const path = names.get(file.path);
      return path === undefined ? [] : [{ ...file, path }];
    }),
  };
}
