import { sql } from "kysely";
import { may, type Role } from "@swath/contract/identity";
import {
  type Instruction,
  MOST_OUTDATED,
  type OutdatedDelivery,
} from "@swath/contract/instructions";
import type { Db } from "../platform/postgres/schema.ts";

/** What is published that was made by an instruction, of the dashboards that the caller sees. */
export async function readDeliveries(
  db: Db,
  instructionId: string,
  roles: readonly Role[],
): Promise<Instruction["Deliveries"]> {
  const published = sql`FROM processing_runs r JOIN processing_jobs j ON j.id = r.job_id
    JOIN processings p ON p.id = j.processing_id
    WHERE r.instruction ->> 'instructionId' = ${instructionId} AND r.published
      AND (p.area = 'ip' OR ${may(roles, "readTerrainMapper")})`;
  const counted = await sql<{ current: number; outdated: number }>`SELECT
    count(*) FILTER (WHERE NOT j.is_outdated)::int AS current,
    count(*) FILTER (WHERE j.is_outdated)::int AS outdated ${published}`.execute(db);
  const { current, outdated } = counted.rows[0]!;
  if (outdated === 0) return { current, outdated, outdatedOnes: [] };
  const listed = await sql<OutdatedDelivery>`SELECT p.id AS "processingId", p.area,
      p.flight_id AS "FlightID", p.sensor_id AS "SensorID", j.name AS "Job", j.label AS "Label",
      r.attempt AS "Attempt", r.instruction ->> 'Updated' AS "Updated" ${published} AND j.is_outdated
    ORDER BY p.flight_id, p.sensor_id, p.custom_counter, j.position LIMIT ${MOST_OUTDATED}`.execute(
    db,
  );
  return { current, outdated, outdatedOnes: listed.rows };
}
