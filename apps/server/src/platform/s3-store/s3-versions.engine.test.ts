import { randomUUID } from "node:crypto";
import { text } from "node:stream/consumers";
import { PutBucketVersioningCommand, S3Client } from "@aws-sdk/client-s3";
import { beforeAll, expect, test } from "vitest";
import { engineOptions, engineSetting } from "../object-store/testing/engine-options.ts";
import { openS3Store, openS3Versions } from "./open-s3-store.ts";

const bucket = `versions-${randomUUID().slice(0, 8)}`;
const options = engineOptions(bucket);
const store = openS3Store(options);
const versions = openS3Versions(options);
const client = new S3Client({
  endpoint: engineSetting("S3_ENDPOINT"),
  region: engineSetting("S3_REGION"),
  forcePathStyle: true,
  credentials: {
    accessKeyId: engineSetting("S3_ACCESS_KEY"),
    secretAccessKey: engineSetting("S3_SECRET_KEY"),
  },
});
const write = (key: string, words: string) =>
  store.write(bucket, key, [Buffer.from(words)], { size: Buffer.byteLength(words) });
const read = async (key: string) => text(await store.read(bucket, key));
async function latest() {
  const found = [];
  for await (const each of versions.latest(bucket, "a/")) found.push(each);
  return found;
}

beforeAll(async () => {
  await store.ensureBuckets([bucket]);
});

test("a bucket keeps versions once that is turned on; those that were replaced and removed stand again as they were", async () => {
  expect(await versions.isVersioned(bucket)).toBe(false);
  await client.send(
    new PutBucketVersioningCommand({
      Bucket: bucket,
      VersioningConfiguration: { Status: "Enabled" },
    }),
  );
  expect(await versions.isVersioned(bucket)).toBe(true);
  await write("a/replaced ü", "first");
  await write("a/removed", "second");
  await write("b/other", "third");
  const before = await latest();
  expect(before.map(({ key, size }) => [key, size])).toEqual([
    ["a/removed", 6],
    ["a/replaced ü", 5],
  ]);
  await write("a/replaced ü", "another");
  await store.remove(bucket, ["a/removed"]);
  expect((await latest()).map(({ key }) => key)).toEqual(["a/replaced ü"]);
  for (const { key, size, versionId } of before) {
    const wanted = { key, size, versionId };
    expect(await versions.has(bucket, wanted)).toBe(true);
    expect(await versions.has(bucket, { ...wanted, size: 1 })).toBe(false);
    const version = await versions.bringBack(bucket, wanted);
    expect((await store.head(bucket, key))?.version).toBe(version);
  }
  expect([await read("a/replaced ü"), await read("a/removed")]).toEqual(["first", "second"]);
  const [first] = before;
  expect(await versions.has(bucket, { ...first!, versionId: "unknown" })).toBe(false);
});

test("of an object with several versions the latest one is listed, once", async () => {
  for (let number = 0; number < 10; number++)
    for (const words of ["one", "two"]) await write(`a/many/${number}`, words);
  const keys = (await latest()).map(({ key }) => key).filter((key) => key.startsWith("a/many/"));
  expect(keys).toHaveLength(10);
  expect(new Set(keys).size).toBe(10);
});
