import type { PickedFile, ReadOptions } from "./picked-file.ts";

/** Files looked at between two pauses: a slice takes about a millisecond. */
const SLICE = 500;

/** Reads what a folder picker gave, without freezing the page; throws the signal's reason when aborted. */
export async function readFileList(
  list: ArrayLike<File>,
  options: ReadOptions,
): Promise<PickedFile[]> {
  const files: PickedFile[] = [];
  for (let i = 0; i < list.length; i += 1) {
    const file = list[i];
    if (file === undefined) continue;
    files.push({ path: file.webkitRelativePath || file.name, size: file.size, file });
    if (files.length % SLICE !== 0) continue;
    options.onProgress(files.length);
    await options.pause();
    options.signal?.throwIfAborted();
  }
  return inOrder(files);
}

/** By path, byte for byte the same on every machine: pickers give no order. */
export function inOrder(files: PickedFile[]): PickedFile[] {
  return files.toSorted((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0));
}
