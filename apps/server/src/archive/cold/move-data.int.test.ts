import { coldEndpoints } from "@swath/contract/cold";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { testIdentity } from "../../platform/http/testing/recorded-serve.ts";
import { leader, openColdRig } from "../testing/cold-rig.ts";

let rig: Awaited<ReturnType<typeof openColdRig>>;
beforeAll(async () => {
  rig = await openColdRig();
});
afterEach(() => {
  delete rig.faults.before;
  delete rig.faults.after;
});
afterAll(() => rig.close());

const WARM = "STANDARD";
const COLD = "GLACIER cold";

describe("a move", () => {
  test("takes data of 128 KiB and more, and archives, and leaves what is small, manifests and strangers", async () => {
    const flightId = await rig.seed();
    await rig.archive.archive(flightId);
    const stranger = `${flightId}/LiDAR/${flightId}_045/stranger.bin`;
    await rig.archive.put(rig.buckets.lidar, stranger, Buffer.alloc(200_000));
    await rig.archive.put(rig.buckets.uploads, `${flightId}/landing.bin`, Buffer.alloc(200_000));
    await rig.move(flightId);
    const manifest = { [`${flightId}_metadata.json`]: WARM };
    const data = { "a.range": COLD, "b.range": COLD, "plan.kmz": WARM };
    expect(await rig.classes(flightId)).toEqual({ ...data, ...manifest, "stranger.bin": WARM });
    expect(await rig.classes(flightId, rig.buckets.archive)).toEqual({
      ...data,
      ...manifest,
      [`${flightId}_archive.jsonl`]: WARM,
    });
    expect(await rig.classes(flightId, rig.buckets.uploads)).toEqual({ "landing.bin": WARM });
    expect(await rig.archive.validate(`${flightId}/LiDAR/`)).toMatchObject({
      isArchivedSucceed: true,
    });
    const moved = { storageClass: "GLACIER", objects: 4, bytes: 1_000_000 };
    expect(await rig.events(flightId)).toEqual([
      ["cold.moveOrdered", "Leader", { storageClass: "GLACIER" }],
      ["cold.moved", null, moved],
    ]);
    expect(await rig.latest(flightId)).toMatchObject({ outcome: "done", objects: 4 });
  });

  test("leaves the manifest of an archive, however large, where it can be read", async () => {
    const flightId = await rig.seed();
    await rig.archive.archive(flightId);
    const name = `${flightId}_archive.jsonl`;
    const key = `${flightId}/LiDAR/${name}`;
    await rig.archive.put(rig.buckets.archive, key, Buffer.alloc(200_000));
    await rig.move(flightId);
    expect(await rig.classes(flightId, rig.buckets.archive)).toMatchObject({
      "a.range": COLD,
      [name]: WARM,
    });
  });

  test("that was killed goes on with the rest, and what it did counts once", async () => {
    const flightId = await rig.seed();
    let moves = 0;
    rig.faults.after = (call) => {
      if (call === "move" && (moves += 1) === 1) throw new Error("killed");
    };
    await expect(rig.move(flightId)).rejects.toThrow("killed");
    expect(await rig.latest(flightId)).toMatchObject({ ended: null, reason: "killed" });
    delete rig.faults.after;
    await rig.hand.runAll();
    expect(await rig.classes(flightId)).toMatchObject({ "a.range": COLD, "b.range": COLD });
    expect(await rig.latest(flightId)).toMatchObject({ outcome: "done", reason: null });
    expect((await rig.events(flightId)).map(([action]) => action)).toEqual([
      "cold.moveOrdered",
      "cold.moved",
    ]);
  });

  test.each([
    ["an upload", "UPDATE uploads SET lease_renewed = now() WHERE flight_id = $1", "an upload"],
    [
      "a verification",
      `INSERT INTO stored_verifications (upload_id, subject, user_name)
        SELECT id, 's', 'n' FROM uploads WHERE flight_id = $1`,
      "stored files of it are being verified",
    ],
    [
      "a deletion",
      `WITH d AS (INSERT INTO deletions (kind, about, reason, subject, user_name)
          VALUES ('flight', $1, 'r', 's', 'n') RETURNING id)
        INSERT INTO deletion_flights (deletion, flight_id) SELECT id, $1 FROM d`,
      "its data is being deleted",
    ],
    [
      "a processing",
      `WITH p AS (INSERT INTO processings (id, guid, area, flight_id, sensor_id, document_major_version)
          VALUES ($1, $1, 'ip', $1, 'SL000001', 4) RETURNING id),
        j AS (INSERT INTO processing_jobs (id, processing_id, area, name, label, position, status)
          SELECT id, id, 'gps', 'GPS', 'GPS', 0, 'QUEUED' FROM p RETURNING id)
        INSERT INTO job_orders (job_id) SELECT id FROM j`,
      "a processing of it runs",
    ],
  ])("moves nothing while there is %s of the flight", async (_, statement, reason) => {
    const flightId = await rig.seed();
    await rig.ask(coldEndpoints.moveToCold, { params: { flightId }, identity: leader });
    await sql.raw(statement.replaceAll("$1", `'${flightId}'`)).execute(rig.db);
    await rig.hand.runAll();
    expect(await rig.classes(flightId)).toMatchObject({ "a.range": WARM, "b.range": WARM });
    const stopped = {
      outcome: "stopped",
      begun: null,
      reason: expect.stringContaining(reason) as string,
    };
    expect(await rig.latest(flightId)).toMatchObject(stopped);
  });

  test("waits for an archive or a rebuild that runs, and is refused where nothing may move", async () => {
    const flightId = await rig.seed();
    await sql`INSERT INTO exclusive_runs (name, holder, expires)
      VALUES (${`archive ${flightId}`}, gen_random_uuid(), now() + interval '1 hour')`.execute(
      rig.db,
    );
    await rig.move(flightId);
    expect(await rig.latest(flightId)).toMatchObject({ ended: null, begun: null });
    await sql`DELETE FROM exclusive_runs`.execute(rig.db);
    await rig.hand.tick("open-cold-orders");
    await rig.hand.runAll();
    expect(await rig.latest(flightId)).toMatchObject({ outcome: "done" });
    const order = (of: string, identity = leader) =>
      rig.ask(coldEndpoints.moveToCold, { params: { flightId: of }, identity });
    await expect(order("FL999999")).rejects.toMatchObject({ code: "FLIGHT_NOT_FOUND" });
    await expect(order(flightId, testIdentity("crew"))).rejects.toMatchObject({
      code: "INSUFFICIENT_PRIVILEGES",
    });
    await sql`UPDATE uploads SET lease_renewed = now() WHERE flight_id = ${flightId}`.execute(
      rig.db,
    );
    await expect(order(flightId)).rejects.toMatchObject({ code: "COLD_REFUSED" });
  });
});

const age = (flightId: string, days: number) =>
  sql`UPDATE uploads SET updated = now() - ${days} * interval '1 day'
    WHERE flight_id = ${flightId}`.execute(rig.db);
const ordered = async (flightId: string): Promise<number> =>
  (await rig.db.selectFrom("cold_orders").where("flight_id", "=", flightId).selectAll().execute())
    .length;

const archivedBefore = async (days: number): Promise<string> => {
  const flightId = await rig.seed();
  await rig.archive.archive(flightId);
  await age(flightId, days);
  await sql`UPDATE archive_orders SET ended = now() - ${days} * interval '1 day'
    WHERE flight_id = ${flightId}`.execute(rig.db);
  return flightId;
};
const processedBefore = async (days: number, status: string): Promise<string> => {
  const flightId = await rig.seed();
  await age(flightId, days);
  await sql`INSERT INTO processings (id, guid, area, flight_id, sensor_id, document_major_version)
    VALUES (${flightId}, ${flightId}, 'ip', ${flightId}, 'SL000001', 4)`.execute(rig.db);
  await sql`INSERT INTO processing_jobs
      (id, processing_id, area, name, label, position, status, updated)
    VALUES (${flightId}, ${flightId}, 'gps', 'GPS', 'GPS', 0, ${status},
      now() - ${days} * interval '1 day')`.execute(rig.db);
  return flightId;
};
describe("the rule", () => {
  test("cold/M1 cold/M2 orders what is archived, or whose processings have ended, for 30 days", async () => {
    const due = [await archivedBefore(31), await processedBefore(31, "COMPLETED")];
    const others = [
      await archivedBefore(29),
      await processedBefore(29, "COMPLETED"),
      await processedBefore(31, "FAILED"),
      await processedBefore(31, "NOT_COMMENCED"),
      await rig.seed(),
      await archivedBefore(31),
    ];
    await age(others.at(-2)!, 400);
    await age(others.at(-1)!, 29);
    await rig.hand.tick("cold-storage-rule");
    expect(await Promise.all(due.map(ordered))).toEqual([1, 1]);
    expect(await Promise.all(others.map(ordered))).toEqual([0, 0, 0, 0, 0, 0]);
    await rig.hand.runAll();
    expect(await rig.classes(due[0]!)).toMatchObject({ "a.range": COLD });
    expect((await rig.events(due[0]!))[0]).toEqual([
      "cold.moveOrdered",
      null,
      { storageClass: "GLACIER" },
    ]);
  });

  test("cold/M3 orders nothing again that was moved since, or whose move was just stopped", async () => {
    const [moved, stopped] = [await archivedBefore(31), await archivedBefore(31)];
    await rig.hand.tick("cold-storage-rule");
    await sql`UPDATE cold_orders SET ended = now(), outcome = 'stopped'
      WHERE flight_id = ${stopped}`.execute(rig.db);
    await rig.hand.runAll();
    await rig.hand.tick("cold-storage-rule");
    expect([await ordered(moved), await ordered(stopped)]).toEqual([1, 1]);
    await sql`UPDATE cold_orders SET ended = now() - interval '2 days'
      WHERE flight_id = ${stopped}`.execute(rig.db);
    await rig.hand.tick("cold-storage-rule");
    expect([await ordered(moved), await ordered(stopped)]).toEqual([1, 2]);
  });
});
