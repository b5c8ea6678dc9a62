import { sql } from "kysely";
import type { Db } from "../../../apps/server/src/platform/postgres/schema.ts";

/** Objects of a flight: a line of LiDAR is in ten parts and what belongs to them. */
const OF_FLIGHT = 1_000;
const AT_ONCE = 100_000;

/** Writes an inventory of so many objects of 50 MB, in folders of flights; the flights with the highest numbers. */
export async function seedObjects(db: Db, bucket: string, objects: number): Promise<void> {
  await sql`TRUNCATE stored_objects, stored_folders`.execute(db);
  for (let from = 0; from < objects; from += AT_ONCE)
    await sql`INSERT INTO stored_objects (bucket, key, size, modified)
      SELECT ${bucket}, 'FL' || lpad((999999 - n / ${OF_FLIGHT})::text, 6, '0') || '/'
          || 'LiDAR/line_' || n % ${OF_FLIGHT} || '.laz', 50000000, now()
      FROM generate_series(${from}::int, ${Math.min(objects, from + AT_ONCE) - 1}::int) AS n`.execute(
      db,
    );
  await sql`INSERT INTO inventory_scans (bucket, completed) VALUES (${bucket}, now())
    ON CONFLICT (bucket) DO UPDATE SET completed = excluded.completed`.execute(db);
  await sql`VACUUM (ANALYZE) stored_objects, stored_folders`.execute(db);
}
