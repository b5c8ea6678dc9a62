import { sql, type Kysely } from "kysely";
import type { Database } from "./schema.ts";

/** Runs a task while no other process runs one of the same name; throws where one does. */
export async function asOnlyRunner(
  db: Kysely<Database>,
  name: string,
  task: () => Promise<void>,
): Promise<void> {
  await db.connection().execute(async (connection) => {
    const key = sql`hashtextextended(${name}, 0)`;
    const locked = await sql<{ got: boolean }>`SELECT pg_try_advisory_lock(${key}) AS got`.execute(
      connection,
    );
    if (locked.rows[0]?.got !== true) throw new Error(`another process runs: ${name}`);
    try {
      await task();
    } finally {
      await sql`SELECT pg_advisory_unlock(${key})`.execute(connection);
    }
  });
}
