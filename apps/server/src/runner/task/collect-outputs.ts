import { lstat, readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { measuresSchema, type RunFile, type TaskMeasure } from "@swath/contract/processing";
import { pathFault } from "@swath/contract/uploads";
import picomatch from "picomatch";
import type { TaskFault } from "./fault.ts";

export interface OutputFile {
  /** Below the output's folder, with `/`. */
  readonly path: string;
  readonly size: number;
}

/** Files that are kept by no pattern are counted too, so that no walk is endless. */
const SEEN_FOR_EACH_KEPT = 10;
const MB = 1_048_576;
/** What a task measured goes into its result, and is no output. */
const MEASURES = "measures.json";
const MAX_MEASURES_BYTES = 1_048_576;
/** Keys of the store's have at most so many bytes. */
const MAX_KEY_BYTES = 1_024;

const fault = (file: string, message: string): TaskFault => ({
  ending: "outputFault",
  file,
  message,
});

/**
 * The files that a task wrote and that its stage keeps, in the order of their paths. A name that no
 * object can have, a link, a device or too much of anything is a fault: then nothing is kept.
 */
export async function collectOutputs(
  folder: string,
  output: RunFile["output"],
): Promise<OutputFile[] | TaskFault> {
  const matches = picomatch(output.globs, { nocase: true });
  const isKept = (path: string): boolean => path !== MEASURES && matches(path);
  const files: OutputFile[] = [];
  const folders = [""];
  let seen = 0;
  let bytes = 0;
  for (let next = folders.pop(); next !== undefined; next = folders.pop())
    for (const name of await readdir(join(folder, next))) {
      const path = next === "" ? name : `${next}/${name}`;
      const entry = await lstat(join(folder, path)).catch(() => undefined);
      const unfit = entryFault(path, output.prefix, entry);
      if (unfit !== undefined) return unfit;
      if ((seen += 1) > output.maxFiles * SEEN_FOR_EACH_KEPT)
        return fault(path, `is one of more than ${seen - 1} files`);
      if (entry?.isDirectory() === true) folders.push(path);
      else if (isKept(path)) {
        files.push({ path, size: entry?.size ?? 0 });
        bytes += entry?.size ?? 0;
        if (files.length > output.maxFiles)
          return fault(path, `is one of more than ${output.maxFiles} outputs`);
        if (bytes > output.maxBytes)
          return fault(path, `makes more than ${Math.floor(output.maxBytes / MB)} MB of outputs`);
      }
    }
  return files.toSorted((a, b) => (a.path < b.path ? -1 : 1));
}

function entryFault(
  path: string,
  prefix: string,
  entry: Awaited<ReturnType<typeof lstat>> | undefined,
): TaskFault | undefined {
  if (entry === undefined) return fault(path, "has a name that is no text, or went away");
  const unfit = pathFault(path);
  if (unfit !== undefined) return fault(path, `its name ${unfit}`);
  if (Buffer.byteLength(prefix + path) > MAX_KEY_BYTES) return fault(path, "its name is too long");
  if (entry.isSymbolicLink()) return fault(path, "is a symbolic link");
  return entry.isFile() || entry.isDirectory() ? undefined : fault(path, "is no file");
}

/** The figures that a program left in `measures.json`; none where it left none. */
export async function readMeasures(folder: string): Promise<TaskMeasure[] | TaskFault> {
  const path = join(folder, MEASURES);
  const entry = await lstat(path).catch(() => undefined);
  if (entry === undefined) return [];
  if (!entry.isFile() || entry.size > MAX_MEASURES_BYTES)
    return fault(MEASURES, "is no file of less than 1 MiB");
  try {
    return measuresSchema.parse(JSON.parse(await readFile(path, "utf8")));
  } catch {
    return fault(MEASURES, "is no list of measures");
  }
}
