import { describe, expect, test } from "vitest";
import { folder, UploadScene } from "../../testing/upload-scene.ts";
import { FullStore, RateLimit, type ReadyObject, ReadyObjects } from "./ready-objects.ts";

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

const LONGEST = 1;

test("a store with room takes as many posts as there are", () => {
  const store = new FullStore();
  expect(store.mayPost(5, 0)).toBe(true);
  expect(store.isFull).toBe(false);
});

test("send/F1 a full store is left alone for 1 s, doubling to 30 s", () => {
  const store = new FullStore();
  let now = 0;
  for (const wait of [1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000]) {
    store.refused(now, LONGEST);
    expect(store.mayPost(0, now + wait - 1)).toBe(false);
    now += wait;
    expect(store.mayPost(0, now)).toBe(true);
  }
});

test("send/F1 what was under way then counts as one refusal", () => {
  const store = new FullStore();
  store.refused(0, LONGEST);
  store.refused(900, LONGEST);
  expect(store.mayPost(0, 1_000)).toBe(true);
});

test("send/F2 then one post is tried alone", () => {
  const store = new FullStore();
  store.refused(0, LONGEST);
  expect(store.mayPost(1, 1_000)).toBe(false);
  expect(store.mayPost(0, 1_000)).toBe(true);
});

test("send/F3 one that began after the refusal and was stored ends it, and no other does", () => {
  const store = new FullStore();
  store.refused(100, LONGEST);
  store.stored(99);
  expect(store.isFull).toBe(true);
  store.stored(1_100);
  expect(store.isFull).toBe(false);
  expect(store.mayPost(5, 1_200)).toBe(true);
  store.refused(2_000, LONGEST);
  expect(store.mayPost(0, 3_000)).toBe(true);
});

const MILLION = 1_000_000;
const SECOND = 1_000;

describe("the limit", () => {
  test("send/R1 lets a post start, and the next one when the rate has paid for it", () => {
    const limit = new RateLimit();
    expect(limit.mayStart(0, 2 * MILLION)).toBe(true);
    limit.started(4 * MILLION, 0, 2 * MILLION);
    expect(limit.mayStart(1_999, 2 * MILLION)).toBe(false);
    expect(limit.mayStart(2_000, 2 * MILLION)).toBe(true);
  });

  test("send/R2 takes an hour without posts for no credit", () => {
    const limit = new RateLimit();
    limit.started(MILLION, 0, MILLION);
    expect(limit.mayStart(3_600 * SECOND, MILLION)).toBe(true);
    limit.started(10 * MILLION, 3_600 * SECOND, MILLION);
    expect(limit.mayStart(3_607 * SECOND, MILLION)).toBe(false);
    expect(limit.mayStart(3_608 * SECOND, MILLION)).toBe(true);
  });

  test("send/R3 follows the rate as it changes, and owes nothing without one", () => {
    const limit = new RateLimit();
    limit.started(100 * MILLION, 0, MILLION);
    expect(limit.mayStart(SECOND, 50 * MILLION)).toBe(false);
    expect(limit.mayStart(2 * SECOND, 50 * MILLION)).toBe(true);
    limit.started(1_000 * MILLION, 2 * SECOND, 50 * MILLION);
    expect(limit.mayStart(2_001, undefined)).toBe(true);
  });
});

describe("an upload with a limit", () => {
  test.each([
    ["of files in pieces", [{ name: "a.laz", size: 400 * MILLION, zipped: false }]],
    [
      "of small files in bundles",
      Array.from({ length: 600 }, (_, n) => ({
        name: `${n}.laz`,
        size: MILLION / 2,
        zipped: false,
      })),
    ],
  ])("%s keeps it within 10 percent over a minute", async (_, files) => {
    const scene = new UploadScene();
    scene.bytesPerSecond = 4 * MILLION;
    const uploader = scene.open();
    void uploader.start(folder(...files));
    await scene.reach(uploader, "UPLOADING");
    const sent = () => uploader.getSnapshot().progress.completedBytes;
    await scene.clock.advance(5 * SECOND);
    const before = sent();
    await scene.clock.advance(60 * SECOND);
    const rate = (sent() - before) / 60;
    expect(rate).toBeGreaterThan(3.6 * MILLION);
    expect(rate).toBeLessThan(4.4 * MILLION);
    scene.bytesPerSecond = undefined;
    await scene.clock.advance(20 * SECOND);
    await scene.settle(uploader);
    expect(uploader.getSnapshot().status).toBe("DATA_READY");
  });
});
