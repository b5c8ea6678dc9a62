import { expect, test } from "vitest";
import { companions, leftOutText } from "@swath/survey";
import {
  chosenDrop,
  chosenFiles,
  type PickedFile,
  ReadingNotes,
  type ReadOptions,
} from "./read-folder.ts";

const REFUSED = "(refused)";
const NO_TRANSFER = { items: [] } as unknown as DataTransfer;
const nameOf = (path: string): string => path.slice(path.lastIndexOf("/") + 1);

type Tree = { readonly [name: string]: Tree | number };

/** A folder as a drop hands it out: its reader gives at most 100 entries at a time. */
function folder(fullPath: string, tree: Tree): FileSystemDirectoryEntry {
  const children = Object.entries(tree).map(([name, child]) =>
    typeof child === "number"
      ? file(`${fullPath}/${name}`, child)
      : folder(`${fullPath}/${name}`, child),
  );
  return {
    isDirectory: true,
    isFile: false,
    fullPath,
    name: nameOf(fullPath),
    createReader: () => {
      let at = 0;
      return {
        readEntries: (
          give: (entries: FileSystemEntry[]) => void,
          refuse: (error: Error) => void,
        ) => {
          if (REFUSED in tree) refuse(new DOMException("no", "NoModificationAllowedError"));
          give(children.slice(at, at + 100));
          at += 100;
        },
      };
    },
  } as unknown as FileSystemDirectoryEntry;
}

function file(fullPath: string, bytes: number): FileSystemEntry {
  return {
    isDirectory: false,
    isFile: true,
    fullPath,
    name: nameOf(fullPath),
    file: (give: (file: File) => void, refuse: (error: Error) => void) =>
      bytes < 0
        ? refuse(new DOMException("gone", "NotFoundError"))
        : give(new File([new Uint8Array(bytes)], "x")),
  } as unknown as FileSystemEntry;
}

async function read(from: FileSystemDirectoryEntry) {
  const files: PickedFile[] = [];
  const notes = new ReadingNotes();
  await chosenDrop(from, NO_TRANSFER).read({
    notes,
    isCompanion: companions(["*.tmp"]),
    take: (slice) => void files.push(...slice),
    pause: () => Promise.resolve(),
  });
  return { files, reading: notes.reading };
}

test("a dropped folder is read with all below it, more than one reading of a reader included", async () => {
  const many = Object.fromEntries(Array.from({ length: 250 }, (_, i) => [`${i}.laz`, 1]));
  const { files, reading } = await read(folder("/FL000123_045", { many, "a.kmz": 7, empty: {} }));
  expect(files).toHaveLength(251);
  expect(files.find(({ path }) => path === "FL000123_045/a.kmz")?.file.size).toBe(7);
  expect(reading.folders).toEqual(["FL000123_045", "FL000123_045/empty", "FL000123_045/many"]);
});

test("what cannot be opened, or has no name, is named, and the rest goes on", async () => {
  const tree = { "gone.000": -1, "a.000": 1, "": -1, secret: { [REFUSED]: 1 }, below: { "": {} } };
  const { files, reading } = await read(folder("/F", tree));
  expect(files.map(({ path }) => path)).toEqual(["F/a.000"]);
  expect(reading.leftOut.map(leftOutText)).toEqual([
    "F/\ufffd (the browser does not tell the name)",
    "F/below/\ufffd (the browser does not tell the name)",
    "F/secret (no permission to read it)",
    "F/gone.000 (gone, or not readable)",
  ]);
  await expect(read(folder("/F", { [REFUSED]: 1 }))).rejects.toThrow("no");
});

test("companions are passed over unopened, and counted", async () => {
  const tree = {
    ".DS_Store": -1,
    "x.tmp": -1,
    $RECYCLE: { "a.000": 1 },
    "$RECYCLE.BIN": { [REFUSED]: 1 },
    ".Trashes": { [REFUSED]: 1 },
  };
  const { files, reading } = await read(folder("/F", tree));
  expect(files.map(({ path }) => path)).toEqual(["F/$RECYCLE/a.000"]);
  expect(reading).toMatchObject({ leftOut: [], companions: 4 });
});

function picked(path: string): File {
  const bare = new File(["x"], path.slice(path.lastIndexOf("/") + 1));
  return Object.defineProperty(bare, "webkitRelativePath", { value: path });
}

/** Options that keep the slices given. */
function keeping(change: Partial<ReadOptions> = {}): ReadOptions & { slices: PickedFile[][] } {
  const slices: PickedFile[][] = [];
  return {
    notes: new ReadingNotes(),
    isCompanion: companions(["*.tmp"]),
    take: (files) => void slices.push([...files]),
    pause: () => Promise.resolve(),
    ...change,
    slices,
  };
}

test("files are handed over with their paths", async () => {
  const options = keeping();
  const files = [picked("F/b.range"), picked("F/a/z.000")];
  await chosenFiles(files).read(options);
  expect(options.slices.flat()).toEqual([
    { path: "F/b.range", file: files[0] },
    { path: "F/a/z.000", file: files[1] },
  ]);
});

test("companions are passed over, and counted", async () => {
  const options = keeping();
  const names = ["F/._a.range", "F/a.range", "F/Thumbs.db", "F/x.tmp", "F/$RECYCLE.BIN/b.range"];
  await chosenFiles(names.map(picked)).read(options);
  expect(options.slices.flat().map(({ path }) => path)).toEqual(["F/a.range"]);
  expect(options.notes.reading).toMatchObject({ leftOut: [], companions: 4 });
});

test("20,000 files let the page paint after every 2,000", async () => {
  let pauses = 0;
  const options = keeping({ pause: () => Promise.resolve(void (pauses += 1)) });
  const list = Array.from({ length: 20_000 }, (_, i) => picked(`F/${i}.000`));
  await chosenFiles(list).read(options);
  expect(options.slices.flat()).toHaveLength(20_000);
  expect(Math.max(...options.slices.map(({ length }) => length))).toBe(2000);
  expect(pauses).toBe(10);
});

test("reading ends when another folder is picked", async () => {
  const abort = new AbortController();
  const options = keeping({
    pause: () => Promise.resolve(abort.abort()),
    signal: abort.signal,
  });
  const list = Array.from({ length: 5000 }, (_, i) => picked(`F/${i}.000`));
  await expect(chosenFiles(list).read(options)).rejects.toBe(abort.signal.reason);
  expect(options.slices).toHaveLength(1);
});
