import { randomUUID } from "node:crypto";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { ListMultipartUploadsCommand, S3Client } from "@aws-sdk/client-s3";
import { PROBE_PATH } from "@swath/contract/settings";
import { expect, test } from "vitest";
import { systemClock } from "./clock/clock.ts";
import { objectStoreConformance } from "./object-store/testing/conformance.ts";
import { openObjectStore } from "./open-store.ts";
import { engineOptions, engineSetting } from "./object-store/testing/engine-options.ts";

const ORIGIN = "http://swath.example:4680";
const run = randomUUID().slice(0, 8);
const buckets = [`swath-uploads-${run}`, `swath-lidar-${run}`] as const;

const options = () => engineOptions(buckets[0], [ORIGIN], [buckets[1]]);

objectStoreConformance("the S3 store on Ceph", async () => ({
  store: await openObjectStore(options(), systemClock),
  origin: engineSetting("S3_ENDPOINT"),
  buckets,
  tooLargeStatus: 400,
  verifiesPosts: false,
  holdsForeignKeys: true,
  storageClass: "COLD",
  close: async () => {},
}));

async function preflight(origin: string): Promise<string | null> {
  const reply = await fetch(`${engineSetting("S3_ENDPOINT")}/${buckets[0]}`, {
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

test("pages of the portal, and no others, may fetch a picture by its address", async () => {
  const store = await openObjectStore(options(), systemClock);
  await store.ensureBuckets(buckets);
  await store.write(buckets[1], "relief.png", [Buffer.from("picture")], { size: 7 });
  const ticket = { bucket: buckets[1], key: "relief.png", fileName: "relief.png" };
  const address = await store.presignGet({ ...ticket, expiresInSeconds: 60 });
  const fetchedFrom = async (origin: string) => {
    const reply = await fetch(address, { headers: { origin } });
    return [reply.status, await reply.text(), reply.headers.get("access-control-allow-origin")];
  };
  expect(await fetchedFrom(ORIGIN)).toEqual([200, "picture", ORIGIN]);
  expect(await fetchedFrom("http://evil.example")).toEqual([200, "picture", null]);
});

/** All that comes back of a connection on which two calls were made at once. */
async function answersOf(path: string): Promise<string> {
  const { hostname, port, host } = new URL(engineSetting("S3_ENDPOINT"));
  const socket = connect(Number(port), hostname);
  const call = (more: string) => `HEAD ${path} HTTP/1.1\r\nhost: ${host}\r\n${more}\r\n`;
  socket.write(call("") + call("connection: close\r\n"));
  return text(socket);
}

test("the call that tries an address leaves its connection to the next one", async () => {
  const answers = await answersOf(PROBE_PATH);
  const ends = answers.split("\r\n\r\n");
  expect(ends.map((each) => each.slice(0, 8))).toEqual(["HTTP/1.1", "HTTP/1.1", ""]);
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
    endpoint: engineSetting("S3_ENDPOINT"),
    region: engineSetting("S3_REGION"),
    forcePathStyle: true,
    credentials: {
      accessKeyId: engineSetting("S3_ACCESS_KEY"),
      secretAccessKey: engineSetting("S3_SECRET_KEY"),
    },
  });
  const left = await client.send(new ListMultipartUploadsCommand({ Bucket: buckets[0] }));
  expect(left.Uploads ?? []).toEqual([]);
});

test("a store that does not answer is told as unavailable", async () => {
  const store = await openObjectStore(
    { ...options(), endpoint: "http://127.0.0.1:1" },
    systemClock,
  );
  await expect(store.ping()).rejects.toMatchObject({ code: "STORE_UNAVAILABLE" });
  await expect(store.head(buckets[0], "a")).rejects.toMatchObject({ code: "STORE_UNAVAILABLE" });
});

test("a wrong secret is neither a missing object nor an outage", async () => {
  const store = await openObjectStore({ ...options(), secretKey: "wrong" }, systemClock);
  await expect(store.read(buckets[0], "a")).rejects.toMatchObject({
    name: "SignatureDoesNotMatch",
  });
});

test("forms go to the store's public address", async () => {
  const store = await openObjectStore(
    { ...options(), publicEndpoint: "https://store.example" },
    systemClock,
  );
  const ticket = { bucket: buckets[0], key: "a", size: 1, checksum: "AAAA", expiresInSeconds: 60 };
  expect((await store.presignPost(ticket)).url).toBe(`https://store.example/${buckets[0]}`);
});
