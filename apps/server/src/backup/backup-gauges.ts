import type { GaugeSource } from "../platform/metrics/metrics.ts";
import type { Db } from "../platform/postgres/schema.ts";

/** The last backup that was made, for the metrics; none of both before the first. */
export const backupGauges = (db: Db) =>
  ({
    keptMs: 60_000,
    gauges: {
      swath_backup_timestamp_seconds: { help: "The moment that the last backup is of" },
      swath_backup_faults: { help: "Objects that the last backup could not keep" },
    },
    read: async () => {
      const last = await db
        .selectFrom("backups")
        .select(["taken", "faults"])
        .orderBy("taken", "desc")
        .limit(1)
        .executeTakeFirst();
      if (last === undefined) return {};
      return {
        swath_backup_timestamp_seconds: [{ value: last.taken.getTime() / 1_000 }],
        swath_backup_faults: [{ value: last.faults }],
      };
    },
  }) satisfies GaugeSource;
