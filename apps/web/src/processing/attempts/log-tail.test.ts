import { expect, test } from "vitest";
import {
  EMPTY_TAIL,
  hasBefore,
  PIECE_BYTES,
  readBefore,
  readOn,
  readWhole,
  startOf,
  textOf,
} from "./log-tail.ts";

const line = (n: number): string => `${String(n).padStart(98, ".")}\n`.padStart(100, "x");

/** A log of lines of 100 bytes, which a test lets grow, and how often it was read. */
function logOf(lines: number) {
  const log = {
    text: Array.from({ length: lines }, (_, n) => line(n)).join(""),
    written: "2026-03-14T06:00:00.000Z",
    calls: 0,
  };
  return {
    log,
    grow: (from: number, to: number) => {
      for (let n = from; n < to; n += 1) log.text += line(n);
    },
    read: async ({ start, length }: { start: number; length: number }) => {
      log.calls += 1;
      const text = log.text.slice(start, start + length);
      const { written } = log;
      return { start, end: start + text.length, size: log.text.length, text, written };
    },
  };
}

test("job-pages/P15 of a long log the end is read, from the beginning of a line", async () => {
  const { log, read } = logOf(10_000);
  const tail = await readOn(EMPTY_TAIL, read);
  expect(log.calls).toBe(2);
  expect(textOf(tail).startsWith("x")).toBe(true);
  expect(textOf(tail).endsWith(line(9_999))).toBe(true);
  expect(startOf(tail) % 100).toBe(0);
  expect(textOf(tail).length).toBeLessThanOrEqual(PIECE_BYTES);
});

test("what is written since is appended, and nothing is read twice", async () => {
  const { read, grow } = logOf(3);
  const first = await readOn(EMPTY_TAIL, read);
  expect(textOf(first)).toBe(line(0) + line(1) + line(2));
  grow(3, 5);
  const second = await readOn(first, read);
  expect(textOf(second)).toBe([0, 1, 2, 3, 4].map(line).join(""));
  expect(await readOn(second, read)).toEqual(second);
});

test("job-pages/P16 a log that begins anew is read anew", async () => {
  const { log, read } = logOf(20);
  const tail = await readOn(EMPTY_TAIL, read);
  log.text = "second submission\n";
  expect(textOf(await readOn(tail, read))).toBe("second submission\n");
});

test("job-pages/P18 of a log that is written to without growing the end is read anew", async () => {
  const { log, read } = logOf(10_000);
  const tail = await readOn(EMPTY_TAIL, read);
  log.text = `${log.text.slice(0, -100)}${line(20_000)}`;
  log.written = "2026-03-14T06:00:05.000Z";
  const later = await readOn(tail, read);
  expect(textOf(later).endsWith(line(20_000))).toBe(true);
  const { calls } = log;
  expect(await readOn(later, read)).toEqual(later);
  expect(log.calls).toBe(calls + 1);
});

test("job-pages/P17 what is kept is bounded, however long a log is followed", async () => {
  const { read, grow } = logOf(1);
  let tail = await readOn(EMPTY_TAIL, read);
  let most = 0;
  for (let n = 1; n < 20_000; n += 500) {
    grow(n, n + 500);
    tail = await readOn(tail, read);
    most = Math.max(most, textOf(tail).length);
  }
  expect(most).toBeLessThanOrEqual(262_144 + PIECE_BYTES);
  expect(textOf(tail).endsWith(line(20_000))).toBe(true);
  grow(20_001, 30_000);
  const far = await readOn(tail, read);
  expect(textOf(far).length).toBeLessThanOrEqual(262_144);
  expect(textOf(far).endsWith(line(29_999))).toBe(true);
});

test("earlier pieces are loaded before, whole lines of them, and stay while more follows", async () => {
  const { read, log, grow } = logOf(3_000);
  const tail = await readOn(EMPTY_TAIL, read);
  const more = await readBefore(tail, read);
  expect(startOf(more)).toBeLessThan(startOf(tail));
  expect(textOf(more)).toBe(log.text.slice(startOf(more)));
  let all = more;
  while (hasBefore(all)) all = await readBefore(all, read);
  expect(textOf(all)).toBe(log.text);
  grow(3_000, 3_010);
  expect(textOf(await readOn(all, read))).toBe(log.text);
});

test("a whole log is read to its end", async () => {
  const { read, log } = logOf(9_000);
  expect((await readWhole(read)).join("")).toBe(log.text);
  log.text = "";
  expect(await readWhole(read)).toEqual([""]);
});
