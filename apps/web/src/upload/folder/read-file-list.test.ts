import { expect, test } from "vitest";
import { companions } from "@swath/survey";
import { type PickedFile, ReadingNotes, type ReadOptions } from "./picked-file.ts";
import { readFileList } from "./read-file-list.ts";

function picked(path: string): File {
  const file = new File(["x"], path.slice(path.lastIndexOf("/") + 1));
  return Object.defineProperty(file, "webkitRelativePath", { value: path });
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
  await readFileList(files, options);
  expect(options.slices.flat()).toEqual([
    { path: "F/b.range", file: files[0] },
    { path: "F/a/z.000", file: files[1] },
  ]);
});

test("companions are passed over, and counted", async () => {
  const options = keeping();
  const names = ["F/._a.range", "F/a.range", "F/Thumbs.db", "F/x.tmp", "F/$RECYCLE.BIN/b.range"];
  await readFileList(names.map(picked), options);
  expect(options.slices.flat().map(({ path }) => path)).toEqual(["F/a.range"]);
  expect(options.notes.reading).toMatchObject({ leftOut: [], companions: 4 });
});

test("20,000 files let the page paint after every 2,000", async () => {
  let pauses = 0;
  const options = keeping({ pause: () => Promise.resolve(void (pauses += 1)) });
  const list = Array.from({ length: 20_000 }, (_, i) => picked(`F/${i}.000`));
  await readFileList(list, options);
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
  await expect(readFileList(list, options)).rejects.toBe(abort.signal.reason);
  expect(options.slices).toHaveLength(1);
});
