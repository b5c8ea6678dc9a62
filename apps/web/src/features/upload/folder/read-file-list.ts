import type { PickedFile, ReadOptions } from "./picked-file.ts";

/** Files looked at between two pauses: a slice takes a few milliseconds. */
const SLICE = 500;

/** Reads what a folder picker gave, without freezing the page. */
export async function readFileList(list: ArrayLike<File>, options: ReadOptions): Promise<void> {
  for (let from = 0; from < list.length; from += SLICE) {
    const slice: PickedFile[] = [];
    for (let i = from; i < Math.min(from + SLICE, list.length); i += 1) {
      const file = list[i];
      if (file === undefined) continue;
      slice.push({ path: file.webkitRelativePath || file.name, size: file.size, file });
    }
    options.take(slice);
    await options.pause();
    options.signal?.throwIfAborted();
  }
}
