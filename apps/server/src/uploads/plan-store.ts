import { sql } from "kysely";
import { AppError } from "@swath/contract/errors";
import { type FileEntry, layOut } from "@swath/contract/uploads";
import type { Queues } from "../platform/queues/queues.ts";
import type { Db, Trx } from "../platform/postgres/schema.ts";
import { abandonLanding, sendCleaning } from "./landing/clean-landing.ts";
import { landingOf, newLanding } from "./landing/landing-place.ts";
import { filesOf } from "./manifest/file-rows.ts";
import type { ReadManifest } from "./manifest/read-manifest.ts";
import type { ObjectRow, ObjectWithPieces, PieceRow, PlanFacts } from "./plan-record.ts";
import type { Upload } from "../domain/uploads/upload-record.ts";

/** What is kept of an upload's manifest, without the manifest itself. */
export async function readPlan(db: Db, uploadId: string): Promise<PlanFacts | undefined> {
  return db
    .selectFrom("upload_plans")
    .select(["upload_id", "is_update", "base_folder", "digest", "landing", "subject"])
    .select(["total_bytes", "total_files", "proven", "settled"])
    .where("upload_id", "=", uploadId)
    .executeTakeFirst();
}

/** Whether a plan is what its upload goes on with: another owner, or an update, begins anew. */
export const isCurrent = (
  plan: PlanFacts,
  upload: Pick<Upload, "is_update" | "subject">,
): boolean =>
  !plan.settled && plan.is_update === upload.is_update && plan.subject === upload.subject;

export const manifestMissing = (): AppError =>
  new AppError("MANIFEST_MISSING", "the server holds no manifest of this upload");

/** The plan that an upload goes on with; throws MANIFEST_MISSING. */
export async function currentPlan(db: Db, upload: Upload): Promise<PlanFacts> {
  const plan = await readPlan(db, upload.id);
  if (plan === undefined || !isCurrent(plan, upload)) throw manifestMissing();
  return plan;
}

/** Forgets a plan along with its objects; nothing is read any more where they landed. */
export async function dropPlan(
  trx: Trx,
  queues: Queues,
  upload: Pick<Upload, "id" | "flight_id">,
): Promise<void> {
  const plan = await trx
    .deleteFrom("upload_plans")
    .where("upload_id", "=", upload.id)
    .returning(["landing", "is_update"])
    .executeTakeFirst();
  if (plan === undefined) return;
  const prefix = landingOf(upload, plan);
  await abandonLanding(trx, prefix);
  await sendCleaning(queues, trx, prefix);
}

/** What was verified of a plan counts no more: something else is sent in place of some of it. */
export async function unprove(trx: Trx, uploadId: string): Promise<void> {
  const plan = await trx
    .updateTable("upload_plans")
    .set({ proven: false })
    .where("upload_id", "=", uploadId)
    .where("proven", "=", true)
    .executeTakeFirst();
  if (plan.numUpdatedRows === 0n) return;
  await trx
    .updateTable("upload_objects")
    .set({ published: false })
    .where("upload_id", "=", uploadId)
    .execute();
}

/** Segments, of objects that are written in one statement. */
const BATCH_SEGMENTS = 2_000;

/** Keeps a manifest and the objects it is laid out in, in place of what was kept. */
export async function writePlan(
  trx: Trx,
  queues: Queues,
  upload: Pick<Upload, "id" | "flight_id" | "subject">,
  manifest: ReadManifest,
): Promise<void> {
  const { head, digest, files, bytes, pages } = manifest;
  const { id: uploadId, subject } = upload;
  await dropPlan(trx, queues, upload);
  await trx
    .insertInto("upload_plans")
    .values({
      upload_id: uploadId,
      is_update: head.isUpdate,
      base_folder: head.baseFolder,
      digest,
      subject,
      landing: newLanding(),
      total_bytes: bytes,
      total_files: files,
    })
    .execute();
  for (const [page, text] of pages.entries())
    await trx
      .insertInto("upload_manifest_pages")
      .values({ upload_id: uploadId, page, files: text })
      .execute();
  let ordinal = 0;
  for (const batch of planBatches(manifest)) {
    await insertObjects(trx, uploadId, ordinal, batch);
    ordinal += batch.length;
  }
}

type NewObject = Pick<ObjectRow, "name" | "source_bytes" | "segments">;

/** The plan of a manifest, laid out as it is written: it is never held whole. */
function* planBatches({ pages, files }: ReadManifest): Generator<NewObject[]> {
  const zipped = new Uint8Array(files);
  function* entries(): Generator<FileEntry> {
    let index = 0;
    for (const page of pages)
      for (const file of filesOf(page)) {
        zipped[index++] = Number(file.zipped);
        yield file;
      }
  }
  let batch: NewObject[] = [];
  let segments = 0;
  for (const object of layOut(entries())) {
    batch.push({
      name: object.name,
      source_bytes: object.sourceBytes,
      segments: object.segments.map(({ file, offset, length }) => [
        file,
        offset,
        length,
        zipped[file] === 1,
      ]),
    });
    segments += object.segments.length;
    if (segments < BATCH_SEGMENTS) continue;
    yield batch;
    batch = [];
    segments = 0;
  }
  if (batch.length > 0) yield batch;
}

async function insertObjects(
  trx: Trx,
  uploadId: string,
  first: number,
  rows: readonly NewObject[],
): Promise<void> {
  const segments = rows.map((row) => JSON.stringify(row.segments));
  await sql`INSERT INTO upload_objects (upload_id, ordinal, name, source_bytes, segments)
    SELECT ${uploadId}, ${first}::int + ordinal - 1, name, source_bytes, segments::jsonb
    FROM unnest(${rows.map(({ name }) => name)}::text[],
      ${rows.map((row) => row.source_bytes)}::bigint[], ${segments}::text[])
      WITH ORDINALITY AS o (name, source_bytes, segments, ordinal)`.execute(trx);
}

/** Whether a segment of a piece is stored as frames: where it may be, unless its sender said no. */
export function isZipped(
  { segments }: Pick<ObjectWithPieces, "segments">,
  { claims }: Pick<PieceRow, "claims">,
  index: number,
): boolean {
  const [, , , mayBeZipped] = segments[index]!;
  return mayBeZipped && claims[index]?.[2] !== false;
}

/** Objects that are read at once; one has up to 256 segments, or some 200 pieces. */
const PAGE_OBJECTS = 500;

/** Planned objects with what was announced of each, in order, a page at a time. */
export async function* objectPages(db: Db, uploadId: string): AsyncGenerator<ObjectWithPieces[]> {
  for (let first = 0; ; first += PAGE_OBJECTS) {
    // Ordinals have no gaps: a range of them is found by the key alone, whatever the planner knows.
    const rows = await db
      .selectFrom("upload_objects")
      .selectAll()
      .where("upload_id", "=", uploadId)
      .where("ordinal", ">=", first)
      .where("ordinal", "<", first + PAGE_OBJECTS)
      .orderBy("ordinal")
      .execute();
    if (rows.length > 0) yield await withPieces(db, uploadId, first, rows);
    if (rows.length < PAGE_OBJECTS) return;
  }
}

async function withPieces(
  db: Db,
  uploadId: string,
  first: number,
  rows: readonly ObjectRow[],
): Promise<ObjectWithPieces[]> {
  const pieces = await db
    .selectFrom("upload_pieces as piece")
    .innerJoin("upload_objects as object", (join) =>
      join
        .onRef("object.upload_id", "=", "piece.upload_id")
        .onRef("object.ordinal", "=", "piece.ordinal"),
    )
    .selectAll("piece")
    .select("object.name")
    .where("piece.upload_id", "=", uploadId)
    .where("piece.ordinal", ">=", first)
    .where("piece.ordinal", "<", first + PAGE_OBJECTS)
    .orderBy("piece.ordinal")
    .orderBy("piece.source_offset")
    .execute();
  const byObject = Map.groupBy(pieces, ({ ordinal }) => ordinal);
  return rows.map((row) => Object.assign(row, { pieces: byObject.get(row.ordinal) ?? [] }));
}

/** All planned objects of an upload, in order. */
export async function readObjects(db: Db, uploadId: string): Promise<ObjectWithPieces[]> {
  const objects: ObjectWithPieces[] = [];
  for await (const page of objectPages(db, uploadId)) objects.push(...page);
  return objects;
}
