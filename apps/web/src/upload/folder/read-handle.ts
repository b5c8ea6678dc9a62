import type { PickedFile, ReadOptions } from "./picked-file.ts";

/** Files opened between two pauses, at once. */
const SLICE = 100;

interface Found {
  readonly path: string;
  readonly handle: FileSystemFileHandle;
}

/**
 * Reads a folder that the browser gave a handle of, with all below it; what cannot be opened is
 * named, and the rest goes on. Chromium lists no symbolic link. Throws where the folder itself
 * cannot be read.
 */
export async function readHandle(
  folder: FileSystemDirectoryHandle,
  options: ReadOptions,
): Promise<void> {
  let slice: Found[] = [];
  const take = async (): Promise<void> => {
    const files = await Promise.all(slice.map((found) => opened(found, options)));
    options.take(files.filter((file) => file !== undefined));
    slice = [];
  };
  for await (const found of filesBelow(folder, options)) {
    slice.push(found);
    if (slice.length < SLICE) continue;
    await take();
    await options.pause();
    options.signal?.throwIfAborted();
  }
  await take();
}

async function opened(
  { path, handle }: Found,
  { notes }: ReadOptions,
): Promise<PickedFile | undefined> {
  try {
    return { path, file: await handle.getFile() };
  } catch (error) {
    notes.leaveUnreadable(path, error);
    return undefined;
  }
}

interface Place {
  readonly path: string;
  readonly folder: FileSystemDirectoryHandle;
}

async function* filesBelow(
  top: FileSystemDirectoryHandle,
  { notes, isCompanion }: ReadOptions,
): AsyncGenerator<Found> {
  const folders: Place[] = [{ path: top.name, folder: top }];
  for (let next = folders.pop(); next !== undefined; next = folders.pop())
    for (const handle of await handlesIn(next, next.folder === top, notes)) {
      const path = `${next.path}/${handle.name}`;
      if (handle.name === "") notes.leaveNameless(next.path);
      else if (isCompanion(handle.kind === "directory" ? `${path}/` : path)) notes.passOver();
      else if (handle.kind === "directory")
        folders.push({ path, folder: handle as FileSystemDirectoryHandle });
      else yield { path, handle: handle as FileSystemFileHandle };
    }
}

async function handlesIn(
  { path, folder }: Place,
  isChosen: boolean,
  notes: ReadOptions["notes"],
): Promise<readonly FileSystemHandle[]> {
  try {
    const handles: FileSystemHandle[] = [];
    for await (const handle of folder.values()) handles.push(handle);
    notes.enter(path);
    return handles;
  } catch (error) {
    if (isChosen) throw error;
    notes.leaveUnreadable(path, error);
    return [];
  }
}
