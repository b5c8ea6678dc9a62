import { PART_BYTES } from "@swath/contract/uploads";
import { expect, test } from "vitest";
import type { SourceHasher } from "../../ports/preparer.ts";
import { compareContent } from "./compare-drive.ts";

/** Hashes a range to its path and place; records what was read. */
function hasherOf(fault?: string) {
  const read: string[] = [];
  const hasher: SourceHasher = {
    hash: async ({ path }, { offset, length }) => {
      read.push(`${path} ${offset}+${length}`);
      if (path === fault) return { unreadable: path, reason: "gone" };
      return `${path}:${offset / PART_BYTES}`;
    },
    stateOf: async () => "unchanged",
    close: () => {},
  };
  return { hasher, read };
}

const file = (path: string, size: number, xxh128: readonly string[]) => ({
  file: { path, size },
  xxh128,
});
const { signal } = new AbortController();
const onProgress = (): void => {};

test("drive/C1 a file is equal where each part has the stored checksum, the last one shorter", async () => {
  const { hasher, read } = hasherOf();
  const files = [file("F/a", PART_BYTES + 5, ["F/a:0", "F/a:1"]), file("F/b", 7, ["other"])];
  const bytes: number[] = [];
  const outcome = await compareContent(files, {
    hasher,
    signal,
    onProgress: (done) => bytes.push(done),
  });
  const equality = new Map([
    ["F/a", true],
    ["F/b", false],
  ]);
  expect(outcome).toEqual({ kind: "compared", equality });
  expect(read).toEqual([`F/a 0+${PART_BYTES}`, `F/a ${PART_BYTES}+5`, "F/b 0+7"]);
  expect(bytes).toEqual([PART_BYTES, PART_BYTES + 5, PART_BYTES + 5, PART_BYTES + 12]);
});

test("drive/C2 nothing is read of a file after the part that differs", async () => {
  const { hasher, read } = hasherOf();
  const files = [file("F/a", 2 * PART_BYTES, ["other", "F/a:1"])];
  await compareContent(files, { hasher, signal, onProgress });
  expect(read).toHaveLength(1);
});

test("drive/C3 a file of another number of parts is not equal, and not read", async () => {
  const { hasher, read } = hasherOf();
  const files = [file("F/a", PART_BYTES, ["F/a:0", "F/a:1"])];
  const outcome = await compareContent(files, { hasher, signal, onProgress });
  expect(outcome).toEqual({ kind: "compared", equality: new Map([["F/a", false]]) });
  expect(read).toEqual([]);
});

test("drive/C4 a file that cannot be read ends the comparison, and is named", async () => {
  const { hasher, read } = hasherOf("F/a");
  const files = [file("F/a", 3, ["F/a:0"]), file("F/b", 3, ["F/b:0"])];
  const outcome = await compareContent(files, { hasher, signal, onProgress });
  expect(outcome).toEqual({ kind: "unreadable", path: "F/a", reason: "gone" });
  expect(read).toHaveLength(1);
});

test("drive/C5 nothing is read once the comparison was aborted", async () => {
  const { hasher, read } = hasherOf();
  const abort = new AbortController();
  const files = [file("F/a", 3, ["F/a:0"]), file("F/b", 3, ["F/b:0"])];
  const outcome = await compareContent(files, {
    hasher,
    signal: abort.signal,
    onProgress: () => abort.abort(),
  });
  expect(outcome).toEqual({ kind: "aborted" });
  expect(read).toHaveLength(1);
});
