import type { Insertable } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { AppError } from "@swath/contract/errors";
import type { UploadStatus } from "@swath/contract/uploads";
import type { Database } from "../../platform/postgres/schema.ts";
import { createTestDatabase, type TestDatabase } from "../../platform/postgres/testing.ts";
import { orderClosedFlights } from "../archive.workers.ts";
import { seedFlight } from "../testing/seed-data.ts";

let database: TestDatabase;
let seeded = 0;
const buckets = { archive: "swath-archive" } as Parameters<typeof orderClosedFlights>[0]["buckets"];

beforeAll(async () => {
  database = await createTestDatabase();
  const { db } = database;
  await db.insertInto("aircraft").values({ name: "VH-AAA", type: "FixedWing" }).execute();
  for (const [project_id, status] of [
    ["PRJ00001", "Closed"],
    ["PRJ00002", "Closed"],
    ["PRJ00003", "Processing"],
  ] as const)
    await db.insertInto("projects").values({ project_id, status, name: "", manager: "" }).execute();
});
afterAll(() => database.drop());

interface Flight {
  /** Of its sensor logs; null where one has none. */
  readonly projects: readonly (string | null)[];
  readonly uploads: readonly (UploadStatus | [UploadStatus, "update"])[];
}

async function seed({ projects, uploads }: Flight): Promise<string> {
  const { db } = database;
  const flight_id = `FL${String((seeded += 1)).padStart(6, "0")}`;
  await seedFlight(db, flight_id);
  const log = { flight_id, sensor_id: "SL000001", type: "LiDAR", dispatch_lidar: "TBA" } as const;
  const rest = { flight_type: "Successful Capture", dispatch_imagery: "TBA" } as const;
  for (const [position, project_id] of projects.entries())
    await db
      .insertInto("flight_sensors")
      .values({ ...log, ...rest, position, project_id })
      .execute();
  for (const [index, upload] of uploads.entries()) {
    const [status, update] = typeof upload === "string" ? [upload] : upload;
    const row: Insertable<Database["uploads"]> = {
      id: `${flight_id}-${index}`,
      flight_id,
      type: "LiDAR",
      sensor_name: `Sensor ${index}`,
      status,
      is_update: update === "update",
    };
    await db.insertInto("uploads").values(row).execute();
  }
  return flight_id;
}

async function ordered(): Promise<string[]> {
  const sent: string[] = [];
  await orderClosedFlights(
    { db: database.db, buckets },
    async (flightId) => void sent.push(flightId),
  );
  return sent;
}

test.each<[string, boolean, Flight]>([
  ["its only project is closed", true, { projects: ["PRJ00001"], uploads: ["DATA_READY"] }],
  [
    "all its projects are closed and the other uploads never began or are archived",
    true,
    {
      projects: ["PRJ00001", "PRJ00002", null],
      uploads: ["DATA_READY", "READY_FOR_UPLOAD", "ARCHIVED", "UPLOAD_CANCELLED"],
    },
  ],
  [
    "a project of another sensor log is not closed",
    false,
    { projects: ["PRJ00001", "PRJ00003"], uploads: ["DATA_READY"] },
  ],
  ["it has no project", false, { projects: [null], uploads: ["DATA_READY"] }],
  ["it has no ready data", false, { projects: ["PRJ00001"], uploads: ["READY_FOR_UPLOAD"] }],
  ["an upload sends", false, { projects: ["PRJ00001"], uploads: ["DATA_READY", "UPLOADING"] }],
  [
    "an upload is in doubt",
    false,
    { projects: ["PRJ00001"], uploads: ["DATA_READY", "VALIDATING_UPLOAD_FAILED"] },
  ],
  [
    "an update of ready data was begun and failed",
    false,
    { projects: ["PRJ00001"], uploads: ["DATA_READY", ["VALIDATING_SOURCE_FAILED", "update"]] },
  ],
])("a flight of which %s is archived by the rule: %s", async (_, archived, flight) => {
  const flightId = await seed(flight);
  expect((await ordered()).includes(flightId)).toBe(archived);
});

test("the rule orders once, and after a failure only once an upload has changed", async () => {
  const flightId = await seed({ projects: ["PRJ00001"], uploads: ["DATA_READY"] });
  expect(await ordered()).toContain(flightId);
  expect(await ordered()).not.toContain(flightId);
  const { db } = database;
  const failed = {
    status: "FAILED",
    reason: "damaged",
    ended: new Date(Date.now() + 1_000),
  } as const;
  await db.updateTable("archive_orders").set(failed).where("flight_id", "=", flightId).execute();
  expect(await ordered()).not.toContain(flightId);
  const updated = new Date(Date.now() + 60_000);
  await db.updateTable("uploads").set({ updated }).where("flight_id", "=", flightId).execute();
  expect(await ordered()).toContain(flightId);
});

const refuse = async (): Promise<void> => {
  throw new AppError("SHUTTING_DOWN", "no queue");
};

test("what the queue refuses is not ordered", async () => {
  const flightId = await seed({ projects: ["PRJ00001"], uploads: ["DATA_READY"] });
  const outage = orderClosedFlights({ db: database.db, buckets }, refuse);
  await expect(outage).rejects.toMatchObject({ code: "SHUTTING_DOWN" });
  expect(await ordered()).toContain(flightId);
});
