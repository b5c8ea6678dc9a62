import { randomUUID } from "node:crypto";
import { buffer } from "node:stream/consumers";
import { afterAll, beforeAll, expect, test } from "vitest";
import { engineOptions } from "../object-store/testing/engine-options.ts";
import { bytes, MIB } from "../object-store/testing/subject.ts";
import { openS3Store } from "./open-s3-store.ts";
import type { S3Store } from "./s3-store.ts";
import { openColdProxy } from "./testing/cold-proxy.ts";

const HOUR_MS = 3_600_000;
const bucket = `swath-cold-${randomUUID().slice(0, 8)}`;
let now = Date.parse("2026-11-30T08:00:00Z");
let proxy: Awaited<ReturnType<typeof openColdProxy>>;
let store: S3Store;

beforeAll(async () => {
  const options = engineOptions(bucket);
  proxy = await openColdProxy({ ...options, clock: () => new Date(now) });
  store = openS3Store({ ...options, endpoint: proxy.endpoint });
  await store.ensureBuckets([bucket]);
});
afterAll(() => proxy.close());

const cold = { code: "OBJECT_COLD" };
const put = (key: string, content: Buffer) =>
  store.write(bucket, key, [content], { size: content.length });
const stateOf = async (key: string) => (await store.head(bucket, key))?.cold;
const listed = async (prefix: string) =>
  (await store.list(bucket, { prefix })).objects.map((object) => [
    object.storageClass,
    object.cold?.state,
  ]);

test.each([
  ["small", 100_000],
  ["in parts", 40 * MIB + 3],
])(
  "an object (%s) in GLACIER is refused wherever it is read, until it is restored, and again once that expires",
  async (name, size) => {
    const key = `${name}/ü & <a>.laz`;
    const content = bytes(size);
    const { version, checksums } = await put(key, content);
    const target = { bucket, key, version, storageClass: "GLACIER" };
    expect(await store.moveToClass(target)).toMatchObject({
      size,
      checksums,
      cold: { state: "cold" },
    });
    expect(await listed(`${name}/`)).toEqual([["GLACIER", "cold"]]);
    const other = { bucket, key: `${name}/other` };
    const pieces = [{ key, range: { start: 0, length: 10 } }, { key }];
    await expect(store.read(bucket, key)).rejects.toMatchObject(cold);
    await expect(store.readThrough(bucket, key, () => {})).rejects.toMatchObject(cold);
    await expect(store.copy({ bucket, key }, other)).rejects.toMatchObject(cold);
    await expect(store.join({ bucket, pieces }, other)).rejects.toMatchObject(cold);
    const deeper = { bucket, key, storageClass: "DEEP_ARCHIVE" };
    await expect(store.moveToClass(deeper)).rejects.toMatchObject(cold);

    const order = { days: 2, tier: "Standard" } as const;
    expect((await store.restore({ bucket, key }, order)).cold).toEqual({ state: "restoring" });
    expect((await store.restore({ bucket, key }, order)).cold).toEqual({ state: "restoring" });
    expect(await listed(`${name}/`)).toEqual([["GLACIER", "restoring"]]);
    await expect(store.read(bucket, key)).rejects.toMatchObject(cold);
    now += 5 * HOUR_MS;
    const until = new Date(now - HOUR_MS + 48 * HOUR_MS);
    expect(await stateOf(key)).toEqual({ state: "restored", until });
    expect(await listed(`${name}/`)).toEqual([["GLACIER", "restored"]]);
    expect((await buffer(await store.read(bucket, key))).equals(content)).toBe(true);
    now += 48 * HOUR_MS;
    expect(await stateOf(key)).toEqual({ state: "cold" });
    await expect(store.read(bucket, key)).rejects.toMatchObject(cold);
  },
);

test("what is written anew where a cold object stands can be read", async () => {
  await put("new", bytes(10, 1));
  await store.moveToClass({ bucket, key: "new", storageClass: "DEEP_ARCHIVE" });
  await put("new", bytes(10, 2));
  expect(await stateOf("new")).toBeUndefined();
  expect(await buffer(await store.read(bucket, "new"))).toEqual(bytes(10, 2));
});
