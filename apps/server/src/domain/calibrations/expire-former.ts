import { sql } from "kysely";
import type { Trx } from "../../platform/postgres/schema.ts";

/** calibration/K3 an active record expires where the next one of its sensor and aircraft begins. */
export async function expireFormer(trx: Trx): Promise<void> {
  await sql`UPDATE calibrations c SET expiry_date = next.begins FROM (
      SELECT id, lead(survey_date) OVER (PARTITION BY kind, sensor_name, aircraft
        ORDER BY survey_date) AS begins
      FROM calibrations WHERE is_active) AS next
    WHERE next.id = c.id AND (c.expiry_date IS NULL OR c.expiry_date > next.begins)`.execute(trx);
}
