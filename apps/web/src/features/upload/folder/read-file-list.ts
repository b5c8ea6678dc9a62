import type { PickedFile, ReadOptions } from "./picked-file.ts";

/** Files named between two pauses: a slice takes about a millisecond. */
const SLICE = 2000;

/** Reads the names that a folder picker gave, without freezing the page; no size is read yet. */
export async function readFileList(list: ArrayLike<File>, options: ReadOptions): Promise<void> {
  for (let from = 0; from < list.length; from += SLICE) {
    const slice: PickedFile[] = [];
    for (let i = from; i < Math.min(from + SLICE, list.length); i += 1) {
      const file = list[i];
      if (file === undefined) continue;
      slice.push({ path: file.webkitRelativePath || file.name, file });
    }
    options.take(slice);
    await options.pause();
    options.signal?.throwIfAborted();
  }
}
