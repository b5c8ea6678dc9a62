import { sql } from "kysely";
import { afterEach, beforeEach, expect, test } from "vitest";
import { buckets, FOLDER, ScrubScene } from "./testing/scrub-scene.ts";

let scene: ScrubScene;
let id: string;
beforeEach(async () => {
  scene = await ScrubScene.open();
  id = await scene.seedReady(1);
});
afterEach(() => scene.close());

const read = () => scene.call("readVerification", id);
const BYTES = 3 * "the content of a.range".length;

test("an order reads every stored file, and says so to everybody", async () => {
  expect(await read()).toEqual({ latest: null, damaged: [], damagedPlaces: 0 });
  const ordered = await scene.call("verifyStored", id);
  expect(ordered.latest).toMatchObject({ state: "waiting", by: "Crew", ahead: 0, mayCancel: true });
  await scene.hand.runAll();
  const seen = await scene.call("readVerification", id, { subject: "guest", roles: ["guest"] });
  expect(seen.latest).toMatchObject({
    state: "read",
    files: 3,
    bytes: BYTES,
    totalBytes: BYTES,
    damaged: 0,
    mayCancel: false,
    begun: scene.now.toISOString(),
    ended: expect.any(String) as string,
  });
  expect(await scene.timesRead(id)).toEqual(Array(3).fill(scene.now.toISOString()));
});

test("a byte that flipped is named, with the file's place", async () => {
  await scene.flipByte("b.range");
  const { latest, damaged, damagedPlaces } = await scene.verify(id);
  expect(latest).toMatchObject({ state: "read", damaged: 1, files: 3 });
  expect(damagedPlaces).toBe(1);
  expect(damaged).toMatchObject([
    { path: `${FOLDER}/b.range`, bucket: buckets.lidar, fault: "content" },
  ]);
  const [a, b, c] = await scene.timesRead(id);
  expect([a, b, c]).toEqual([scene.now.toISOString(), null, scene.now.toISOString()]);
});

test("a damaged file that is stored again is as sealed after the next order", async () => {
  await scene.flipByte("b.range");
  await scene.verify(id);
  await scene.sealFile("b.range");
  expect(await scene.verify(id)).toMatchObject({ latest: { damaged: 0 }, damaged: [] });
});

test("it is recorded who ordered it, and how it ended", async () => {
  await scene.flipByte("a.range");
  await scene.verify(id);
  expect(await scene.events("upload.verificationOrdered")).toMatchObject([{ subject: "crew" }]);
  expect(await scene.events("upload.verified")).toMatchObject([
    { detail: { files: 3, bytes: BYTES, damaged: 1, replaced: false } },
  ]);
});

test("an order that is open stays the only one of its upload", async () => {
  await scene.call("verifyStored", id);
  const again = await scene.call("verifyStored", id, { subject: "crew2" });
  expect(again.latest).toMatchObject({ by: "Crew", mayCancel: false });
  expect(await scene.events("upload.verificationOrdered")).toHaveLength(1);
});

/** Has the store fail, or something happen, before a file is read for the first time. */
function beforeReading(name: string, happens: () => Promise<void>): { reads: string[] } {
  const { store } = scene;
  const readThrough = store.readThrough.bind(store);
  const seen: { reads: string[] } = { reads: [] };
  let happened = false;
  store.readThrough = async (bucket, key, ...rest) => {
    seen.reads.push(key.slice(key.lastIndexOf("/") + 1));
    if (key.endsWith(name) && !happened) {
      happened = true;
      await happens();
    }
    return readThrough(bucket, key, ...rest);
  };
  return seen;
}

test("a reading that was stopped goes on where it was when it is run again", async () => {
  const names = Array.from({ length: 130 }, (_, i) => `${String(i).padStart(3, "0")}.range`);
  id = await scene.seedReady(2, undefined, names);
  const seen = beforeReading("129.range", async () => {
    throw new Error("the process was killed");
  });
  await scene.call("verifyStored", id);
  await expect(scene.hand.runAll()).rejects.toThrow("killed");
  expect((await read()).latest).toMatchObject({ state: "reading" });
  const before = seen.reads.length;
  await scene.hand.runAll();
  expect(seen.reads.length - before).toBeLessThanOrEqual(5);
  expect((await read()).latest).toMatchObject({ state: "read", files: 130 });
  expect(await scene.timesRead(id)).not.toContain(null);
});

test("a reading shows how far it is, and ends when its order is cancelled", async () => {
  let during: Awaited<ReturnType<typeof read>> | undefined;
  beforeReading("c.range", async () => {
    during = await read();
    await scene.call("cancelVerification", id);
  });
  await scene.call("verifyStored", id);
  await scene.hand.runAll();
  expect(during?.latest).toMatchObject({ state: "reading", totalBytes: BYTES });
  const { latest } = await read();
  expect(latest).toMatchObject({ state: "cancelled", cancelledBy: "Crew", mayCancel: false });
  expect(await scene.events("upload.verificationCancelled")).toHaveLength(1);
  expect(await scene.events("upload.verified")).toEqual([]);
});

test.each([
  ["the one who ordered it", "crew2", []],
  ["the owner of the data", "crew", []],
  ["a team leader", "other", ["leader"]],
] as const)("%s may cancel", async (_, subject, roles) => {
  await scene.call("verifyStored", id, { subject: "crew2" });
  const by = { subject, roles: [...roles] };
  expect((await scene.call("readVerification", id, by)).latest?.mayCancel).toBe(true);
  expect((await scene.call("cancelVerification", id, by)).latest?.state).toBe("cancelled");
});

test("another person may not cancel", async () => {
  await scene.call("verifyStored", id, { subject: "crew2" });
  const by = { subject: "other" };
  expect((await scene.call("readVerification", id, by)).latest?.mayCancel).toBe(false);
  const cancelled = scene.call("cancelVerification", id, by);
  await expect(cancelled).rejects.toMatchObject({ code: "NOT_UPLOAD_OWNER" });
  expect((await read()).latest?.state).toBe("waiting");
});

test("by another flight's address nothing is ordered, cancelled or told", async () => {
  for (const name of ["readVerification", "verifyStored", "cancelVerification"] as const) {
    const asked = scene.call(name, id, { flightId: "FL000999" });
    await expect(asked, name).rejects.toMatchObject({ code: "UPLOAD_NOT_FOUND" });
  }
});

test("data that is not ready cannot be read now", async () => {
  await sql`UPDATE uploads SET status = 'UPLOADING' WHERE id = ${id}`.execute(scene.db);
  const ordered = scene.call("verifyStored", id);
  await expect(ordered).rejects.toMatchObject({ code: "UPLOAD_INCOMPLETE" });
});

test("data that is replaced while it is read ends the order without a finding", async () => {
  await scene.flipByte("c.range");
  beforeReading("c.range", async () => {
    await sql`UPDATE uploads SET ready_at = now() WHERE id = ${id}`.execute(scene.db);
  });
  const { latest, damaged } = await scene.verify(id);
  expect(latest).toMatchObject({ state: "replaced", damaged: 0 });
  expect(damaged).toEqual([]);
});

test("people take turns: one's many orders do not hold up another's only one", async () => {
  const many = [id];
  for (const n of [2, 3]) many.push(await scene.seedReady(n));
  const other = await scene.seedReady(4);
  for (const each of many) await scene.call("verifyStored", each);
  await scene.call("verifyStored", other, { subject: "crew2" });
  const waiting = await scene.call("readVerification", other, { subject: "crew2" });
  const order: string[] = [];
  const head = scene.store.head.bind(scene.store);
  scene.store.head = async (bucket, key) => {
    const { rows } = await sql<{ upload_id: string }>`SELECT upload_id FROM stored_verifications
      WHERE begun IS NOT NULL AND ended IS NULL`.execute(scene.db);
    if (order.at(-1) !== rows[0]!.upload_id) order.push(rows[0]!.upload_id);
    return head(bucket, key);
  };
  await scene.hand.runAll();
  expect(order.indexOf(other)).toBe(1);
  expect(waiting.latest!.ahead).toBeLessThanOrEqual(3);
});

test("one whose data cannot be read now holds up no other", async () => {
  const other = await scene.seedReady(2, undefined, ["x.range"]);
  const { store } = scene;
  const readThrough = store.readThrough.bind(store);
  store.readThrough = async (bucket, key, ...rest) => {
    if (key.endsWith("a.range")) throw new Error("the store is away");
    return readThrough(bucket, key, ...rest);
  };
  await scene.call("verifyStored", id);
  await scene.call("verifyStored", other);
  await expect(scene.hand.runAll()).rejects.toThrow("the store is away");
  expect((await scene.call("readVerification", other)).latest?.state).toBe("read");
});

test("what was read by order needs no scrub before its time", async () => {
  await scene.verify(id);
  await scene.flipByte("a.range");
  await scene.scrub();
  expect(await scene.findings()).toEqual([]);
  await scene.age(31);
  await scene.scrub();
  expect(await scene.findings()).toHaveLength(1);
});
