import { describe, expect, test } from "vitest";
import { type ReadyObject, ReadyObjects } from "./ready-objects.ts";

const MB = 1_048_576;
let serial = 0;

function object(size: number): ReadyObject {
  const prepared = { body: { size }, checksum: "", segments: [] };
  return { attempt: { index: serial++, offset: 0, length: size }, prepared, heldBytes: size };
}

const limits = (maxPosts: number, maxLargePosts = maxPosts, isUnknown = false) => ({
  isUnknown,
  maxPosts,
  maxLargePosts,
});

function filled(link: ReturnType<typeof limits>, ...sizes: readonly number[]): ReadyObjects {
  const objects = new ReadyObjects(link);
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
    const objects = filled(limits(2), 50 * MB, 50 * MB);
    expect(objects.mayPrepare(1)).toBe(true);
    expect(objects.mayPrepare(2)).toBe(false);
  });

  test("send/B1 before the pace is known only free connections get something", () => {
    const objects = filled(limits(2, 2, true), MB);
    expect(objects.mayPrepare(0)).toBe(true);
    expect(objects.mayPrepare(1)).toBe(false);
    objects.next();
    expect(objects.mayPrepare(0)).toBe(true);
    objects.add(object(MB));
    objects.next();
    expect(objects.mayPrepare(0)).toBe(false);
  });

  test("send/B2 a ninth waiting entry is a fault of the program", () => {
    const objects = filled(limits(1), ...Array.from({ length: 8 }, () => MB));
    expect(() => objects.add(object(MB))).toThrow("BlobToUpload queue is overflowed");
  });

  test("send/B3 as many go at once as the link is worth, fewer of the large ones", () => {
    expect(startable(filled(limits(2), MB, MB, MB))).toBe(2);
    expect(startable(filled(limits(6, 1), 50 * MB, 50 * MB, 50 * MB))).toBe(1);
    expect(startable(filled(limits(6, 1), 50 * MB, 50 * MB, MB, MB))).toBe(3);
    expect(startable(filled(limits(6, 1), 8 * MB, 8 * MB))).toBe(1);
  });

  test("send/B3 a large object makes no seventh post", () => {
    const smalls = Array.from({ length: 6 }, () => MB);
    expect(startable(filled(limits(6, 2), ...smalls, 50 * MB))).toBe(6);
  });

  test("send/B3 another large object goes once the link is worth more", () => {
    const link = { ...limits(6, 2) };
    const objects = new ReadyObjects(link);
    for (let i = 0; i < 4; i++) objects.add(object(50 * MB));
    expect(startable(objects)).toBe(2);
    link.maxLargePosts = 3;
    expect(startable(objects)).toBe(1);
  });

  test("send/B4 a small object passes a large one that must wait, and a place is given back", () => {
    const objects = filled(limits(6, 1), 50 * MB, 60 * MB, MB);
    const first = objects.next()!;
    expect(first.prepared.body.size).toBe(50 * MB);
    expect(objects.next()!.prepared.body.size).toBe(MB);
    expect(objects.next()).toBeUndefined();
    objects.done(first);
    expect(objects.next()!.prepared.body.size).toBe(60 * MB);
  });
});
