import { createHash, generateKeyPairSync, sign, verify } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { retentionEndpoints as calls } from "@swath/contract/retention";
import { BUCKET_ROLES, type BucketRole } from "@swath/contract/uploads";
import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { systemClock } from "../../platform/clock/clock.ts";
import { openFileStore } from "../../platform/file-store/open-file-store.ts";
import { recordServe, testIdentity } from "../../platform/http/testing/recorded-serve.ts";
import type { ObjectStore } from "../../platform/object-store/object-store.ts";
import { objectsBelow } from "../../platform/object-store/objects-below.ts";
import {
  type Faults,
  interruptedStore,
} from "../../platform/object-store/testing/interrupted-store.ts";
import { createTestDatabase, type TestDatabase } from "../../platform/postgres/testing.ts";
import { handRunQueues } from "../../platform/queues/testing/hand-run-queues.ts";
import { serveRetention } from "../retention.routes.ts";
import { workRetention } from "../retention.workers.ts";

const { privateKey, publicKey } = generateKeyPairSync("ed25519");
const signer = {
  kid: "a-key",
  sign: (value: string) => sign(null, Buffer.from(value), privateKey).toString("base64"),
};
const buckets = Object.fromEntries(
  BUCKET_ROLES.map((role) => [role, `x-${role.toLowerCase()}`]),
) as Record<BucketRole, string>;
const supportBucket = "x-support";
const admin = testIdentity("ada", "admin");

let database: TestDatabase;
let folder: string;
let store: ObjectStore;
let faults: Faults;
let hand: ReturnType<typeof handRunQueues>;
let server: ReturnType<typeof recordServe>;

/** A flight with an upload of LiDAR, an archive, a replacement and a processing; `n` is one digit. */
async function seedFlight(n: number, ...projects: readonly string[]): Promise<void> {
  const [flight, upload] = [`FL00000${n}`, String(n).repeat(24)];
  const sensors = projects.map(
    (project, place) =>
      `('${flight}', ${place + 1}, 'S${place}', 'LiDAR', 'Survey', '${project}', '', '')`,
  );
  await sql
    .raw(`
    INSERT INTO flights (flight_id, dates, latest_date, date_span, aircraft, departure_timezone,
      document_major_version, types, archive_s3_path_lidar)
      VALUES ('${flight}', '{}', '-infinity', 'empty', 'VH-A', 'UTC', 3, '{}', 's3://x-archive/${flight}/');
    INSERT INTO flight_sensors (flight_id, position, sensor_id, type, flight_type, project_id,
      dispatch_lidar, dispatch_imagery) VALUES ${sensors.join()};
    INSERT INTO uploads (id, flight_id, type, sensor_name, status, locations) VALUES
      ('${upload}', '${flight}', 'LiDAR', 'S', 'ARCHIVED', '{s3://x-lidar/${flight}/LiDAR/}');
    INSERT INTO replacements (id, upload_id, ended) OVERRIDING SYSTEM VALUE VALUES (${n}, '${upload}', now());
    INSERT INTO archives (flight_id, kind, bucket, prefix, objects, bytes, seal)
      VALUES ('${flight}', 'LiDAR', 'x-archive', '${flight}/LiDAR/', 1, 1, '');
    INSERT INTO processings (id, guid, area, flight_id, sensor_id, document_major_version)
      VALUES ('p${n}', 'guid-${n}', 'ip', '${flight}', 'S0', 3);
    INSERT INTO processing_jobs (id, processing_id, area, name, label, position, status)
      VALUES ('j${n}', 'p${n}', 'ip', 'GPS', 'GPS', 1, 'COMPLETED');`)
    .execute(database.db);
  for (const [bucket, key] of keysOf(n)) await put(bucket, key);
}

const keysOf = (n: number): [bucket: string, key: string][] => [
  [buckets.lidar, `FL00000${n}/LiDAR/folder/a.range`],
  [buckets.lidar, `FL00000${n}/LiDAR/folder/ü@%.range`],
  [buckets.imagery, `FL00000${n}/LiDAR/folder/report.pdf`],
  [buckets.archive, `FL00000${n}/LiDAR/LiDAR/a.range`],
  [buckets.uploads, `FL00000${n}/${String(n).repeat(24)}/p1/part`],
  [buckets.uploads, `replaced/${n}/abc`],
  [buckets.processing, `guid-${n}/GPS/.attempt-1/out`],
  [buckets.ai, `guid-${n}/AI/manifest.json`],
];

const put = (bucket: string, key: string) =>
  store.write(bucket, key, [Buffer.from(key)], { size: Buffer.byteLength(key) });

/** Every key of the data buckets, as `bucket key`. */
async function standing(): Promise<string[]> {
  const keys: string[] = [];
  for (const bucket of Object.values(buckets))
    for await (const { key } of objectsBelow(store, bucket, "")) keys.push(`${bucket} ${key}`);
  return keys.toSorted();
}
const namesOf = (...flights: readonly number[]): string[] =>
  flights.flatMap((n) => keysOf(n).map(([bucket, key]) => `${bucket} ${key}`)).toSorted();

beforeEach(async () => {
  database = await createTestDatabase();
  folder = await mkdtemp(join(tmpdir(), "swath-deletion-"));
  const secret = Buffer.from("a secret of this test only");
  const files = await openFileStore({ folder, secret, publicUrl: "", clock: systemClock });
  await files.ensureBuckets([...Object.values(buckets), supportBucket]);
  store = files;
  faults = {};
  hand = handRunQueues(database.db);
  server = recordServe();
  const { db } = database;
  serveRetention(server.serve, {
    db,
    signer,
    store,
    buckets,
    endSessions: async () => 0,
    retentionYears: 10,
  });
  await workRetention({
    db,
    store: interruptedStore(files, faults),
    buckets,
    queues: hand.queues,
    supportBucket,
    storeKind: "file",
  });
  await sql
    .raw(`
    INSERT INTO aircraft VALUES ('VH-A', 'Plane');
    INSERT INTO projects (project_id, name, manager, status)
      VALUES ('P1', 'North', 'M', 'Closed'), ('P2', 'South', 'M', 'Closed');`)
    .execute(db);
  await seedFlight(1, "P1", "P1");
  await seedFlight(2, "P1", "P2");
  await seedFlight(3, "P2");
});
afterEach(async () => {
  await database.drop();
  await rm(folder, { recursive: true });
});

type Kind = "flight" | "project";
const preview = async (kind: Kind, id: string) =>
  (await server.ask(calls.previewDeletion, { identity: admin, query: { kind, id } })).reply;

async function order(kind: Kind, id: string, more: Partial<Record<"uploads", number>> = {}) {
  const { flights, uploads, processings, archives } = await preview(kind, id);
  const seen = { flights: flights.length, uploads, processings, archives, ...more };
  const body = { kind, id, reason: "on request", seen };
  return (await server.ask(calls.orderDeletion, { identity: admin, body })).reply;
}
const work = async (): Promise<void> => {
  await hand.tick("open-deletions");
  await hand.runAll();
};
const listed = async () => (await server.ask(calls.listDeletions, { identity: admin })).reply;

async function certificate() {
  const [{ certificate: id } = { certificate: 0 }] = await listed();
  const params = { certificateId: String(id) };
  const { reply } = await server.ask(calls.readCertificate, { identity: admin, params });
  const { certificate: content, signature } = JSON.parse(reply.document);
  const value = Buffer.from(signature.value, "base64");
  expect(verify(null, Buffer.from(JSON.stringify(content)), publicKey, value)).toBe(true);
  expect(reply.list).toContain(`/store/${supportBucket}`);
  const list = await text(await store.read(content.list.bucket, content.list.key));
  expect(createHash("sha256").update(list).digest("hex")).toBe(content.list.sha256);
  const lines = list
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line));
  return { content, lines };
}

describe("the deletion of a flight's data", () => {
  test("takes all of it, whatever bucket it is in, and nothing of another flight", async () => {
    expect(await preview("flight", "FL000001")).toMatchObject({
      flights: ["FL000001"],
      uploads: 1,
      processings: 1,
      archives: 1,
      refusals: [],
    });
    await order("flight", "FL000001");
    expect(await standing()).toEqual(namesOf(1, 2, 3));
    await work();
    expect(await standing()).toEqual(namesOf(2, 3));
    const { rows } = await sql<Record<string, number>>`SELECT
      (SELECT count(*) FROM uploads) AS uploads, (SELECT count(*) FROM processings) AS processings,
      (SELECT count(*) FROM archives) AS archives, (SELECT count(*) FROM flights) AS flights,
      (SELECT count(*) FROM flights WHERE archive_s3_path_lidar IS NULL) AS emptied`.execute(
      database.db,
    );
    expect(rows).toEqual([{ uploads: 2, processings: 2, archives: 2, flights: 3, emptied: 1 }]);
    const stub = await database.db.selectFrom("deletion_flights").selectAll().execute();
    expect(stub).toMatchObject([{ flight_id: "FL000001", uploads: 1, processings: 1 }]);
  });

  test("is proved by a signed certificate with a list of every object", async () => {
    await order("flight", "FL000001");
    await work();
    const [done] = await listed();
    expect(done).toMatchObject({ about: "FL000001", by: "Ada", objects: 8 });
    expect(done?.ended).not.toBeNull();
    const { content, lines } = await certificate();
    expect(content).toMatchObject({
      kind: "flight",
      about: "FL000001",
      by: "Ada",
      reason: "on request",
      objects: 8,
      versions: "The store keeps no versions.",
    });
    expect(lines.map(({ bucket, key }) => `${bucket} ${key}`).toSorted()).toEqual(namesOf(1));
    for (const line of lines)
      expect(line).toMatchObject({
        size: Buffer.byteLength(line.key),
        checksums: { xxh128: expect.stringMatching(/^[0-9a-f]{32}$/) },
        removed: expect.any(String),
      });
    const { rows } = await sql<{ action: string; flight: string | null }>`
      SELECT action, flight_id AS flight FROM audit.events WHERE action LIKE 'data.%' ORDER BY id`.execute(
      database.db,
    );
    expect(rows).toEqual([
      { action: "data.deletionOrdered", flight: null },
      { action: "data.deleted", flight: "FL000001" },
      { action: "data.deletionFinished", flight: null },
    ]);
  });

  test.each([
    [
      "a hold",
      "INSERT INTO project_holds (project_id, reason, subject, user_name) VALUES ('P1', 'r', 's', 'n')",
    ],
    ["an upload under way", "UPDATE uploads SET lease_renewed = now()"],
    ["an upload that is rebuilt", "UPDATE uploads SET status = 'VALIDATING_UPLOAD'"],
    ["files that are brought back", "UPDATE replacements SET ended = NULL"],
    [
      "an archive under way",
      "INSERT INTO archive_orders (flight_id, status) VALUES ('FL000001', 'RUNNING')",
    ],
    ["an order of a processing", "INSERT INTO job_orders (job_id) VALUES ('j1')"],
  ])(
    "is refused by %s, and takes nothing where that comes after the order",
    async (_, statement) => {
      await order("flight", "FL000001");
      await sql.raw(statement).execute(database.db);
      expect((await preview("flight", "FL000001")).refusals).toHaveLength(1);
      await work();
      expect(await standing()).toEqual(namesOf(1, 2, 3));
      const { content } = await certificate();
      expect(content).toMatchObject({
        objects: 0,
        flights: [{ flight: "FL000001", taken: null, notDeleted: expect.any(String) }],
      });
      await expect(order("flight", "FL000001")).rejects.toMatchObject({ code: "DELETION_REFUSED" });
    },
  );

  test("is refused of what is no flight, of other data than was shown, and twice at once", async () => {
    await expect(preview("flight", "FL000009")).rejects.toMatchObject({ code: "FLIGHT_NOT_FOUND" });
    await expect(order("flight", "FL000001", { uploads: 2 })).rejects.toMatchObject({
      code: "RECORD_CHANGED",
    });
    await order("flight", "FL000001");
    await expect(order("flight", "FL000001")).rejects.toMatchObject({ code: "DELETION_REFUSED" });
  });

  test("goes on wherever its worker was killed, and its certificate is whole", async () => {
    await order("flight", "FL000001");
    const seen = new Set<string>();
    let kills = 0;
    const killOnce = (when: string) => (call: string, key: string) => {
      const point = `${when} ${call} ${key}`;
      if (!["list", "remove", "write"].includes(call) || seen.has(point)) return;
      seen.add(point);
      kills += 1;
      throw new Error("killed");
    };
    faults.before = killOnce("before");
    faults.after = killOnce("after");
    for (;;) {
      const before = kills;
      await hand.tick("open-deletions");
      await hand.runAll().catch(() => undefined);
      if (kills === before && (await listed())[0]?.ended !== null) break;
    }
    expect(kills).toBeGreaterThan(10);
    expect(await standing()).toEqual(namesOf(2, 3));
    const { lines } = await certificate();
    expect(lines.map(({ bucket, key }) => `${bucket} ${key}`).toSorted()).toEqual(namesOf(1));
    expect(lines.every(({ removed }) => removed !== null)).toBe(true);
  });
});

test("of a project, a flight that another project has too stays", async () => {
  expect(await preview("project", "P1")).toMatchObject({
    flights: ["FL000001"],
    shared: ["FL000002"],
  });
  await order("project", "P1");
  await work();
  expect(await standing()).toEqual(namesOf(2, 3));
});
