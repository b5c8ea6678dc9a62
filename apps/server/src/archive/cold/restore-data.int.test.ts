import { coldEndpoints } from "@swath/contract/cold";
import { afterAll, beforeAll, expect, test } from "vitest";
import { testIdentity } from "../../platform/http/testing/recorded-serve.ts";
import { orderRestore } from "./cold-orders.ts";
import { leader, openColdRig } from "../testing/cold-rig.ts";

const HOUR_MS = 3_600_000;
let rig: Awaited<ReturnType<typeof openColdRig>>;
beforeAll(async () => {
  rig = await openColdRig();
});
afterAll(() => rig.close());

async function seedCold(): Promise<string> {
  const flightId = await rig.seed();
  await rig.move(flightId);
  return flightId;
}

test("a restore asks for every cold object, and ends with news once all can be read", async () => {
  const flightId = await seedCold();
  await rig.restore(flightId);
  await rig.hand.runAll();
  expect(await rig.classes(flightId)).toMatchObject({
    "a.range": "GLACIER restoring",
    "b.range": "GLACIER restoring",
    "plan.kmz": "STANDARD",
  });
  const order = await rig.latest(flightId);
  expect(order).toMatchObject({ ended: null, objects: 2, bytes: 500_000, unready: 2 });
  await rig.scan(flightId);
  expect(await rig.read(flightId)).toMatchObject({
    groups: [
      {
        state: "restoring",
        storageClass: "GLACIER",
        tier: "Standard",
        since: order.ordered.toISOString(),
        objects: 2,
        bytes: 500_000,
      },
    ],
    restore: { by: "Leader", unready: 2, ended: null },
    movesTo: "GLACIER",
  });

  rig.time.now += 3 * HOUR_MS;
  await rig.look();
  expect(await rig.latest(flightId)).toMatchObject({ ended: null, unready: 2 });
  rig.time.now += 2 * HOUR_MS;
  await rig.look();
  const until = new Date(rig.time.now - HOUR_MS + 72 * HOUR_MS);
  expect(await rig.latest(flightId)).toMatchObject({ outcome: "done", unready: 0, until });
  expect((await rig.events(flightId)).slice(2)).toEqual([
    ["cold.restoreOrdered", "Leader", { place: null, days: 3, tier: "Standard" }],
    [
      "cold.restored",
      null,
      { order: order.id, objects: 2, bytes: 500_000, until: until.toISOString() },
    ],
  ]);
  await rig.scan(flightId);
  expect((await rig.read(flightId)).groups).toMatchObject([
    { state: "restored", until: until.toISOString() },
  ]);
});

test("what was restored before stays for as long as the new order says", async () => {
  const flightId = await seedCold();
  await rig.restore(flightId, { days: 1 });
  await rig.hand.runAll();
  rig.time.now += 5 * HOUR_MS;
  await rig.look();
  await rig.restore(flightId, { days: 10 });
  await rig.hand.runAll();
  const until = new Date(rig.time.now + 240 * HOUR_MS);
  expect(await rig.latest(flightId)).toMatchObject({ outcome: "done", days: 10, until });
});

test("one file or folder can be restored alone, while another order of the flight is open", async () => {
  const flightId = await seedCold();
  const folder = `${flightId}/LiDAR/${flightId}_045/`;
  const { lidar: bucket } = rig.buckets;
  await rig.archive.put(bucket, `${folder}b.range.2`, Buffer.alloc(1));
  await rig.store.moveToClass({ bucket, key: `${folder}b.range.2`, storageClass: "GLACIER" });
  const place = { bucket, prefix: `${folder}b.range` };
  await rig.restore(flightId, place);
  await rig.restore(flightId, place);
  await rig.hand.runAll();
  expect(await rig.classes(flightId)).toMatchObject({
    "a.range": "GLACIER cold",
    "b.range": "GLACIER restoring",
    "b.range.2": "GLACIER cold",
  });
  await rig.restore(flightId, { bucket, prefix: `${folder}part 1/` });
  await rig.hand.runAll();
  expect(await rig.classes(flightId)).toMatchObject({ "a.range": "GLACIER restoring" });
  const orders = rig.db.selectFrom("cold_orders").where("flight_id", "=", flightId);
  expect(await orders.where("kind", "=", "restore").selectAll().execute()).toHaveLength(2);
  await rig.scan(flightId);
  const { groups, restore } = await rig.read(flightId, place);
  expect([groups.length, groups[0]?.objects, restore?.objects]).toEqual([1, 1, 1]);
});

test.each([
  ["of another flight", { prefix: "FL000777/LiDAR/x" }, "OBJECT_NOT_FOUND"],
  ["in the landing bucket", { bucket: "landing" }, "OBJECT_NOT_FOUND"],
  ["for no day", { days: 0 }, "INVALID_REQUEST"],
  ["for ever", { days: 366 }, "INVALID_REQUEST"],
  ["by a tier that no class has", { tier: "Expedited" }, "INVALID_REQUEST"],
])("a restore %s is refused", async (_, body, code) => {
  const flightId = await rig.seed();
  const bucket = "bucket" in body ? { bucket: rig.buckets.uploads } : {};
  await expect(rig.restore(flightId, { ...body, ...bucket })).rejects.toMatchObject({ code });
});

test("a restore is a leader's, and of a store that has cold classes", async () => {
  const flightId = await rig.seed();
  const asked = { params: { flightId }, body: { days: 1, tier: "Bulk" } };
  const identity = testIdentity("crew");
  await expect(
    rig.ask(coldEndpoints.restoreFromCold, { ...asked, identity }),
  ).rejects.toMatchObject({ code: "INSUFFICIENT_PRIVILEGES" });
  const files = { ...rig.deps, hasClasses: false };
  await expect(
    orderRestore(files, flightId, { days: 1, tier: "Bulk" }, { actor: leader }),
  ).rejects.toMatchObject({ code: "COLD_REFUSED" });
});

test("an archive of data in cold storage fails before it copies anything, and says what to do", async () => {
  const flightId = await seedCold();
  await rig.archive.archive(flightId);
  expect(await rig.archive.orderOf(flightId)).toMatchObject({
    status: "FAILED",
    reason: expect.stringMatching(/b\.range and 1 more: in cold storage: order "Restore/) as string,
  });
  expect(await rig.archive.archived(flightId)).toEqual([]);
});
