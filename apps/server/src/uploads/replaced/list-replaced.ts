import { AppError } from "@swath/contract/errors";
import type { ReplacedFile, Replacement } from "@swath/contract/uploads";
import { sql } from "kysely";
import { readUpload } from "../../domain/uploads/upload-record.ts";
import type { Db } from "../../platform/postgres/schema.ts";

const DAY_MS = 86_400_000;

interface Where {
  readonly flightId: string;
  readonly uploadId: string;
}

interface Replacements {
  readonly replacements: Replacement[];
  readonly bringingBack: { readonly files: number; readonly standing: number } | null;
}

/** The files of an order that is under way. */
async function bringingBack(db: Db, uploadId: string): Promise<Replacements["bringingBack"]> {
  const [open] = await db
    .selectFrom("replacements as r")
    .innerJoin("replaced_files as f", "f.brought_back_by", "r.id")
    .select([
      sql<number>`count(*)`.as("files"),
      sql<number>`count(*) FILTER (WHERE f.stands)`.as("standing"),
    ])
    .where("r.upload_id", "=", uploadId)
    .where("r.ended", "is", null)
    .groupBy("r.id")
    .execute();
  return open ?? null;
}

/** The replacements of an upload that something is kept of, or that could not bring all back. */
export async function listReplacements(
  db: Db,
  where: Where,
  keptDays: number,
): Promise<Replacements> {
  const { id } = await readUpload(db, where);
  const rows = await db
    .selectFrom("replacements as r")
    .leftJoin("replaced_files as f", (join) =>
      join.onRef("f.replacement", "=", "r.id").on("f.expired", "=", false),
    )
    .select(["r.id", "r.begun", "r.user_name", "r.landing", "r.fault"])
    .select([
      sql<number>`count(f.path)`.as("files"),
      sql<number>`coalesce(sum(f.bytes), 0)::bigint`.as("bytes"),
    ])
    .where("r.upload_id", "=", id)
    .groupBy("r.id")
    .having(sql<boolean>`count(f.path) > 0 OR r.fault IS NOT NULL`)
    .orderBy("r.id", "desc")
    .execute();
  const replacements = rows.map(
    ({ id: number, begun, user_name, landing, files, bytes, fault }) => ({
      id: number,
      files,
      bytes,
      fault,
      at: begun.toISOString(),
      user: user_name,
      broughtBack: landing === null,
      keptUntil: new Date(begun.getTime() + keptDays * DAY_MS).toISOString(),
    }),
  );
  return { replacements, bringingBack: await bringingBack(db, id) };
}

/** The files that are kept of one replacement, by path; OBJECT_NOT_FOUND where it is none of this upload. */
export async function listReplacedFiles(
  db: Db,
  where: Where,
  replacement: number,
): Promise<{ files: ReplacedFile[] }> {
  const { id } = await readUpload(db, where);
  const found = await db
    .selectFrom("replacements")
    .select("id")
    .where("id", "=", replacement)
    .where("upload_id", "=", id)
    .executeTakeFirst();
  if (found === undefined) throw new AppError("OBJECT_NOT_FOUND", "nothing is kept of this");
  const rows = await db
    .selectFrom("replaced_files")
    .select(["path", "bytes", sql<string[]>`sealed -> 'xxh128'`.as("xxh128")])
    .where("replacement", "=", replacement)
    .where("expired", "=", false)
    .orderBy("path")
    .execute();
  return { files: rows };
}
