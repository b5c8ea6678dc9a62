import { recordEvent } from "../../platform/audit/record-event.ts";
import type { Db, Trx } from "../../platform/postgres/schema.ts";

export const LMS_VERSION = "LMSCurrentVersion";

/** The version of LMS that is current; undefined where no server has started yet, and then any is. */
export async function currentLMSVersion(db: Db): Promise<string | undefined> {
  const setting = await db
    .selectFrom("application_settings")
    .select("value")
    .where("name", "=", LMS_VERSION)
    .executeTakeFirst();
  return setting?.value;
}

/** The same, which stays current until a transaction has ended. */
export async function lockLMSVersion(trx: Trx): Promise<string | undefined> {
  const setting = await trx
    .selectFrom("application_settings")
    .select("value")
    .where("name", "=", LMS_VERSION)
    .forShare()
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
