import { sql } from "kysely";
import type { Db } from "../postgres/schema.ts";

/** The database refuses to remove anything younger. */
export const LEAST_AUDIT_DAYS = 400;

/** Removes the audit log's events that are older than a number of days (at least {@link LEAST_AUDIT_DAYS}). */
export async function sweepAudit(db: Db, days: number): Promise<void> {
  await sql`SELECT audit.remove_older_than(${days})`.execute(db);
}
