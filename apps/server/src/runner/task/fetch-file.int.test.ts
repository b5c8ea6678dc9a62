import { randomBytes } from "node:crypto";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { crc32 } from "node:zlib";
import type { FilePart } from "@swath/contract/processing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { systemClock } from "../../platform/clock/clock.ts";
import type { ObjectStore } from "../../platform/object-store/object-store.ts";
import { openObjectStore } from "../../platform/open-store.ts";
import { fetchFile } from "./fetch-file.ts";

const BUCKET = "processing";
const BYTES = randomBytes(400_000);
const FILE = { path: "a.copc.laz", bucket: BUCKET, key: "a", size: BYTES.length, xxh128: null };
const part = (start: number, end: number): FilePart => [
  start,
  end,
  crc32(BYTES.subarray(start, end)),
];

let folder: string;
let store: ObjectStore;
const ranges: (readonly [number, number])[] = [];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "swath-fetch-"));
  const options = { kind: "file", dataFolder: join(folder, "data"), publicUrl: "" } as const;
  store = await openObjectStore(options, systemClock);
  await store.ensureBuckets([BUCKET]);
  await store.write(BUCKET, "a", [BYTES], { size: BYTES.length });
});
afterAll(() => rm(folder, { recursive: true, force: true }));

let fetched = 0;
async function fetchParts(...parts: FilePart[]) {
  ranges.length = 0;
  const target = join(folder, `${(fetched += 1)}`);
  const watched: ObjectStore = Object.assign(Object.create(store) as ObjectStore, {
    read: (...[bucket, key, options]: Parameters<ObjectStore["read"]>) => {
      if (options?.range !== undefined) ranges.push([options.range.start, options.range.length]);
      return store.read(bucket, key, options);
    },
  });
  const calls = {
    objects: async () => watched,
    storeSeconds: 0,
    signal: new AbortController().signal,
  };
  const fault = await fetchFile({ ...FILE, parts }, target, calls);
  return { fault, bytes: await readFile(target) };
}

test("a file that is needed in parts has these, and holes between them", async () => {
  const { fault, bytes } = await fetchParts(part(300_000, 310_000), part(0, 1_000));
  expect(fault).toBeUndefined();
  expect(ranges).toEqual([
    [0, 1_000],
    [300_000, 10_000],
  ]);
  const expected = Buffer.alloc(BYTES.length);
  for (const [start, end] of [
    [0, 1_000],
    [300_000, 310_000],
  ] as const)
    BYTES.copy(expected, start, start, end);
  expect(bytes.equals(expected)).toBe(true);
});

test("parts beside each other are read at once", async () => {
  const { fault } = await fetchParts(part(0, 1_000), part(1_000, 5_000), part(40_000, 41_000));
  expect(fault).toBeUndefined();
  expect(ranges).toEqual([[0, 41_000]]);
});

test.each([
  ["that differs", [[0, 1_000, 1]]],
  ["that lies beyond its end", [[399_000, 400_001, 0]]],
] as [string, FilePart[]][])("a part %s is a fault of the input", async (_, parts) => {
  const { fault } = await fetchParts(...parts);
  expect(fault).toMatchObject({
    ending: "inputFault",
    file: "a.copc.laz",
    message: "is not what it was: a part of it differs",
  });
});
