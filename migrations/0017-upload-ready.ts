import { sql, type Kysely } from "kysely";

/**
 * When the data of an upload became ready and whose it is, which its last change of status tells no
 * more once an update was begun or cancelled, or the data archived.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE uploads ADD COLUMN ready_at timestamptz, ADD COLUMN ready_by text`.execute(
    db,
  );
  await sql`UPDATE uploads SET ready_at = updated, ready_by = user_name
    WHERE status = 'DATA_READY'`.execute(db);
  await sql`UPDATE uploads SET ready_at = event.at, ready_by = user_name
    FROM (SELECT upload_id, max(at) AS at FROM audit_events
      WHERE action = 'upload.rebuilt' GROUP BY upload_id) AS event
    WHERE uploads.ready_at IS NULL AND uploads.id = event.upload_id`.execute(db);
}
