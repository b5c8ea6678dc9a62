import { randomUUID } from "node:crypto";
import { ListMultipartUploadsCommand, S3Client } from "@aws-sdk/client-s3";
import { expect, test } from "vitest";
import { systemClock } from "../clock.ts";
import { objectStoreConformance } from "./conformance.ts";
import { openObjectStore, type ObjectStoreOptions } from "./from-config.ts";

/** The engine under test, from the environment that its runner sets. */
function setting(name: string): string {
  const value = process.env[name];
  if (value === undefined || value === "")
    throw new Error(`${name} is not set: the engine tests need a running S3 store (tools/engines)`);
  return value;
}

const ORIGIN = "http://swath.example:4680";
const run = randomUUID().slice(0, 8);
const buckets = [`swath-uploads-${run}`, `swath-lidar-${run}`] as const;

function options(): ObjectStoreOptions {
  return {
    kind: "s3",
    endpoint: setting("S3_ENDPOINT"),
    region: setting("S3_REGION"),
    accessKey: setting("S3_ACCESS_KEY"),
    secretKey: setting("S3_SECRET_KEY"),
    wireChecksum: "md5",
    postBucket: buckets[0],
    corsOrigins: [ORIGIN],
  };
}

objectStoreConformance("the S3 store on Ceph", async () => ({
  store: await openObjectStore(options(), systemClock),
  origin: setting("S3_ENDPOINT"),
  buckets,
  tooLargeStatus: 400,
  verifiesPosts: false,
  holdsForeignKeys: true,
  storageClass: "COLD",
  close: async () => {},
}));

async function preflight(origin: string): Promise<string | null> {
  const reply = await fetch(`${setting("S3_ENDPOINT")}/${buckets[0]}`, {
    method: "OPTIONS",
    headers: {
      origin,
      "access-control-request-method": "POST",
      "access-control-request-headers": "content-type",
    },
  });
  return reply.headers.get("access-control-allow-origin");
}

test("pages of the portal, and no others, may post to the uploads bucket", async () => {
  expect(await preflight(ORIGIN)).toBe(ORIGIN);
  expect(await preflight("http://evil.example")).toBeNull();
});

async function* failing(): AsyncGenerator<Buffer> {
  yield Buffer.alloc(40_000_000);
  throw new Error("the source failed");
}

test("a write that fails leaves no part of it in the store", async () => {
  const store = await openObjectStore(options(), systemClock);
  await expect(store.write(buckets[0], "failed", failing(), { size: 60_000_000 })).rejects.toThrow(
    "the source failed",
  );
  const client = new S3Client({
    endpoint: setting("S3_ENDPOINT"),
    region: setting("S3_REGION"),
    forcePathStyle: true,
    credentials: {
      accessKeyId: setting("S3_ACCESS_KEY"),
      secretAccessKey: setting("S3_SECRET_KEY"),
    },
  });
  const left = await client.send(new ListMultipartUploadsCommand({ Bucket: buckets[0] }));
  expect(left.Uploads ?? []).toEqual([]);
});

test("a store that does not answer is told as unavailable", async () => {
  const store = await openObjectStore(
    { ...options(), endpoint: "http://127.0.0.1:1" } as ObjectStoreOptions,
    systemClock,
  );
  await expect(store.ping()).rejects.toMatchObject({ code: "STORE_UNAVAILABLE" });
  await expect(store.head(buckets[0], "a")).rejects.toMatchObject({ code: "STORE_UNAVAILABLE" });
});

test("a wrong secret is neither a missing object nor an outage", async () => {
  const store = await openObjectStore(
    { ...options(), secretKey: "wrong" } as ObjectStoreOptions,
    systemClock,
  );
  await expect(store.read(buckets[0], "a")).rejects.toMatchObject({
    name: "SignatureDoesNotMatch",
  });
});

test("forms go to the store's public address", async () => {
  const store = await openObjectStore(
    { ...options(), publicEndpoint: "https://store.example" } as ObjectStoreOptions,
    systemClock,
  );
  const ticket = { bucket: buckets[0], key: "a", size: 1, checksum: "AAAA", expiresInSeconds: 60 };
  expect((await store.presignPost(ticket)).url).toBe(`https://store.example/${buckets[0]}`);
});
