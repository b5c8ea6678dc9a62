import { recordEvent } from "../../platform/audit/record-event.ts";
import type { Db } from "../../platform/postgres/schema.ts";

export const LMS_VERSION = "LMSCurrentVersion";

/**
 * The version of LMS that is current; undefined where no server has started yet, and then any is. With
 * `locks` it stays current until the transaction has ended.
 */
export async function currentLMSVersion(
  db: Db,
  { locks = false } = {},
): Promise<string | undefined> {
  const setting = await db
    .selectFrom("application_settings")
    .select("value")
    .where("name", "=", LMS_VERSION)
    .$if(locks, (query) => query.forShare())
    .executeTakeFirst();
  return setting?.value;
}

/** Keeps the configuration's version where none is kept; answers the one that is current. */
export async function keepFirstLMSVersion(db: Db, version: string): Promise<string> {
  await db.transaction().execute(async (trx) => {
    const kept = await trx
      .insertInto("application_settings")
      .values({ name: LMS_VERSION, value: version, changed_by: null })
      .onConflict((conflict) => conflict.column("name").doNothing())
      .returning("value")
      .executeTakeFirst();
    if (kept === undefined) return;
    const detail = { name: LMS_VERSION, before: null, after: version };
    await recordEvent(trx, { action: "setting.changed", actor: "swath", detail });
  });
  return (await currentLMSVersion(db)) ?? version;
}
