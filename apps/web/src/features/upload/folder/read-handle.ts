import type { PickedFile, ReadOptions } from "./picked-file.ts";

/** Files opened between two pauses, at once. */
const SLICE = 100;

interface Found {
  readonly path: string;
  readonly handle: FileSystemFileHandle;
}

/** Reads a folder that the browser gave a handle of, with all below it; a file that cannot be opened is an error. */
export async function readHandle(
  folder: FileSystemDirectoryHandle,
  options: ReadOptions,
): Promise<void> {
  let slice: Found[] = [];
  const take = async (): Promise<void> => {
    options.take(await Promise.all(slice.map(opened)));
    slice = [];
  };
  for await (const found of filesBelow(folder)) {
    slice.push(found);
    if (slice.length < SLICE) continue;
    await take();
    await options.pause();
    options.signal?.throwIfAborted();
  }
  await take();
}

async function opened({ path, handle }: Found): Promise<PickedFile> {
  return { path, file: await handle.getFile() };
}

async function* filesBelow(top: FileSystemDirectoryHandle): AsyncGenerator<Found> {
  const folders = [{ path: top.name, folder: top }];
  for (let next = folders.pop(); next !== undefined; next = folders.pop())
    for await (const handle of next.folder.values()) {
      const path = `${next.path}/${handle.name}`;
      if (handle.kind === "directory") folders.push({ path, folder: handle });
      else yield { path, handle: handle };
    }
}
