import { sql } from "kysely";
import type { JobArea, JobStatus } from "@swath/contract/processing";
import { createProcessings } from "../../domain/processing/create-processings.ts";
import type { Db } from "../../platform/postgres/schema.ts";
import { systemClock } from "../../platform/clock/clock.ts";
import { createTestDatabase } from "../../platform/postgres/testing.ts";
import { recordServe } from "../../platform/http/testing/recorded-serve.ts";
import { serveProcessings } from "../processing.routes.ts";
import type { KnownStage } from "../stages/stage-catalogue.ts";
import { startProcessings } from "../orchestrate/start-processings.ts";
import { FakeEngine } from "./fake-engine.ts";
import { NO_RECORDS } from "./run-rig.ts";
import { TEST_TEMPLATES } from "./test-templates.ts";

type Store = Parameters<typeof serveProcessings>[1]["store"];
type Buckets = Parameters<typeof serveProcessings>[1]["buckets"];

/** A sensor log that is seeded with a flight of its own. */
interface SeededLog {
  readonly project?: string | null;
  readonly sensor?: string;
  readonly version?: number;
  readonly upload?: "DATA_READY" | "UPLOADING" | null;
  readonly uploadType?: string;
}

const PROJECTS = [
  ["PRJ00001", "Vale", "LiDAR"],
  ["PRJ00002", "Brook", "LiDAR-MiningAI"],
  ["PRJ00003", "Vale", "PowerICP"],
  ["PRJ00004", "Linden", null],
  ["PRJ00005", "Linden", "Imagery"],
  ["PRJ00006", "Linden", "Branches"],
  ["PRJ00007", "Linden", "Unknown"],
] as const;

async function seedFleet(db: Db): Promise<void> {
  await sql`INSERT INTO aircraft VALUES ('VH-AAA', 'FixedWing'), ('VH-B,B', 'Rotary')`.execute(db);
  for (const [id, manager, template] of PROJECTS)
    await sql`INSERT INTO projects VALUES (${id}, ${`Project ${id}`}, ${manager}, 'Processing',
      ${template}, 'A Client')`.execute(db);
}

/** Seeds a flight of a number, with one log, and what of its upload is there. */
async function seedFlight(db: Db, number: number, log: SeededLog): Promise<string> {
  const { project = "PRJ00001", sensor = "Galaxy - 045", version = 4.2 } = log;
  const { upload = "DATA_READY", uploadType = "LiDAR" } = log;
  const flightId = `FL${String(number).padStart(6, "0")}`;
  const day = new Date(Date.UTC(2026, 0, number)).toISOString();
  await sql`INSERT INTO flights (flight_id, dates, latest_date, date_span, wheels_up, wheels_down,
      aircraft, departure_timezone, document_major_version, types)
    VALUES (${flightId}, ARRAY[${day}::timestamptz], ${day},
      tstzrange(${day}::timestamptz, ${day}::timestamptz, '[]'), ${day}, ${day},
      ${number % 2 === 0 ? "VH-B,B" : "VH-AAA"}, 'UTC', ${version},
      ARRAY['Successful Capture'])`.execute(db);
  await sql`INSERT INTO flight_sensors (flight_id, position, sensor, sensor_id, type, flight_type,
      project_id, dispatch_lidar, dispatch_imagery)
    VALUES (${flightId}, 0, ${sensor}, ${`SL${flightId.slice(2)}`}, 'LiDAR', 'Successful Capture',
      ${project}, 'Upload', 'TBA')`.execute(db);
  if (upload !== null)
    await sql`INSERT INTO uploads (id, flight_id, type, sensor_name, status)
      VALUES (${flightId.padStart(24, "0")}, ${flightId}, ${uploadType}, ${sensor}, ${upload})`.execute(
      db,
    );
  return flightId;
}

type Seeded = JobArea | "PI1_MineIP1" | "ICP1_MineIP1" | "MiningAI3";

/** Records in the database, as tests need them. */
function recordsOf(db: Db) {
  let flights = 0;
  return {
    /** Seeds a flight with one log; answers its processing. */
    async seedLog(log: SeededLog = {}): Promise<{ id: string; flightId: string }> {
      const flightId = await seedFlight(db, (flights += 1), log);
      await db.transaction().execute((trx) => createProcessings(trx, [flightId]));
      const { id } = await db
        .selectFrom("processings")
        .select("id")
        .where("flight_id", "=", flightId)
        .executeTakeFirstOrThrow();
      return { id, flightId };
    },

    start: (): Promise<void> => startProcessings({ db, templates: TEST_TEMPLATES }),

    /** Puts jobs into statuses, as their past may have left them. */
    async setStatus(
      id: string,
      statuses: Partial<Record<Seeded, JobStatus>>,
      columns: Record<string, unknown> = {},
    ): Promise<void> {
      for (const [of, status] of Object.entries(statuses))
        await sql`UPDATE processing_jobs SET status = ${status}
          WHERE processing_id = ${id} AND (area = ${of} OR name = ${of})`.execute(db);
      for (const [name, value] of Object.entries(columns))
        await sql`UPDATE processing_jobs SET ${sql.ref(name)} = ${value}
          WHERE processing_id = ${id}`.execute(db);
      await sql`UPDATE processings SET waits_on = NULL, waits_for = NULL WHERE id = ${id}`.execute(
        db,
      );
    },

    async statusesOf(id: string): Promise<Record<string, string>> {
      const jobs = await db
        .selectFrom("processing_jobs")
        .select(["name", "status"])
        .where("processing_id", "=", id)
        .orderBy("position")
        .execute();
      return Object.fromEntries(jobs.map(({ name, status }) => [name, status]));
    },
  };
}

/** A database with processings, and the calls on them. */
export async function openProcessingRig(
  options: { readonly requireReason?: boolean; readonly store?: Store } = {},
) {
  const database = await createTestDatabase();
  const { db } = database;
  const { serve, ask } = recordServe();
  /** Installed stages: none at first. */
  const stages = new Map<string, KnownStage>();
  const store = options.store ?? ({} as Store);
  let version: number | undefined;
  serveProcessings(serve, {
    db,
    store,
    engine: new FakeEngine(store),
    catalogue: { stages, templates: new Map() },
    records: NO_RECORDS,
    spool: "/nowhere",
    programs: { node: "/node", stages: "/stages", grids: "" },
    clock: systemClock,
    templates: TEST_TEMPLATES,
    buckets: {
      processing: "processing",
      ai: "ai",
      terrainMapperProcessing: "tm",
      archive: "archive",
    } as unknown as Buckets,
    requireReason: options.requireReason ?? false,
    version: () => version,
    failuresVersion: () => undefined,
  });
  await seedFleet(db);
  /** What is read is remembered until the next version; undefined: not at all. */
  const remember = (until: number | undefined): void => void (version = until);
  return { database, db, ask, stages, remember, ...recordsOf(db) };
}
export type ProcessingRig = Awaited<ReturnType<typeof openProcessingRig>>;
