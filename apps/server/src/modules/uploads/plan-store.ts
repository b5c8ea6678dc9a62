import { sql, type Selectable } from "kysely";
import { type Manifest, manifestSchema, type PlannedObject } from "@swath/contract/uploads";
import type { Database, Db, Trx } from "../../platform/postgres/schema.ts";
import { manifestDigest } from "./manifest-checks.ts";
import type { Upload } from "../../domain/uploads/upload-record.ts";

type Plan = Selectable<Database["upload_plans"]>;
export type PlanFacts = Omit<Plan, "manifest">;
export type KeptObject = Selectable<Database["upload_objects"]>;

/** What is kept of an upload's manifest, without the manifest itself. */
export async function readPlan(db: Db, uploadId: string): Promise<PlanFacts | undefined> {
  return db
    .selectFrom("upload_plans")
    .select(["upload_id", "is_update", "base_folder", "digest"])
    .select(["total_bytes", "total_files", "proven", "settled"])
    .where("upload_id", "=", uploadId)
    .executeTakeFirst();
}

/** The manifest that is kept of an upload. */
export async function readManifest(db: Db, uploadId: string): Promise<Manifest | undefined> {
  const plan = await db
    .selectFrom("upload_plans")
    .select("manifest")
    .where("upload_id", "=", uploadId)
    .executeTakeFirst();
  return plan === undefined ? undefined : manifestSchema.parse(JSON.parse(plan.manifest));
}

export const isCurrent = (plan: PlanFacts, upload: Pick<Upload, "is_update">): boolean =>
  !plan.settled && plan.is_update === upload.is_update;

export async function hasPlan(db: Db, upload: Upload): Promise<boolean> {
  const plan = await readPlan(db, upload.id);
  return plan !== undefined && isCurrent(plan, upload);
}

/** Forgets a plan along with its objects. */
export async function dropPlan(db: Db, uploadId: string): Promise<void> {
  await db.deleteFrom("upload_plans").where("upload_id", "=", uploadId).execute();
}

/** Keeps a manifest and the objects it is laid out in, in place of what was kept. */
export async function writePlan(
  trx: Trx,
  manifest: Manifest,
  objects: readonly PlannedObject[],
): Promise<void> {
  const { uploadId, files } = manifest;
  await dropPlan(trx, uploadId);
  await trx
    .insertInto("upload_plans")
    .values({
      upload_id: uploadId,
      is_update: manifest.isUpdate,
      base_folder: manifest.baseFolder,
      manifest: JSON.stringify(manifest),
      digest: manifestDigest(manifest),
      total_bytes: files.reduce((sum, file) => sum + file.originalSize, 0),
      total_files: files.length,
    })
    .execute();
  const rowOf = ({ file, offset, length }: PlannedObject["segments"][number]) =>
    [file, offset, length, files[file]!.zipped] as const;
  const segments = objects.map((object) => JSON.stringify(object.segments.map(rowOf)));
  await sql`INSERT INTO upload_objects (upload_id, ordinal, name, source_bytes, segments)
    SELECT ${uploadId}, ordinal - 1, name, source_bytes, segments::jsonb
    FROM unnest(${objects.map(({ name }) => name)}::text[],
      ${objects.map(({ sourceBytes }) => sourceBytes)}::bigint[], ${segments}::text[])
      WITH ORDINALITY AS o (name, source_bytes, segments, ordinal)`.execute(trx);
}

/** Whether a segment is stored as Zstandard frames: where it may be, unless its sender said no. */
export function isZipped(
  { segments, claims }: Pick<KeptObject, "segments" | "claims">,
  index: number,
): boolean {
  const [, , , mayBeZipped] = segments[index]!;
  return mayBeZipped && claims?.[index]?.[2] !== false;
}

/** Planned objects with what was announced of each, in order. */
export async function readObjects(db: Db, uploadId: string): Promise<KeptObject[]> {
  return db
    .selectFrom("upload_objects")
    .selectAll()
    .where("upload_id", "=", uploadId)
    .orderBy("ordinal")
    .execute();
}
