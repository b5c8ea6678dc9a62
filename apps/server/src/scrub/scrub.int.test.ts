import { sql } from "kysely";
import { afterEach, beforeEach, expect, test } from "vitest";
import { buckets, ScrubScene } from "./testing/scrub-scene.ts";

const DAY_MS = 86_400_000;
let scene: ScrubScene;
beforeEach(async () => {
  scene = await ScrubScene.open();
});
afterEach(() => scene.close());

test("data that stands as it was sealed has no finding, and all its bytes were read", async () => {
  await scene.seedReady(1);
  await scene.scrub();
  expect(await scene.findings()).toEqual([]);
  const [scrubbed] = await scene.db.selectFrom("scrubs").selectAll().execute();
  expect(scrubbed).toMatchObject({ position: 3, ended: expect.any(Date) as Date });
  expect(scrubbed!.bytes).toBe(3 * "the content of a.range".length);
});

test("a flipped byte, a missing file and one of another size are found, and told once", async () => {
  await scene.seedReady(1);
  await scene.flipByte("a.range");
  await scene.store.remove(buckets.lidar, [scene.keyOf("b.range")]);
  const short = Buffer.from("short");
  await scene.store.write(buckets.lidar, scene.keyOf("c.range"), [short], { size: short.length });
  const found = [
    { key: scene.keyOf("a.range"), fault: "content" },
    { key: scene.keyOf("b.range"), fault: "missing" },
    { key: scene.keyOf("c.range"), fault: "size" },
  ];
  await scene.scrub();
  expect(await scene.findings()).toEqual(found);
  await scene.age(31);
  await scene.scrub();
  expect(await scene.findings()).toEqual(found);
  expect(await scene.events("upload.storedFault")).toHaveLength(3);
});

test("what was brought back is no finding any more after the next scrub", async () => {
  await scene.seedReady(1);
  await scene.flipByte("a.range");
  await scene.scrub();
  await scene.sealFile("a.range");
  await scene.age(31);
  await scene.scrub();
  expect(await scene.findings()).toEqual([]);
});

test("data is not read again before its time", async () => {
  await scene.seedReady(1);
  await scene.scrub();
  await scene.flipByte("a.range");
  await scene.age(29);
  await scene.scrub();
  expect(await scene.findings()).toEqual([]);
  await scene.age(2);
  await scene.scrub();
  expect(await scene.findings()).toHaveLength(1);
});

test("a scrub that was interrupted goes on where it was", async () => {
  const id = await scene.seedReady(1);
  const { store } = scene;
  const readThrough = store.readThrough.bind(store);
  let reads = 0;
  store.readThrough = async (bucket, key, ...rest) => {
    if (key.endsWith(".range")) reads += 1;
    if (reads === 2) throw new Error("the store is away");
    return readThrough(bucket, key, ...rest);
  };
  await expect(scene.scrub()).rejects.toThrow("the store is away");
  reads = 10;
  await scene.scrub();
  expect(reads).toBe(12);
  expect(await scene.db.selectFrom("scrubs").select(["upload_id", "position"]).execute()).toEqual([
    { upload_id: id, position: 3 },
  ]);
});

test("what is replaced while it is read is no finding", async () => {
  const id = await scene.seedReady(1);
  await scene.flipByte("a.range");
  const head = scene.store.head.bind(scene.store);
  scene.store.head = async (bucket, key) => {
    await sql`UPDATE uploads SET ready_at = now() WHERE id = ${id}`.execute(scene.db);
    return head(bucket, key);
  };
  await scene.scrub();
  expect(await scene.findings()).toEqual([]);
});

test("data whose update was cancelled is read as well", async () => {
  const id = await scene.seedReady(1);
  await sql`UPDATE uploads SET status = 'UPDATE_CANCELLED' WHERE id = ${id}`.execute(scene.db);
  await sql`UPDATE upload_plans SET settled = false WHERE upload_id = ${id}`.execute(scene.db);
  await scene.flipByte("a.range");
  await scene.scrub();
  expect(await scene.findings()).toHaveLength(1);
});

test("uploads/S1 a place was read when its latest scrub read it, R2 else when its rebuild did", async () => {
  const verified = "2026-11-01T08:00:00.000Z";
  const id = await scene.seedReady(1, verified);
  expect(await scene.timesRead(id)).toEqual([verified, verified, verified]);
  await scene.scrub();
  const first = scene.now.toISOString();
  expect(await scene.timesRead(id)).toEqual([first, first, first]);
  scene.now = new Date(scene.now.getTime() + 31 * DAY_MS);
  await scene.age(31);
  await scene.flipByte("b.range");
  await scene.scrub();
  const second = scene.now.toISOString();
  const [a, b, c] = await scene.timesRead(id);
  expect([a, c]).toEqual([second, second]);
  expect(b).not.toBe(second);
});

test("uploads/S2 of data from before that was written down nothing is known, until it is read", async () => {
  const id = await scene.seedReady(1);
  expect(await scene.timesRead(id)).toEqual([null, null, null]);
  await scene.scrub();
  expect(await scene.timesRead(id)).not.toContain(null);
});

test("uploads/S3 what was stored after it was read was not read", async () => {
  const id = await scene.seedReady(1, "2026-11-01T08:00:00.000Z");
  scene.now = new Date("2026-11-02T08:00:00.000Z");
  await scene.scrub();
  expect(await scene.timesRead(id)).toEqual(Array(3).fill("2026-11-01T08:00:00.000Z"));
});

test("data that is sealed again has not been read by the scrubs before", async () => {
  const id = await scene.seedReady(1);
  await scene.scrub();
  await scene.seal(id, ["a.range", "b.range"]);
  expect(await scene.timesRead(id)).toEqual([null, null]);
});

test("of files that were read in one go one row is kept, however many they are", async () => {
  const id = await scene.seedReady(1);
  await scene.scrub();
  const rows = () =>
    scene.db.selectFrom("stored_readings").selectAll().where("upload_id", "=", id).execute();
  expect(await rows()).toMatchObject([{ from_place: 0, to_place: 3 }]);
});

test("several workers read different uploads at once, each of them once", async () => {
  await scene.seedReady(1);
  await scene.seedReady(2);
  const worker = { serves: false, works: true, host: "a", pid: 1, release: "1" };
  await scene.db.insertInto("processes").values([worker, worker]).execute();
  const { store } = scene;
  const readThrough = store.readThrough.bind(store);
  const { promise: areBothRead, resolve } = Promise.withResolvers<void>();
  const begun = new Set<string>();
  store.readThrough = async (bucket, key, ...rest) => {
    if (!key.endsWith(".range")) return readThrough(bucket, key, ...rest);
    if (begun.add(key.split("/").at(-2)!).size === 2) resolve();
    await areBothRead;
    return readThrough(bucket, key, ...rest);
  };
  await scene.hand.tick("scrub");
  await Promise.all([scene.hand.runAll(), scene.hand.runAll()]);
  const scrubs = await scene.db.selectFrom("scrubs").select("bytes").execute();
  const bytes = 3 * "the content of a.range".length;
  expect(scrubs).toEqual([{ bytes }, { bytes }]);
});

test("what is in cold storage is not read: it has no finding, counts by itself, and was not read then", async () => {
  const id = await scene.seedReady(1);
  await scene.store.moveToClass({
    bucket: buckets.lidar,
    key: scene.keyOf("b.range"),
    storageClass: "GLACIER",
  });
  await scene.scrub();
  expect(await scene.findings()).toEqual([]);
  const [scrubbed] = await scene.db.selectFrom("scrubs").selectAll().execute();
  const bytes = 2 * "the content of a.range".length;
  expect(scrubbed).toMatchObject({ cold: 1, bytes, ended: expect.any(Date) as Date });
  const [a, b, c] = await scene.timesRead(id);
  expect([a === null, b, c === null]).toEqual([false, null, false]);
  const { latest } = await scene.verify(id);
  expect(latest).toMatchObject({ state: "read", files: 3, damaged: 0, cold: 1 });
  expect((await scene.events("upload.verified"))[0]?.detail).toMatchObject({ cold: 1, damaged: 0 });
});
