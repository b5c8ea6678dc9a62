import type { FolderReading, IsCompanion, LeftOut } from "@swath/survey";
import { yieldToEventLoop } from "./page-pauses.ts";

/** A file of the picked folder, with its path from that folder on, with `/`. */
export interface PickedFile {
  readonly path: string;
  readonly file: File;
}

/** What a reader of a folder tells beside the files. */
export class ReadingNotes {
  readonly #leftOut: LeftOut[] = [];
  readonly #folders: string[] = [];
  #companions = 0;

  /** The browser refused a file or a folder. */
  leaveUnreadable(path: string, error: unknown): void {
    this.#leftOut.push({ path, reason: /* code */ "unreadable", detail: browserReason(error) });
  }

  /** Chromium gives a name that is no UTF-8 as none at all. */
  leaveNameless(folder: string): void {
    const detail = "the browser does not tell the name";
    this.#leftOut.push({ path: `${folder}/\ufffd`, reason: /* code */ "name", detail });
  }

  enter(folder: string): void {
    this.#folders.push(folder);
  }

  passOver(): void {
    this.#companions += 1;
  }

  get reading(): FolderReading {
    const [leftOut, folders] = [this.#leftOut, this.#folders];
    return { leftOut, followed: [], folders, companions: this.#companions };
  }
}

const REASONS: Readonly<Record<string, string>> = {
  NotFoundError: "gone, or not readable",
  NotReadableError: "the drive or its permissions do not let it be read",
  // Chromium's name for a folder that may not be listed.
  NoModificationAllowedError: "no permission to read it",
  NotAllowedError: "no permission to read it",
  SecurityError: "no permission to read it",
};

function browserReason(error: unknown): string {
  const { name, message } = error instanceof Error ? error : new Error(String(error));
  return REASONS[name] ?? message;
}

export interface ReadOptions {
  readonly notes: ReadingNotes;
  readonly isCompanion: IsCompanion;
  /** Given the files slice by slice, in any order. */
  readonly take: (files: readonly PickedFile[]) => void;
  /** Lets the page paint between two slices. */
  readonly pause?: () => Promise<void>;
  readonly signal?: AbortSignal;
}

/** Hands over the files of a folder; throws the signal's reason when aborted. */
export type ReadFolder = (options: ReadOptions) => Promise<void>;

/** A folder that a person chose. */
export interface ChosenFolder {
  readonly name: string;
  readonly read: ReadFolder;
  /** By which it is opened again, where the browser hands that out. */
  readonly handle: Promise<FileSystemDirectoryHandle | undefined>;
}

export const chosenFiles = (files: readonly File[]): ChosenFolder => ({
  name: (files[0]?.webkitRelativePath ?? "").split("/", 1)[0]!,
  read: (options) => readFileList(files, options),
  handle: Promise.resolve(undefined),
});

export const chosenHandle = (folder: FileSystemDirectoryHandle): ChosenFolder => ({
  name: folder.name,
  read: (options) => readBelow(ofHandle(folder), options),
  handle: Promise.resolve(folder),
});

/** Must be called within the drop itself: afterwards the entries are unreadable. */
export const chosenDrop = (
  folder: FileSystemDirectoryEntry,
  transfer: DataTransfer,
): ChosenFolder => ({
  name: folder.name,
  read: (options) => readBelow(ofEntry(folder), options),
  handle: droppedHandle(transfer),
});

/** The File System Access API, which the standard's types lack. */
interface Handing {
  getAsFileSystemHandle?(): Promise<FileSystemHandle | null>;
}

async function droppedHandle(
  transfer: DataTransfer,
): Promise<FileSystemDirectoryHandle | undefined> {
  const item: (DataTransferItem & Handing) | undefined = transfer.items[0];
  const handle = await item?.getAsFileSystemHandle?.().catch(() => undefined);
  return handle?.kind === "directory" ? (handle as FileSystemDirectoryHandle) : undefined;
}

/** Files named between two pauses: a slice takes about a millisecond. */
const NAMED_SLICE = 2000;
/** Files opened between two pauses, at once. */
const OPENED_SLICE = 100;

/**
 * Reads the names that a folder picker gave, without freezing the page; no size is read yet. Chromium
 * lists neither symbolic links nor empty folders, nor a folder beside an earlier link to it.
 */
async function readFileList(
  list: readonly File[],
  { notes, isCompanion, take, pause = yieldToEventLoop, signal }: ReadOptions,
): Promise<void> {
  for (let from = 0; from < list.length; from += NAMED_SLICE) {
    const slice: PickedFile[] = [];
    for (const file of list.slice(from, from + NAMED_SLICE)) {
      const path = file.webkitRelativePath || file.name;
      if (isCompanion(path)) notes.passOver();
      else slice.push({ path, file });
    }
    take(slice);
    await pause();
    signal?.throwIfAborted();
  }
}

/** A file or folder, in whichever of its two ways the browser hands it out. */
interface Entry {
  readonly name: string;
  readonly isFolder: boolean;
  /** Of a folder. */
  readonly list: () => Promise<readonly Entry[]>;
  /** Of a file. */
  readonly open: () => Promise<File>;
}

const ofHandle = (handle: FileSystemHandle): Entry => ({
  name: handle.name,
  isFolder: handle.kind === "directory",
  list: async () => {
    const entries: Entry[] = [];
    for await (const each of (handle as FileSystemDirectoryHandle).values())
      entries.push(ofHandle(each));
    return entries;
  },
  open: () => (handle as FileSystemFileHandle).getFile(),
});

const ofEntry = (entry: FileSystemEntry): Entry => ({
  name: entry.name,
  isFolder: entry.isDirectory,
  list: async () => (await entriesOf(entry as FileSystemDirectoryEntry)).map(ofEntry),
  open: () =>
    new Promise((resolve, reject) => {
      (entry as FileSystemFileEntry).file(resolve, reject);
    }),
});

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

interface Place {
  readonly path: string;
  readonly entry: Entry;
}

/**
 * Reads a folder with all below it; what cannot be opened is named, and the rest goes on. Chromium
 * lists no symbolic link. Throws where the folder itself cannot be read.
 */
async function readBelow(
  top: Entry,
  { notes, isCompanion, take, pause = yieldToEventLoop, signal }: ReadOptions,
): Promise<void> {
  let slice: Place[] = [];
  const takeSlice = async (): Promise<void> => {
    const files = await Promise.all(slice.map((place) => opened(place, notes)));
    take(files.filter((file) => file !== undefined));
    slice = [];
  };
  const folders: Place[] = [{ path: top.name, entry: top }];
  for (let next = folders.pop(); next !== undefined; next = folders.pop())
    for (const entry of await listed(next, next.entry === top, notes)) {
      const path = `${next.path}/${entry.name}`;
      if (entry.name === "") notes.leaveNameless(next.path);
      else if (isCompanion(entry.isFolder ? `${path}/` : path)) notes.passOver();
      else (entry.isFolder ? folders : slice).push({ path, entry });
      if (slice.length < OPENED_SLICE) continue;
      await takeSlice();
      await pause();
      signal?.throwIfAborted();
    }
  await takeSlice();
}

async function listed({ path, entry }: Place, isChosen: boolean, notes: ReadingNotes) {
  try {
    const entries = await entry.list();
    notes.enter(path);
    return entries;
  } catch (error) {
    if (isChosen) throw error;
    notes.leaveUnreadable(path, error);
    return [];
  }
}

async function opened(
  { path, entry }: Place,
  notes: ReadingNotes,
): Promise<PickedFile | undefined> {
  try {
    return { path, file: await entry.open() };
  } catch (error) {
    notes.leaveUnreadable(path, error);
    return undefined;
  }
}
