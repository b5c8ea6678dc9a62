import { endpoints } from "@swath/contract/endpoints";
import type { Settings } from "@swath/contract/settings";
import { currentLMSVersion } from "../domain/settings/lms-version.ts";
import type { Serve } from "../platform/http/serve.ts";
import type { Db } from "../platform/postgres/schema.ts";
import { changeLMSVersion, readLMSVersion } from "./lms-version-setting.ts";

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
