import { describe, expect, test } from "vitest";
import { type ReadyObject, ReadyObjects } from "./ready-objects.ts";

const MB = 1_048_576;
let serial = 0;

function object(size: number): ReadyObject {
  const prepared = { body: { size }, checksum: "", segments: [] };
  return { attempt: { index: serial++ }, prepared, heldBytes: size };
}

function filled(largePosts: number, ...sizes: readonly number[]): ReadyObjects {
  const objects = new ReadyObjects(() => largePosts);
  for (const size of sizes) objects.add(object(size));
  return objects;
}

function startable(objects: ReadyObjects): number {
  let count = 0;
  while (objects.next() !== undefined) count++;
  return count;
}

describe("ready objects", () => {
  test("send/B1 four ready or in preparation are enough", () => {
    const objects = filled(2, 50 * MB, 50 * MB);
    expect(objects.mayPrepare(1)).toBe(true);
    expect(objects.mayPrepare(2)).toBe(false);
  });

  test("send/B2 a ninth waiting entry is a fault of the program", () => {
    const objects = filled(1, ...Array.from({ length: 8 }, () => MB));
    expect(() => objects.add(object(MB))).toThrow("BlobToUpload queue is overflowed");
  });

  test("send/B3 large objects go as many at once as the link is worth, small ones up to six in all", () => {
    expect(startable(filled(1, 50 * MB, 50 * MB, 50 * MB))).toBe(1);
    expect(startable(filled(2, 50 * MB, 50 * MB, 50 * MB))).toBe(2);
    expect(startable(filled(2, ...Array.from({ length: 8 }, () => MB)))).toBe(6);
    expect(startable(filled(1, 50 * MB, 50 * MB, MB, MB))).toBe(3);
    expect(startable(filled(1, 8 * MB, 8 * MB))).toBe(1);
  });

  test("send/B3 a large object makes no seventh post", () => {
    const smalls = Array.from({ length: 6 }, () => MB);
    expect(startable(filled(2, ...smalls, 50 * MB))).toBe(6);
  });

  test("send/B3 another large object goes once the link is worth more", () => {
    let largePosts = 2;
    const objects = new ReadyObjects(() => largePosts);
    for (let i = 0; i < 4; i++) objects.add(object(50 * MB));
    expect(startable(objects)).toBe(2);
    largePosts = 3;
    expect(startable(objects)).toBe(1);
  });

  test("send/B4 a small object passes a large one that must wait, and a place is given back", () => {
    const objects = filled(1, 50 * MB, 60 * MB, MB);
    const first = objects.next()!;
    expect(first.prepared.body.size).toBe(50 * MB);
    expect(objects.next()!.prepared.body.size).toBe(MB);
    expect(objects.next()).toBeUndefined();
    objects.done(first);
    expect(objects.next()!.prepared.body.size).toBe(60 * MB);
  });
});
