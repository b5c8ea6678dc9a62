import { sql } from "kysely";
import { calibrationInForce } from "../../domain/calibrations/calibration-in-force.ts";
import {
  createMissingProcessings,
  jobsOfFlights,
} from "../../domain/processing/create-processings.ts";
import { orderJob } from "../records/order-jobs.ts";
import { lockProcessing } from "../records/processing-record.ts";
import type { Trx } from "../../platform/postgres/schema.ts";
import type { ProcessingDeps } from "../processing-deps.ts";
import { startDecision, type StartFacts } from "./start-decision.ts";

type Deps = Pick<ProcessingDeps, "db" | "templates">;
type Row = StartFacts & { readonly id: string; readonly flightId: string };

const AT_ONCE = 500;
const FLIGHTS_AT_ONCE = 500;

/** Takes some of those that something may have come for; other servers pass over them. */
async function take(trx: Trx): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`UPDATE processings SET to_start = false
    WHERE id IN (SELECT id FROM processings WHERE to_start ORDER BY id
      LIMIT ${AT_ONCE} FOR UPDATE SKIP LOCKED)
    RETURNING id`.execute(trx);
  return rows.map(({ id }) => id);
}

/** A log without a begun processing follows its project's template, whenever that came. */
async function followTemplates(trx: Trx, ids: readonly string[]): Promise<void> {
  await sql`UPDATE processings p SET template = j.processing_template
    FROM projects j WHERE j.project_id = p.project_id AND p.id = ANY (${ids}::text[])
      AND p.waits_on = 'template' AND p.area = 'ip' AND p.custom_counter = 0
      AND p.template IS DISTINCT FROM j.processing_template
      AND NOT EXISTS (SELECT FROM processing_jobs e WHERE e.processing_id = p.id)`.execute(trx);
}

async function readFacts(trx: Trx, ids: readonly string[]): Promise<Row[]> {
  const of = {
    sensors: sql`log.sensors`,
    aircraft: sql`p.aircraft`,
    date: sql`coalesce(f.wheels_up, f.latest_date)`,
  };
  const { rows } = await sql<Row>`SELECT p.id, p.flight_id AS "flightId", p.template,
      p.document_major_version AS "documentMajorVersion", p.project_id AS "projectId", log.sensors, p.aircraft,
      (SELECT coalesce(json_agg(json_build_object('type', u.type, 'status', u.status)), '[]')
        FROM uploads u WHERE u.flight_id = p.flight_id
        AND u.sensor_name = ANY (log.sensors)) AS uploads,
      ${calibrationInForce("lidar", of)} AS "lidarCalibration",
      ${calibrationInForce("imagery", of)} AS "imageryCalibration",
      (SELECT coalesce(json_agg(json_build_object('name', j.name, 'status', j.status)
          ORDER BY j.position), '[]')
        FROM processing_jobs j WHERE j.processing_id = p.id) AS jobs
    FROM processings p JOIN flights f USING (flight_id)
    CROSS JOIN LATERAL (SELECT array_remove(ARRAY[p.sensor] || coalesce((
        SELECT array_agg(DISTINCT secondary_sensor) FROM flight_sensors s
        WHERE s.flight_id = p.flight_id AND s.sensor_id = p.sensor_id
          AND secondary_sensor <> p.sensor), '{}'), NULL) AS sensors) AS log
    WHERE p.id = ANY (${ids}::text[]) AND p.waits_on IS NOT NULL
    ORDER BY p.id`.execute(trx);
  return rows;
}

async function begin(trx: Trx, { id, flightId }: Row, calibrationId: string | null): Promise<void> {
  await trx
    .updateTable("processings")
    .set({ calibration_id: calibrationId })
    .where("id", "=", id)
    .execute();
  const { jobs } = await lockProcessing(trx, id);
  const first = jobs.find(({ status }) => status === "NOT_COMMENCED");
  if (first !== undefined) await orderJob(trx, first, {}, { actor: "swath", flightId });
}

interface Waiting {
  readonly id: string;
  readonly on: string | null;
  readonly text: string | null;
  /** The record that is in force, so that it is shown before anything begins. */
  readonly calibration: string | null;
}

async function note(trx: Trx, waiting: readonly Waiting[]): Promise<void> {
  if (waiting.length === 0) return;
  await sql`UPDATE processings p SET waits_on = r."on", waits_for = r.text,
      calibration_id = coalesce(r.calibration, p.calibration_id)
    FROM jsonb_to_recordset(${JSON.stringify(waiting)}::jsonb)
      AS r (id text, "on" text, text text, calibration text)
    WHERE p.id = r.id AND (p.waits_on, p.waits_for, p.calibration_id)
      IS DISTINCT FROM (r."on", r.text, r.calibration)`.execute(trx);
}

async function startSome(trx: Trx, { templates }: Deps): Promise<number> {
  const ids = await take(trx);
  if (ids.length === 0) return 0;
  await followTemplates(trx, ids);
  const before = await readFacts(trx, ids);
  const flights = new Set(
    before.flatMap(({ jobs, flightId }) => (jobs.length === 0 ? [flightId] : [])),
  );
  await jobsOfFlights(trx, [...flights], templates);
  const waiting: Waiting[] = [];
  for (const row of flights.size === 0 ? before : await readFacts(trx, ids)) {
    const template = row.template === null ? undefined : templates.get(row.template);
    const decision = startDecision(row, template);
    const { id } = row;
    if (decision === "begun") waiting.push({ id, on: null, text: null, calibration: null });
    else if ("start" in decision) await begin(trx, row, decision.calibrationId);
    else {
      const calibration = row.lidarCalibration ?? row.imageryCalibration;
      waiting.push({ id, on: decision.waitsOn, text: decision.waitsFor, calibration });
    }
  }
  await note(trx, waiting);
  return ids.length;
}

/**
 * Begins every processing that has what it takes, and notes of the others what they wait for: of
 * those alone for which something may have come since they were looked at.
 */
export async function startProcessings(deps: Deps): Promise<void> {
  let taken: number;
  do taken = await deps.db.transaction().execute((trx) => startSome(trx, deps));
  while (taken === AT_ONCE);
}

/** Makes the records of sensor logs that were there before processings were. */
export async function completeRecords({ db }: Pick<Deps, "db">): Promise<void> {
  let made: number;
  do made = await db.transaction().execute((trx) => createMissingProcessings(trx, FLIGHTS_AT_ONCE));
  while (made > 0);
}
