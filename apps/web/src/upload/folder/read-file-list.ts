import type { PickedFile, ReadOptions } from "./picked-file.ts";

/** Files named between two pauses: a slice takes about a millisecond. */
const SLICE = 2000;

/**
 * Reads the names that a folder picker gave, without freezing the page; no size is read yet. Chromium
 * lists neither symbolic links nor empty folders, nor a folder beside an earlier link to it.
 */
export async function readFileList(list: ArrayLike<File>, options: ReadOptions): Promise<void> {
  for (let from = 0; from < list.length; from += SLICE) {
    const slice: PickedFile[] = [];
    for (let i = from; i < Math.min(from + SLICE, list.length); i += 1) {
      const file = list[i];
      if (file === undefined) continue;
      const path = file.webkitRelativePath || file.name;
      if (options.isCompanion(path)) options.notes.passOver();
      else slice.push({ path, file });
    }
    options.take(slice);
    await options.pause();
    options.signal?.throwIfAborted();
  }
}
