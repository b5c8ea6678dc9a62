import { expect, test } from "vitest";
import type { PickedFile, ReadOptions } from "./picked-file.ts";
import { readFileList } from "./read-file-list.ts";

function picked(path: string): File {
  const file = new File(["x"], path.slice(path.lastIndexOf("/") + 1));
  return Object.defineProperty(file, "webkitRelativePath", { value: path });
}

/** Options that keep the slices given. */
function keeping(change: Partial<ReadOptions> = {}): ReadOptions & { slices: PickedFile[][] } {
  const slices: PickedFile[][] = [];
  return {
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
