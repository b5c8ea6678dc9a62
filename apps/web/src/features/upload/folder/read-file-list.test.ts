import { expect, test } from "vitest";
import { readFileList } from "./read-file-list.ts";

function picked(path: string, bytes = 1): File {
  const file = new File([new Uint8Array(bytes)], path.slice(path.lastIndexOf("/") + 1));
  return Object.defineProperty(file, "webkitRelativePath", { value: path });
}

const quiet = { onProgress: () => {}, pause: () => Promise.resolve() };

test("files come in the order of their paths, with their sizes", async () => {
  const files = await readFileList([picked("F/b.range", 3), picked("F/a/z.000")], quiet);
  expect(files.map(({ path, size }) => [path, size])).toEqual([
    ["F/a/z.000", 1],
    ["F/b.range", 3],
  ]);
});

test("20,000 files leave the page room to breathe and tell how far they are", async () => {
  const told: number[] = [];
  let pauses = 0;
  const list = Array.from({ length: 20_000 }, (_, i) => picked(`F/${i}.000`));
  const files = await readFileList(list, {
    onProgress: (n) => told.push(n),
    pause: () => Promise.resolve(void (pauses += 1)),
  });
  expect(files).toHaveLength(20_000);
  expect(pauses).toBeGreaterThanOrEqual(20);
  expect(told.at(-1)).toBe(20_000);
});

test("reading ends when another folder is chosen", async () => {
  const abort = new AbortController();
  const list = Array.from({ length: 2000 }, (_, i) => picked(`F/${i}.000`));
  const reading = readFileList(list, {
    ...quiet,
    onProgress: () => abort.abort(),
    signal: abort.signal,
  });
  await expect(reading).rejects.toBe(abort.signal.reason);
});
