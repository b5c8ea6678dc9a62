import { expect, test } from "vitest";
import { measureFiles } from "./page-pauses.ts";

/** Files whose sizes take a while to find out, on a clock of their own. */
function slowFiles(count: number, milliseconds: number) {
  let time = 0;
  const files = Array.from({ length: count }, (_, i) => ({
    get size() {
      time += milliseconds;
      return i;
    },
  }));
  return { files, now: () => time };
}

test("sizes come in the files' order, in slices of 8 ms however slow the disk is", async () => {
  const { files, now } = slowFiles(10, 3);
  const slices: number[][] = [];
  let pauses = 0;
  await measureFiles(files, {
    clock: now,
    take: (sizes) => void slices.push([...sizes]),
    pause: () => Promise.resolve(void (pauses += 1)),
    signal: new AbortController().signal,
  });
  expect(slices).toEqual([[0, 1, 2], [3, 4, 5], [6, 7, 8], [9]]);
  expect(pauses).toBe(3);
});

test("measuring ends when the folder is dropped", async () => {
  const { files, now } = slowFiles(10, 10);
  const abort = new AbortController();
  const taken: number[] = [];
  const measuring = measureFiles(files, {
    clock: now,
    take: (sizes) => void taken.push(...sizes),
    pause: () => Promise.resolve(abort.abort()),
    signal: abort.signal,
  });
  await expect(measuring).rejects.toBe(abort.signal.reason);
  expect(taken).toEqual([0]);
});
