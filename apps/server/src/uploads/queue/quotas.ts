import { sql } from "kysely";
import { AppError } from "@swath/contract/errors";
import type { Trx } from "../../platform/postgres/schema.ts";

/** What one person may have under way at once. */
export interface PersonQuotas {
  /** Uploads that send. */
  readonly slots: number;
  /** Uploads from the choice of a folder to ready data, paused and failed ones included. */
  readonly uploads: number;
  /** Source bytes of them. */
  readonly bytes: number;
}

interface Person {
  readonly subject: string;
  /** The upload that is to be added. */
  readonly uploadId: string;
}

const exceeded = (
  quota: keyof PersonQuotas,
  facts: { limit: number; used: number; wanted: number },
  message: string,
): AppError => new AppError("QUOTA_EXCEEDED", message, { quota, ...facts });

/** One at a time for each person, so that two calls do not both take what is left. */
async function lockPerson(trx: Trx, { subject }: Person): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`quota ${subject}`}, 0))`.execute(trx);
}

/** Throws QUOTA_EXCEEDED where a person has as many uploads under way as one may. */
export async function checkUploadsQuota(trx: Trx, person: Person, limit: number): Promise<void> {
  await lockPerson(trx, person);
  const found = await sql<{ used: number }>`SELECT count(*)::int AS used FROM (
      SELECT id FROM uploads WHERE lease_renewed IS NOT NULL AND subject = ${person.subject}
      UNION SELECT upload_id FROM upload_plans WHERE NOT settled AND subject = ${person.subject}
    ) AS under_way WHERE id <> ${person.uploadId}`.execute(trx);
  const { used } = found.rows[0]!;
  if (used < limit) return;
  throw exceeded(
    "uploads",
    { limit, used, wanted: 1 },
    `You have ${used} uploads under way, which is as many as one person may have. Finish or cancel one of them first.`,
  );
}

const terabytes = (bytes: number): string => (bytes / 1e12).toFixed(2);

/** Throws QUOTA_EXCEEDED where these bytes and those a person has under way are too many. */
export async function checkBytesQuota(
  trx: Trx,
  person: Person & { readonly bytes: number },
  limit: number,
): Promise<void> {
  await lockPerson(trx, person);
  const found = await sql<{ used: number }>`SELECT coalesce(sum(total_bytes), 0)::bigint AS used
    FROM upload_plans
    WHERE NOT settled AND subject = ${person.subject} AND upload_id <> ${person.uploadId}`.execute(
    trx,
  );
  const { used } = found.rows[0]!;
  const { bytes: wanted } = person;
  if (used + wanted <= limit) return;
  throw exceeded(
    "bytes",
    { limit, used, wanted },
    `This folder has ${terabytes(wanted)} TB and your other uploads under way have ${terabytes(used)} TB; one person may have ${terabytes(limit)} TB under way. Finish or cancel one of them first.`,
  );
}
