import { sql } from "kysely";
import { livingWorkers } from "../domain/processes/process-register.ts";
import type { Upload } from "../domain/uploads/upload-record.ts";
import type { GaugeSource } from "../platform/metrics/metrics.ts";
import { tryExclusively } from "../platform/postgres/exclusive-run.ts";
import type { Db } from "../platform/postgres/schema.ts";
import type { Queues } from "../platform/queues/queues.ts";
import { runVerification, type VerificationDeps } from "./run-verification.ts";
import { ReadPace, type ScrubDeps, scrubUpload } from "./scrub-upload.ts";
import { nextVerification, sendVerifications, VERIFICATION_QUEUE } from "./verification-record.ts";

/** What scrubs have read and found, for the metrics. */
export const scrubGauges = (db: Db) =>
  ({
    keptMs: 60_000,
    gauges: {
      swath_scrubbed_bytes: { help: "Bytes of stored data that scrubs have read and compared" },
      swath_stored_faults: {
        help: "Stored files that are missing or are not what was sealed, by the latest scrub",
      },
      swath_scrub_cold_places: {
        help: "Stored files that the latest scrubs did not read, because they are in cold storage",
      },
      swath_scrub_oldest_seconds: {
        help: "Time since the stored data that was read longest ago was read, or made ready",
      },
    },
    read: async () => {
      const { rows } = await sql<{ bytes: number; cold: number; faults: number; oldest: number }>`
        SELECT (SELECT coalesce(sum(bytes), 0)::bigint FROM scrubs) AS bytes,
          (SELECT coalesce(sum(cold), 0)::bigint FROM scrubs) AS cold,
          (SELECT count(*) FROM scrub_findings) AS faults,
          (SELECT coalesce(extract(epoch FROM now() - min(coalesce(s.ended, u.ready_at))), 0)::float8
            FROM uploads u LEFT JOIN scrubs s ON s.upload_id = u.id
            WHERE u.status = 'DATA_READY') AS oldest`.execute(db);
      const { bytes = 0, cold = 0, faults = 0, oldest = 0 } = rows[0] ?? {};
      return {
        swath_scrubbed_bytes: [{ value: bytes }],
        swath_scrub_cold_places: [{ value: cold }],
        swath_stored_faults: [{ value: faults }],
        swath_scrub_oldest_seconds: [{ value: oldest }],
      };
    },
  }) satisfies GaugeSource;

const QUEUE = "scrub";
const EVERY_SECONDS = 300;
const RESEND_SECONDS = 5;

interface ScrubWorkDeps extends Omit<ScrubDeps, "pace"> {
  readonly queues: Queues;
  /** From the end of one scrub of an upload to the beginning of the next. */
  readonly everyDays: number;
  readonly bytesPerSecond: number;
  /** Milliseconds of a clock that only runs forward. */
  readonly now: () => number;
}

/** Of scrubs of an upload, one at a time runs. */
const RUN = "scrub ";

/** Of those that no process scrubs now, the upload whose scrub is under way, or else the one that was never scrubbed, or longest ago. */
async function nextUpload(db: Db, everyDays: number): Promise<Upload | undefined> {
  return (
    db
      .selectFrom("uploads as u")
      .innerJoin("upload_plans as p", "p.upload_id", "u.id")
      .leftJoin("scrubs as s", "s.upload_id", "u.id")
      .selectAll("u")
      // The plan of an update that was cancelled never settles; the data before it stands.
      .where(
        sql<boolean>`(u.status = 'UPDATE_CANCELLED' OR (u.status = 'DATA_READY' AND p.settled))`,
      )
      .where(sql<boolean>`coalesce(s.ended < now() - ${everyDays} * interval '1 day', true)`)
      .where(
        sql<boolean>`NOT EXISTS (SELECT FROM exclusive_runs e
          WHERE e.name = ${RUN} || u.id AND e.expires > clock_timestamp())`,
      )
      .orderBy(sql`s.begun IS NOT NULL AND s.ended IS NULL`, "desc")
      .orderBy("s.ended", (order) => order.asc().nullsFirst())
      .orderBy("u.id")
      .limit(1)
      .executeTakeFirst()
  );
}

/**
 * Reads all that is stored again, slowly and by schedule: each worker one upload after the other, at most so
 * many bytes a second.
 */
export async function workScrub(deps: ScrubWorkDeps): Promise<void> {
  const { db, queues, everyDays, bytesPerSecond, now } = deps;
  const scrubbing = { ...deps, pace: new ReadPace(bytesPerSecond, now) };
  await queues.work(QUEUE, { concurrency: 1 }, async ({ signal }) => {
    for (;;) {
      const upload = await nextUpload(db, everyDays);
      if (upload === undefined) return;
      // Another worker may have begun with it meanwhile.
      await tryExclusively(db, { name: `${RUN}${upload.id}`, signal }, (lasting) =>
        scrubUpload(scrubbing, upload, lasting),
      );
    }
  });
  await queues.every(QUEUE, EVERY_SECONDS, async () => {
    const workers = Math.max(1, await livingWorkers(db));
    for (let at = 1; at <= workers; at++) await queues.send(QUEUE, {}, { key: `${QUEUE} ${at}` });
  });
}

/**
 * Reads what people order to be read now, at full speed: one upload at a time, whatever the number of
 * processes, beside the scrub.
 */
export async function workVerifications(
  deps: VerificationDeps & { readonly queues: Queues },
): Promise<void> {
  const { db, queues } = deps;
  await queues.work(VERIFICATION_QUEUE, { concurrency: 1 }, async ({ signal }) => {
    const failures = new Map<number, unknown>();
    for (;;) {
      const order = await nextVerification(db, [...failures.keys()]);
      if (order === undefined) break;
      // One whose data cannot be read now holds up no other.
      await runVerification(deps, order, signal).catch((error: unknown) => {
        signal.throwIfAborted();
        failures.set(order.id, error);
      });
    }
    for (const failure of failures.values()) throw failure;
  });
  await queues.every("open-verifications", RESEND_SECONDS, async () => {
    if ((await nextVerification(db)) !== undefined) await sendVerifications(queues);
  });
}
