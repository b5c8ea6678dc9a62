import { AppError } from "@swath/contract/errors";
import { BULK_KEPT_S, type BulkPreviewRequest, type BulkRow } from "@swath/contract/processing";
import { type ColumnType, type Generated, sql } from "kysely";
import { createHash } from "node:crypto";
import type { StoredMark } from "../../domain/processing/processing.tables.ts";
import type { Db } from "../../platform/postgres/schema.ts";
import { type JudgedJob, nameOfJob } from "./bulk-context.ts";

/** The outcome of a job, and its former mark. */
export interface KeptRow extends BulkRow {
  readonly mark?: StoredMark | null;
}

declare module "../../platform/postgres/schema.ts" {
  interface Database {
    processing_bulks: {
      subject: string;
      key: string;
      request: string;
      jobs: ColumnType<readonly JudgedJob[], string, never>;
      added: ColumnType<number | null, never, number>;
      created: Generated<Date>;
    };
    processing_bulk_parts: {
      subject: string;
      key: string;
      part: number;
      rows: ColumnType<readonly KeptRow[], string, string>;
    };
  }
}

/** Previews of one person that are kept unless they were acted on. */
const MOST_PREVIEWS = 20;

/** Whose it is, and by which key it is asked for again. */
export interface BulkName {
  readonly subject: string;
  readonly key: string;
}

/** A preview; `added` holds a count once its action was done. */
export interface SavedBulk {
  readonly jobs: readonly JudgedJob[];
  readonly added: number | null;
}

const digestOf = ({ action, on }: BulkPreviewRequest): string =>
  createHash("sha256")
    .update(JSON.stringify([action, on]))
    .digest("hex");

const age = sql<Date>`now() - make_interval(secs => ${BULK_KEPT_S})`;

async function forgetOld(db: Db, subject: string): Promise<void> {
  await db.deleteFrom("processing_bulks").where("created", "<", age).execute();
  await sql`DELETE FROM processing_bulks WHERE subject = ${subject} AND added IS NULL
    AND key IN (SELECT key FROM processing_bulks WHERE subject = ${subject} AND added IS NULL
      ORDER BY created DESC OFFSET ${MOST_PREVIEWS - 1})`.execute(db);
}

/** Saves a preview, unless its key is taken; answers its expiry. */
export async function keepBulk(
  db: Db,
  { subject, key }: BulkName,
  request: BulkPreviewRequest,
  jobs: readonly JudgedJob[],
): Promise<Date> {
  await forgetOld(db, subject);
  const row = { subject, key, request: digestOf(request), jobs: JSON.stringify(jobs) };
  await db
    .insertInto("processing_bulks")
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return new Date(Date.now() + BULK_KEPT_S * 1_000);
}

/** A person's preview of a key; throws INVALID_REQUEST if it is of another request. */
export async function readBulk(
  db: Db,
  { subject, key }: BulkName,
  request: BulkPreviewRequest,
): Promise<SavedBulk | undefined> {
  const row = await db
    .selectFrom("processing_bulks")
    .select(["request", "jobs", "added"])
    .where("subject", "=", subject)
    .where("key", "=", key)
    .where("created", ">=", age)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  // A key stands for one request (processing/B3).
  if (row.request !== digestOf(request))
    throw new AppError("INVALID_REQUEST", "the key is that of another request", { field: "key" });
  return row;
}

/** The outcomes of a person's calls by `nameOfJob`, for a call that undoes them. */
export async function readUndone(
  db: Db,
  subject: string,
  keys: readonly string[],
): Promise<ReadonlyMap<string, KeptRow>> {
  if (keys.length === 0) return new Map();
  const parts = await db
    .selectFrom("processing_bulk_parts")
    .select("rows")
    .where("subject", "=", subject)
    .where("key", "in", keys)
    .execute();
  return new Map(parts.flatMap(({ rows }) => rows.map((row) => [nameOfJob(row), row] as const)));
}

/** How many parts of it were acted on. */
export async function countParts(db: Db, { subject, key }: BulkName): Promise<number> {
  const { parts } = await db
    .selectFrom("processing_bulk_parts")
    .select(({ fn }) => fn.countAll<number>().as("parts"))
    .where("subject", "=", subject)
    .where("key", "=", key)
    .executeTakeFirstOrThrow();
  return parts;
}
