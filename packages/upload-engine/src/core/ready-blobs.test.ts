import { describe, expect, test } from "vitest";
import { type ReadyBlob, ReadyBlobs } from "./ready-blobs.ts";

const MB = 1_048_576;
let serial = 0;

function blob(size: number): ReadyBlob {
  const prepared = { body: { size }, checksum: "", segments: [] };
  return { ticket: { index: serial++ }, prepared, held: size };
}

function filled(largePosts: number, ...sizes: readonly number[]): ReadyBlobs {
  const blobs = new ReadyBlobs(() => largePosts);
  for (const size of sizes) blobs.add(blob(size));
  return blobs;
}

function startable(blobs: ReadyBlobs): number {
  let count = 0;
  while (blobs.next() !== undefined) count++;
  return count;
}

describe("ready blobs", () => {
  test("B1 four ready or in preparation are enough", () => {
    const blobs = filled(2, 50 * MB, 50 * MB);
    expect(blobs.mayPrepare(1)).toBe(true);
    expect(blobs.mayPrepare(2)).toBe(false);
  });

  test("B2 a ninth waiting entry is a fault of the program", () => {
    const blobs = filled(1, ...Array.from({ length: 8 }, () => MB));
    expect(() => blobs.add(blob(MB))).toThrow("BlobToUpload queue is overflowed");
  });

  test("B3 large blobs go as many at once as the link is worth, small ones up to six in all", () => {
    expect(startable(filled(1, 50 * MB, 50 * MB, 50 * MB))).toBe(1);
    expect(startable(filled(2, 50 * MB, 50 * MB, 50 * MB))).toBe(2);
    expect(startable(filled(2, ...Array.from({ length: 8 }, () => MB)))).toBe(6);
    expect(startable(filled(1, 50 * MB, 50 * MB, MB, MB))).toBe(3);
  });

  test("B3 another large blob goes once the link is worth more", () => {
    let largePosts = 2;
    const blobs = new ReadyBlobs(() => largePosts);
    for (let i = 0; i < 4; i++) blobs.add(blob(50 * MB));
    expect(startable(blobs)).toBe(2);
    largePosts = 3;
    expect(startable(blobs)).toBe(1);
  });

  test("B4 a small blob passes a large one that must wait, and a place is given back", () => {
    const blobs = filled(1, 50 * MB, 60 * MB, MB);
    const first = blobs.next()!;
    expect(first.prepared.body.size).toBe(50 * MB);
    expect(blobs.next()!.prepared.body.size).toBe(MB);
    expect(blobs.next()).toBeUndefined();
    blobs.done(first);
    expect(blobs.next()!.prepared.body.size).toBe(60 * MB);
  });
});
