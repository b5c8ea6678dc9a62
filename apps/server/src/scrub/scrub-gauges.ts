import { sql } from "kysely";
import type { Gauges } from "../platform/http/observe-calls.ts";
import type { Db } from "../platform/postgres/schema.ts";

/** What scrubs have read and found, for the metrics. */
export const scrubGauges = (db: Db): Gauges => ({
  swath_scrubbed_bytes: {
    help: "Bytes of stored data that scrubs have read and compared",
    read: async () => {
      const { bytes } = await db
        .selectFrom("scrubs")
        .select(sql<number>`coalesce(sum(bytes), 0)::bigint`.as("bytes"))
        .executeTakeFirstOrThrow();
      return bytes;
    },
  },
  swath_stored_faults: {
    help: "Stored files that are missing or are not what was sealed, by the latest scrub",
    read: async () => {
      const { faults } = await db
        .selectFrom("scrub_findings")
        .select(sql<number>`count(*)`.as("faults"))
        .executeTakeFirstOrThrow();
      return faults;
    },
  },
});
