import Fastify from "fastify";
import { expect, test } from "vitest";
import type { StoredObject } from "../../platform/object-store/object-store.ts";
import { ObjectLooker, placesOf } from "./store-events.ts";
import { serveStoreEvents } from "./store-events.routes.ts";

const record = (key: string, bucket = "data") => ({
  eventName: "ObjectCreated:Put",
  s3: { bucket: { name: bucket }, object: { key, size: 999 } },
});

test("events of S3, Ceph and MinIO, and of EventBridge, name their objects", () => {
  expect(placesOf({ Records: [record("a/b+c%2Bd%C3%A9.laz"), record("x", "other")] })).toEqual([
    { bucket: "data", key: "a/b c+dé.laz" },
    { bucket: "other", key: "x" },
  ]);
  const detail = { bucket: { name: "data" }, object: { key: "a b+c", size: 1 } };
  expect(placesOf({ "detail-type": "Object Created", detail })).toEqual([
    { bucket: "data", key: "a b+c" },
  ]);
});

const byCeph = (key: string) => ({ eventSource: "ceph:s3", ...record(key) });

test("a key that Ceph wrote as it is, is looked at as it is, and as a later release may have encoded it", () => {
  expect(placesOf({ Records: [byCeph("a b+c%41.laz"), byCeph("50%"), byCeph("x")] })).toEqual([
    { bucket: "data", key: "a b cA.laz" },
    { bucket: "data", key: "a b+c%41.laz" },
    { bucket: "data", key: "50%" },
    { bucket: "data", key: "x" },
  ]);
});

test("what is no event is none, and a key that cannot be read is left out", () => {
  expect(placesOf({ Records: [record("%E0%A4%A")] })).toEqual([]);
  for (const body of [undefined, null, [], {}, { Records: [{}] }, { Records: "x" }])
    expect(placesOf(body)).toBeUndefined();
  expect(placesOf({ Records: Array.from({ length: 1_001 }, () => record("a")) })).toBeUndefined();
});

function rig(head: (bucket: string, key: string) => Promise<StoredObject | undefined>) {
  const changes: unknown[] = [];
  const errors: unknown[] = [];
  const looker = new ObjectLooker({
    store: { head },
    recorder: {
      stored: (bucket, { key, size }) => changes.push({ bucket, key, size }),
      removed: (bucket, [key]) => changes.push({ bucket, key, size: undefined }),
    },
    buckets: new Set(["data"]),
    onError: (error) => errors.push(error),
  });
  return { looker, changes, errors };
}

const stored = (key: string, size: number): StoredObject => ({
  key,
  size,
  modified: new Date(0),
  version: "1",
  storageClass: null,
  checksums: {},
});

test("the store's own word is kept, whatever an event says", async () => {
  const { looker, changes } = rig(async (_bucket, key) =>
    key === "there" ? stored(key, 7) : undefined,
  );
  looker.look([
    { bucket: "data", key: "there" },
    { bucket: "data", key: "gone" },
    { bucket: "secret", key: "there" },
  ]);
  await expect.poll(() => changes).toHaveLength(2);
  expect(changes).toEqual([
    { bucket: "data", key: "there", size: 7 },
    { bucket: "data", key: "gone", size: undefined },
  ]);
});

test("a flood of events is looked at a few at a time, equal ones once, the rest is the scan's", async () => {
  const open: (() => void)[] = [];
  let most = 0;
  let looks = 0;
  const { looker } = rig(async () => {
    looks++;
    await new Promise<void>((resolve) => open.push(resolve));
    return undefined;
  });
  const flood = Array.from({ length: 30_000 }, (_, at) => ({ bucket: "data", key: `${at}` }));
  looker.look(flood);
  looker.look(flood.slice(100, 200));
  while (open.length > 0) {
    most = Math.max(most, open.length);
    for (const resolve of open.splice(0)) resolve();
    await new Promise((resolve) => setImmediate(resolve));
  }
  expect(most).toBeLessThanOrEqual(8);
  expect(looks).toBeLessThanOrEqual(20_008);
  expect(looks).toBeGreaterThan(19_000);
});

test("a store that does not answer costs the events, and no process", async () => {
  const { looker, errors } = rig(() => Promise.reject(new Error("away")));
  looker.look([{ bucket: "data", key: "a" }]);
  await expect.poll(() => errors).toHaveLength(1);
});

const basic = (password: string) => `Basic ${Buffer.from(`swath:${password}`).toString("base64")}`;

test("only who has the token may send events; without one nobody may", async () => {
  const { looker, changes } = rig(async (_bucket, key) => stored(key, 1));
  const app = Fastify();
  app.setErrorHandler((error, _request, reply) => reply.status(400).send(String(error)));
  serveStoreEvents(app, { token: "of the store's events", looker });
  const send = (authorization?: string) =>
    app.inject({
      method: "POST",
      url: "/store-events",
      payload: { Records: [record("a")] },
      headers: authorization === undefined ? {} : { authorization },
    });
  for (const wrong of [undefined, "Bearer another", basic("another"), "Basic !!"])
    expect((await send(wrong)).statusCode).toBe(400);
  expect(changes).toEqual([]);
  for (const right of ["Bearer of the store's events", basic("of the store's events")])
    expect((await send(right)).statusCode).toBe(204);
  await expect.poll(() => changes).toHaveLength(2);
  const closed = Fastify();
  serveStoreEvents(closed, { token: undefined, looker });
  expect((await closed.inject({ method: "POST", url: "/store-events" })).statusCode).toBe(404);
});
