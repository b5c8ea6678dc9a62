import { sql, type RawBuilder } from "kysely";
import type { Db, Trx } from "./schema.ts";

/** The role of a server: whom a database's owner lets read and write, and nothing more. */
export interface ServerRole {
  readonly name: string;
  /** Given where the role is ours to make, as in the embedded PostgreSQL. */
  readonly password?: string;
}

/** Schemas whose rows a server reads and writes; `audit` it appends to. */
const OPEN = ["public", "pgboss"];
/** Written by migrations alone. */
const MIGRATIONS = ["kysely_migration", "kysely_migration_lock", "schema_requirements"];

async function make(trx: Trx, { name, password }: ServerRole): Promise<void> {
  if (password === undefined) return;
  const role = sql.id(name);
  const { rows } = await sql`SELECT 1 FROM pg_roles WHERE rolname = ${name}`.execute(trx);
  if (rows.length === 0) await sql`CREATE ROLE ${role}`.execute(trx);
  await sql`ALTER ROLE ${role} LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION NOBYPASSRLS
    PASSWORD ${sql.lit(password)}`.execute(trx);
}

function grants(name: string): RawBuilder<unknown>[] {
  const role = sql.id(name);
  const schemas = sql.join(OPEN.map((schema) => sql.id(schema)));
  const migrations = sql.join(MIGRATIONS.map((table) => sql.table(table)));
  return [
    sql`REVOKE CREATE ON SCHEMA public FROM PUBLIC`,
    sql`GRANT USAGE ON SCHEMA ${schemas}, audit TO ${role}`,
    sql`GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA ${schemas} TO ${role}`,
    sql`REVOKE INSERT, UPDATE, DELETE ON ${migrations} FROM ${role}`,
    sql`GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA ${schemas} TO ${role}`,
    sql`GRANT SELECT, INSERT ON audit.events TO ${role}`,
    sql`GRANT SELECT ON audit.seals, audit.removed_seals TO ${role}`,
    sql`GRANT EXECUTE ON FUNCTION audit.remove_older_than(integer), audit.seal_entries(integer),
      audit.remove_person(text, text, text) TO ${role}`,
  ];
}

/** Gives a role what a server needs of a migrated database: rows, no definitions. For its owner. */
export async function admitServer(db: Db, role: ServerRole): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await sql`SELECT pg_advisory_xact_lock(hashtext('swath grants'))`.execute(trx);
    await make(trx, role);
    for (const grant of grants(role.name)) await grant.execute(trx);
  });
}

/** Whether the connected role could change the tables: a server should not be able to. */
export async function mayDefine(db: Db): Promise<boolean> {
  const { rows } = await sql<{ may: boolean }>`
    SELECT pg_has_role(relowner, 'USAGE') AS may FROM pg_class
    WHERE oid = 'audit.events'::regclass`.execute(db);
  return rows[0]?.may ?? true;
}
