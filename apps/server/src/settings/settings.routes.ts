import { endpoints } from "@swath/contract/endpoints";
import { AppError } from "@swath/contract/errors";
import { AUDIT_EVENTS } from "@swath/contract/history";
import type { Identity } from "@swath/contract/identity";
import type { LMSVersionSetting, Settings } from "@swath/contract/settings";
import { type Selectable, sql } from "kysely";
import { currentLMSVersion, LMS_VERSION } from "../domain/settings/lms-version.ts";
import { type CallOrigin, recordEvent } from "../platform/audit/record-event.ts";
import type { Serve } from "../platform/http/serve.ts";
import type { Database, Db } from "../platform/postgres/schema.ts";

type Row = Selectable<Database["application_settings"]>;

/** Changes that are listed, the latest first. */
const LISTED = 20;

async function changesOf(db: Db): Promise<LMSVersionSetting["changes"]> {
  const events = await db
    .selectFrom("audit.events")
    .select(["at", "name", "detail"])
    .where("action", "=", "setting.changed")
    .where(sql<string>`detail ->> 'name'`, "=", LMS_VERSION)
    .orderBy("id", "desc")
    .limit(LISTED)
    .execute();
  return events.map(({ at, name, detail }) => {
    const { before, after } = AUDIT_EVENTS["setting.changed"].facts.parse(detail);
    return { at: at.toISOString(), name, before, after };
  });
}

/** The setting, its latest changes, and of which versions the LiDAR parameters in force are. */
async function readLMSVersion(db: Db): Promise<LMSVersionSetting> {
  const row = await db
    .selectFrom("application_settings")
    .selectAll()
    .where("name", "=", LMS_VERSION)
    .executeTakeFirst();
  if (row === undefined) throw new Error("no server has kept an LMS version yet");
  const { rows: inForce } = await sql<{ LMSVersion: string | null; records: number }>`
    SELECT lms_version AS "LMSVersion", count(*) AS records FROM calibrations
    WHERE kind = 'lidar' AND is_active AND expiry_date IS NULL
    GROUP BY lms_version ORDER BY records DESC, lms_version`.execute(db);
  return {
    LMSCurrentVersion: row.value,
    updated: row.updated.toISOString(),
    changedBy: row.changed_by,
    inForce,
    changes: await changesOf(db),
  };
}

const changedMeanwhile = ({ value, changed_by: by, updated }: Row): AppError =>
  new AppError("RECORD_CHANGED", `${by ?? "somebody"} has set it to ${value} meanwhile`, {
    LMSCurrentVersion: value,
    changedBy: by,
    updated: updated.toISOString(),
  });

/** Who changes the setting, and what state of it they saw. */
interface Changer {
  readonly identity: Pick<Identity, "subject" | "name">;
  readonly from: CallOrigin;
  readonly updated: string;
}

/**
 * Changes the version that is current; RECORD_CHANGED where it is no longer as the caller saw it.
 *
 * settings/V1 of two who change it at once the second is refused, and learns what it is now;
 * settings/V2 the audit log holds what it was and what it became, in the change's transaction.
 */
async function changeLMSVersion(
  db: Db,
  version: string,
  { identity, from, updated }: Changer,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const row = await trx
      .selectFrom("application_settings")
      .selectAll()
      .where("name", "=", LMS_VERSION)
      .forUpdate()
      .executeTakeFirstOrThrow();
    if (row.updated.getTime() !== Date.parse(updated)) throw changedMeanwhile(row);
    if (row.value === version) return;
    await trx
      .updateTable("application_settings")
      // Each change has another time, however soon it follows.
      .set({
        value: version,
        changed_by: identity.name,
        updated: sql<Date>`greatest(now(), updated + interval '1 millisecond')`,
      })
      .where("name", "=", LMS_VERSION)
      .execute();
    const detail = { name: LMS_VERSION, before: row.value, after: version };
    await recordEvent(trx, { action: "setting.changed", actor: identity, from, detail });
  });
}

interface SettingsDeps {
  readonly db: Db;
  /** What the configuration sets. */
  readonly configured: Omit<Settings, "LMSCurrentVersion">;
}

/** Serves the application's settings, and what an administrator changes of them. */
export function serveSettings(serve: Serve, { db, configured }: SettingsDeps): void {
  serve(endpoints.readSettings, async () => ({
    ...configured,
    LMSCurrentVersion: (await currentLMSVersion(db)) ?? "",
  }));
  serve(endpoints.readLMSVersion, () => readLMSVersion(db));
  serve(endpoints.changeLMSVersion, async ({ body, query, identity, from }) => {
    await changeLMSVersion(db, body.LMSCurrentVersion, { identity, from, updated: query.updated });
    return readLMSVersion(db);
  });
}
