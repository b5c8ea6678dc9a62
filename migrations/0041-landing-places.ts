import { sql, type Kysely } from "kysely";

/**
 * A landing place of its own for every plan and its owner, a key of its own for every form, and the
 * version of each object that was verified. Plans from before have no place of their own (`landing`
 * is empty) and their objects no form (0): what landed of them stays where it is, and is verified
 * again.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE uploads ADD COLUMN lease integer NOT NULL DEFAULT 0`.execute(db);
  await sql`ALTER TABLE upload_plans
    ADD COLUMN landing text NOT NULL DEFAULT '', ADD COLUMN subject text`.execute(db);
  await sql`ALTER TABLE upload_plans ALTER COLUMN landing DROP DEFAULT`.execute(db);
  await sql`UPDATE upload_plans p SET subject = u.subject, proven = false
    FROM uploads u WHERE u.id = p.upload_id`.execute(db);
  await sql`ALTER TABLE upload_objects DROP COLUMN authorised,
    ADD COLUMN form integer NOT NULL DEFAULT 0, ADD COLUMN lease integer NOT NULL DEFAULT 0,
    ADD COLUMN version text, ADD COLUMN rebuilt_version text`.execute(db);
  await sql`CREATE TABLE abandoned_landings (
    prefix text PRIMARY KEY,
    since timestamptz NOT NULL DEFAULT now(),
    swept timestamptz)`.execute(db);
}
