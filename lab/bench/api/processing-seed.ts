import { sql, type Kysely } from "kysely";
import type { Database } from "../../../apps/server/src/platform/postgres/schema.ts";
import { FLIGHTS } from "./seed.ts";
import { bulkLoad, run } from "./bulk-load.ts";

/** One for each flight's first log. */
export const PROCESSINGS = FLIGHTS;
export const TEMPLATES = ["LiDAR", "LiDAR-MiningAI", "RGBN", "Imagery"] as const;
export const MANAGERS = Array.from(
  { length: 80 },
  (_, n) => `Manager ${String(n).padStart(2, "0")}`,
);
const MODELS = ["Galaxy Prime", "DMC II", "P1", "Terrain Mapper"] as const;
/** Names that the seeded flights' sensors have. */
export const SENSOR_NAMES = Array.from(
  { length: 60 },
  (_, n) => `${MODELS[n % 4]} - ${String(100 + n)}`,
);

const SEED = 20_261_122;
const pick = (purpose: number, below: number): string =>
  `(abs(hashint8extended(n, ${SEED + purpose})) % ${below})::int`;
const templateOf = (n: string): string =>
  `CASE WHEN ${n} < 6 THEN 'LiDAR' WHEN ${n} < 8 THEN 'LiDAR-MiningAI'
     WHEN ${n} < 9 THEN 'RGBN' WHEN ${n} < 10 THEN 'Imagery' END`;
/** One in ten is the Terrain Mapper's. */
const areaOf = `CASE WHEN ${pick(30, 10)} = 0 THEN 'iptm' ELSE 'ip' END`;
/** Most are done; one in ten thousand is under way. */
const statusOf = (purpose: number): string => `CASE
  WHEN ${pick(purpose, 10_000)} = 0 THEN 'RUNNING' WHEN ${pick(purpose, 10_000)} = 1 THEN 'QUEUED'
  WHEN ${pick(purpose, 100)} < 70 THEN 'COMPLETED' WHEN ${pick(purpose, 100)} < 80 THEN 'FAILED'
  WHEN ${pick(purpose, 100)} < 90 THEN 'MANUALLY_PROCESSED' ELSE 'NOT_COMMENCED' END`;
const job = (name: string, area: string, position: number): string =>
  `INSERT INTO processing_jobs (id, processing_id, area, name, label, position, status, qa_user, require_qa)
   SELECT lpad(to_hex(n * 16 + ${position}), 24, '0'), id, '${area}', '${name}', '${name}', ${position},
     ${statusOf(10 + position)}, CASE WHEN ${pick(20 + position, 2)} = 0 THEN 'Seeded Person' END, true
   FROM (SELECT id, substr(flight_id, 3)::int AS n FROM processings) AS seeded`;

const STEPS = [
  `INSERT INTO processings (id, guid, area, flight_id, sensor_id, sensor, project_id, template,
     document_major_version, waits_on, to_start, survey_date, aircraft, project_manager)
   SELECT lpad(to_hex(n), 24, '0'), 'guid-' || n, ${areaOf}, flight_id, sensor_id, main_sensor, project_id,
     ${templateOf(pick(1, 11))}, document_major_version, NULL, false, latest_date, aircraft,
     project_manager
   FROM (SELECT s.flight_id, substr(s.flight_id, 3)::int AS n, s.sensor_id, s.main_sensor,
       s.project_id, f.document_major_version, f.latest_date, f.aircraft, p.manager AS project_manager
     FROM flight_sensors s JOIN flights f USING (flight_id) JOIN projects p USING (project_id) WHERE s.position = 0) AS logs`,
  job("GPS", "gps", 0),
  job("LMS", "lms", 1),
  job("PI1_MineIP1", "stage", 2),
  `UPDATE processings p SET statuses = processing_statuses(p)`,
] as const;
const TABLES = ["processings", "processing_jobs"];
const NOTE = `seeded ${PROCESSINGS} ${SEED} ${STEPS.join("").length}`;

/** Seeds a processing with three jobs for each seeded flight, unless they are there already. */
export async function seedProcessings(db: Kysely<Database>): Promise<void> {
  const found = await sql<{ note: string | null; some: boolean }>`
    SELECT obj_description('processings'::regclass) AS note,
      EXISTS (SELECT FROM processings) AS some`.execute(db);
  if (found.rows[0]?.note === NOTE && found.rows[0].some) return;
  console.log(`planting ${PROCESSINGS} processings, once`);
  await bulkLoad(db, {
    tables: TABLES,
    steps: STEPS,
    beforeIndexes: ["VACUUM FULL processings"],
    atEnd: ["VACUUM (ANALYZE) processings, processing_jobs"],
  });
  await run(db, `COMMENT ON TABLE processings IS '${NOTE}'`);
}
