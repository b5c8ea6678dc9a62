import { beforeEach, expect, test } from "vitest";
import { companions } from "@swath/survey";
import { forgetWorkOfOthers, persistedWork } from "../../platform/persisted-work.ts";
import { privateFolder } from "../testing/private-folder.ts";
import { savedFolders, needsNoFolder } from "./use-saved-folder.ts";
import { chosenHandle, type PickedFile, ReadingNotes } from "./read-folder.ts";

beforeEach(() => forgetWorkOfOthers(""));

const DAY_MS = 24 * 3600 * 1000;
const FILES = new Map([
  ["FL000123_045/plan.kmz", new Uint8Array([1, 2, 3])],
  ["FL000123_045/POS/GPS.000", new Uint8Array([4])],
]);

const refusing = () => Promise.reject(new Error("no space"));

async function readAll(
  folder: FileSystemDirectoryHandle,
  notes = new ReadingNotes(),
): Promise<PickedFile[]> {
  const files: PickedFile[] = [];
  await chosenHandle(folder).read({
    notes,
    isCompanion: companions(),
    take: (slice) => files.push(...slice),
    pause: () => Promise.resolve(),
  });
  return files;
}

test("upload-screen/K1 the folder of an upload is found again, and read with all below it", async () => {
  const folders = savedFolders(persistedWork("anna"));
  await folders.keep("one", await privateFolder(FILES));
  const found = await folders.read("one");
  const files = await readAll(found!);
  expect(files.map(({ path, file }) => `${path} ${file.size}`).toSorted()).toEqual([
    "FL000123_045/POS/GPS.000 1",
    "FL000123_045/plan.kmz 3",
  ]);
  expect(await folders.read("two")).toBeUndefined();
  expect(await savedFolders(persistedWork("bea")).read("one")).toBeUndefined();
});

test("more files than one slice are all read, and a folder that is dropped is read no further", async () => {
  const many = new Map(
    Array.from({ length: 250 }, (_, i) => [`FL000123_045/${i}.laz`, new Uint8Array([1])]),
  );
  const folder = await privateFolder(many);
  expect(await readAll(folder)).toHaveLength(250);
  const abort = new AbortController();
  const reading = chosenHandle(folder).read({
    notes: new ReadingNotes(),
    isCompanion: companions(),
    take: () => abort.abort(),
    pause: () => Promise.resolve(),
    signal: abort.signal,
  });
  await expect(reading).rejects.toMatchObject({ name: "AbortError" });
});

test("what cannot be opened is named, empty folders are told, and companions passed over", async () => {
  const folder = await privateFolder(
    new Map([...FILES, ["FL000123_045/._plan.kmz", new Uint8Array([1])]]),
  );
  await folder.getDirectoryHandle("FL000123_02", { create: true });
  const lost = await folder.getFileHandle("lost.laz", { create: true });
  const values = folder.values.bind(folder);
  folder.values = async function* () {
    for await (const handle of values()) {
      if (handle.name === "lost.laz") await folder.removeEntry("lost.laz");
      yield handle;
    }
  } as typeof folder.values;
  const notes = new ReadingNotes();
  const files = await readAll(folder, notes);
  expect(files.map(({ path }) => path).toSorted()).toEqual([
    "FL000123_045/POS/GPS.000",
    "FL000123_045/plan.kmz",
  ]);
  expect(notes.reading).toEqual({
    leftOut: [
      { path: `FL000123_045/${lost.name}`, reason: "unreadable", detail: "gone, or not readable" },
    ],
    followed: [],
    folders: expect.arrayContaining(["FL000123_045", "FL000123_045/FL000123_02"]),
    companions: 1,
  });
});

test("upload-screen/K2 a folder is forgotten after 30 days, also that of another upload", async () => {
  let now = 100 * DAY_MS;
  const folders = savedFolders(persistedWork("anna"), () => now);
  await folders.keep("one", await privateFolder(FILES));
  now += 30 * DAY_MS;
  expect(await folders.read("one")).toBeDefined();
  now += 1;
  expect(await folders.read("another")).toBeUndefined();
  now = 100 * DAY_MS;
  expect(await folders.read("one")).toBeUndefined();
});

test("upload-screen/K2 it is needed until the upload is over, and what is not begun has none to forget", () => {
  expect(needsNoFolder("UPLOAD_STALLED")).toBe(false);
  expect(needsNoFolder("UPLOADING")).toBe(false);
  expect(needsNoFolder("READY_FOR_UPLOAD")).toBe(false);
  expect(needsNoFolder("DATA_READY")).toBe(true);
  expect(needsNoFolder("UPLOAD_CANCELLED")).toBe(true);
});

test("upload-screen/K3 what is no folder, or of a browser that keeps nothing, is none", async () => {
  await persistedWork("anna").keep("upload-folder", "one", { folder: "text", since: Date.now() });
  expect(await savedFolders(persistedWork("anna")).read("one")).toBeUndefined();
  const folders = savedFolders({ readAll: refusing, keep: refusing, drop: refusing });
  await folders.keep("one", await privateFolder(FILES));
  expect(await folders.read("one")).toBeUndefined();
});
