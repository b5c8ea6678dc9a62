import type { PickedFile, ReadOptions } from "./picked-file.ts";

/** Files opened between two pauses. */
const SLICE = 100;

/** What browsers with the File System Access API have beside the standard's types. */
interface Handing {
  getAsFileSystemHandle?(): Promise<FileSystemHandle | null>;
}

/** A handle of what was dropped, to open it again later; to be called within the drop itself. */
export async function droppedHandle(
  transfer: DataTransfer,
): Promise<FileSystemDirectoryHandle | undefined> {
  const item: (DataTransferItem & Handing) | undefined = transfer.items[0];
  const handle = await item?.getAsFileSystemHandle?.().catch(() => undefined);
  return handle?.kind === "directory" ? (handle as FileSystemDirectoryHandle) : undefined;
}

/**
 * Reads a dropped folder with all below it; what cannot be opened is named, and the rest goes on.
 * Chromium lists no symbolic link. Throws where the folder itself cannot be read.
 */
export async function readDropped(
  folder: FileSystemDirectoryEntry,
  options: ReadOptions,
): Promise<void> {
  const { notes, isCompanion } = options;
  let slice: PickedFile[] = [];
  const folders: FileSystemDirectoryEntry[] = [folder];
  for (let next = folders.pop(); next !== undefined; next = folders.pop()) {
    for (const entry of await entriesIn(next, next === folder, notes)) {
      const path = pathOf(entry);
      if (entry.name === "") notes.leaveNameless(pathOf(next));
      else if (isCompanion(entry.isDirectory ? `${path}/` : path)) notes.passOver();
      else if (entry.isDirectory) folders.push(entry as FileSystemDirectoryEntry);
      else {
        const file = await fileOf(entry as FileSystemFileEntry).catch((error: unknown) =>
          notes.leaveUnreadable(path, error),
        );
        if (file !== undefined) slice.push({ path, file });
      }
      if (slice.length < SLICE) continue;
      options.take(slice);
      slice = [];
      await options.pause();
      options.signal?.throwIfAborted();
    }
  }
  options.take(slice);
}

const pathOf = ({ fullPath }: FileSystemEntry): string => fullPath.replace(/^\//, "");

async function entriesIn(
  folder: FileSystemDirectoryEntry,
  isChosen: boolean,
  notes: ReadOptions["notes"],
): Promise<readonly FileSystemEntry[]> {
  try {
    const entries = await entriesOf(folder);
    notes.enter(pathOf(folder));
    return entries;
  } catch (error) {
    if (isChosen) throw error;
    notes.leaveUnreadable(pathOf(folder), error);
    return [];
  }
}

/** A reader hands out at most 100 entries at a time and none when it is through. */
async function entriesOf(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader();
  const all: FileSystemEntry[] = [];
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) => {
      reader.readEntries(resolve, reject);
    });
    if (some.length === 0) return all;
    all.push(...some);
  }
}

function fileOf(entry: FileSystemFileEntry): Promise<File> {
  return new Promise((resolve, reject) => {
    entry.file(resolve, reject);
  });
}
