import { type RawBuilder, sql } from "kysely";
import { AppError } from "@swath/contract/errors";
import { UPLOAD_STATUS, UPLOAD_STATUSES, type UploadQuotas } from "@swath/contract/uploads";
import { readStorageUse, type StorageLimit } from "../../domain/storage/storage-use.ts";
import type { Db, Trx } from "../../platform/postgres/schema.ts";

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

/** Identifiers (`id`) of a person's uploads under way. */
const uploadsOf = (subject: string): RawBuilder<unknown> =>
  sql`SELECT id FROM uploads WHERE lease_renewed IS NOT NULL AND subject = ${subject}
    UNION SELECT upload_id FROM upload_plans WHERE NOT settled AND subject = ${subject}`;

/** Throws QUOTA_EXCEEDED where a person has as many uploads under way as one may. */
export async function checkUploadsQuota(trx: Trx, person: Person, limit: number): Promise<void> {
  await lockPerson(trx, person);
  const found = await sql<{ used: number }>`SELECT count(*)::int AS used
    FROM (${uploadsOf(person.subject)}) AS under_way WHERE id <> ${person.uploadId}`.execute(trx);
  const { used } = found.rows[0]!;
  if (used < limit) return;
  throw exceeded(
    "uploads",
    { limit, used, wanted: 1 },
    `You have ${used} uploads under way, which is as many as one person may have. Finish or cancel one of them first.`,
  );
}

const terabytes = (bytes: number): string => (bytes / 1e12).toFixed(2);

/** Source bytes of a person's uploads under way, without those of one upload. */
const bytesOf = (subject: string, uploadId = ""): RawBuilder<unknown> =>
  sql`SELECT coalesce(sum(total_bytes), 0)::bigint FROM upload_plans
    WHERE NOT settled AND subject = ${subject} AND upload_id <> ${uploadId}`;

/** Throws QUOTA_EXCEEDED where these bytes and those a person has under way are too many. */
export async function checkBytesQuota(
  trx: Trx,
  person: Person & { readonly bytes: number },
  limit: number,
): Promise<void> {
  await lockPerson(trx, person);
  const { subject, uploadId, bytes: wanted } = person;
  const found = await sql<{ used: number }>`SELECT (${bytesOf(subject, uploadId)}) AS used`.execute(
    trx,
  );
  const { used } = found.rows[0]!;
  if (used + wanted <= limit) return;
  throw exceeded(
    "bytes",
    { limit, used, wanted },
    `This folder has ${terabytes(wanted)} TB and your other uploads under way have ${terabytes(used)} TB; one person may have ${terabytes(limit)} TB under way. Finish or cancel one of them first.`,
  );
}

const SENDING = UPLOAD_STATUSES.filter((status) => UPLOAD_STATUS[status].slot);

interface QuotaDeps {
  readonly db: Db;
  readonly quotas: PersonQuotas;
  readonly storage: StorageLimit;
}

/** How much of each quota a person has used; of the company's storage only once it exceeds its soft limit. */
export async function readQuotas(
  { db, quotas, storage }: QuotaDeps,
  subject: string,
): Promise<UploadQuotas> {
  const { rows } = await sql<Record<keyof PersonQuotas, number>>`SELECT
      (SELECT count(*)::int FROM uploads WHERE place IS NOT NULL AND subject = ${subject}
        AND status = ANY (${SENDING}::text[])) AS slots,
      (SELECT count(*)::int FROM (${uploadsOf(subject)}) AS under_way) AS uploads,
      (${bytesOf(subject)}) AS bytes`.execute(db);
  const used = rows[0]!;
  const { used: stored, limit } = await readStorageUse(db, storage);
  return {
    slots: { used: used.slots, limit: quotas.slots },
    uploads: { used: used.uploads, limit: quotas.uploads },
    bytes: { used: used.bytes, limit: quotas.bytes },
    storage: limit !== null && stored > limit ? { used: stored, limit } : null,
  };
}
