import { sql } from "kysely";
import { openDatabase } from "../apps/server/src/platform/postgres/connection.ts";
import { embeddedUrl } from "../apps/server/src/platform/embedded-postgres/embedded-postgres.ts";
import type { Swath } from "./swath.ts";

/** Lets the minute pass for which a page that is gone keeps its upload. */
export async function loseLeases({ data }: Swath): Promise<void> {
  const url = await embeddedUrl(data);
  if (url === undefined) throw new Error(`no database runs for ${data}`);
  const db = openDatabase(url, { connections: 1 });
  await sql`UPDATE uploads SET lease_renewed = lease_renewed - interval '61 seconds'`.execute(db);
  await db.destroy();
}
