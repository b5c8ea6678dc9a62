import { AppError } from "@swath/contract/errors";
import type { Identity } from "@swath/contract/identity";
import { hexId } from "@swath/contract/ids";
import {
  type CloudFinding,
  type FindingAnswer,
  MAX_FINDINGS,
  type NewFinding,
} from "@swath/contract/processing";
import { type SelectQueryBuilder, sql } from "kysely";
import { randomBytes } from "node:crypto";
import { type CallOrigin, recordEvent } from "../../platform/audit/record-event.ts";
import type { Db, Trx } from "../../platform/postgres/schema.ts";
import {
  checkVisible,
  findJob,
  isVisible,
  processingsOfFlight,
} from "../records/find-processing.ts";
import { noProcessing } from "../records/processing-record.ts";
import { isPicture } from "./is-picture.ts";

export interface FindingDeps {
  readonly db: Db;
  readonly clock: () => Date;
}

export interface Caller {
  readonly identity: Pick<Identity, "subject" | "name" | "roles">;
  readonly from: CallOrigin;
}

/** Findings without their pictures, with the flight of their processing. */
const selectFindings = (db: Db | Trx) =>
  db
    .selectFrom("cloud_findings as f")
    .innerJoin("processings as p", "p.id", "f.processing_id")
    .select([
      "f.id",
      "f.processing_id",
      "f.job",
      "f.attempt",
      "f.kind",
      "f.words",
      "f.place",
      "f.line",
      "f.view",
      "f.user_name",
      "f.created",
      "f.closed",
      "p.flight_id",
      "p.area",
      sql<boolean>`f.picture IS NOT NULL`.as("has_picture"),
    ]);

type RowOf<Q> = Q extends SelectQueryBuilder<infer _D, infer _T, infer Row> ? Row : never;
type FindingRow = RowOf<ReturnType<typeof selectFindings>>;

async function withAnswers(db: Db | Trx, rows: readonly FindingRow[]): Promise<CloudFinding[]> {
  if (rows.length === 0) return [];
  const all = await db
    .selectFrom("cloud_finding_answers")
    .selectAll()
    .where(
      "finding",
      "in",
      rows.map(({ id }) => id),
    )
    .orderBy("id")
    .execute();
  const answers = Map.groupBy(all, ({ finding }) => finding);
  return rows.map((row) => ({
    id: row.id,
    processingId: row.processing_id,
    flightId: row.flight_id,
    job: row.job,
    attempt: row.attempt,
    kind: row.kind,
    words: row.words,
    place: row.place,
    line: row.line,
    view: row.view,
    hasPicture: row.has_picture,
    by: row.user_name,
    at: row.created.toISOString(),
    closed: row.closed !== null,
    answers: (answers.get(row.id) ?? []).map(({ words, closes, user_name: by, created }) => ({
      words,
      closes,
      by,
      at: created.toISOString(),
    })),
  }));
}

async function findingsOf(db: Db, processings: readonly string[]): Promise<CloudFinding[]> {
  if (processings.length === 0) return [];
  const rows = await selectFindings(db)
    .where("f.processing_id", "in", processings)
    .orderBy(sql`f.closed IS NOT NULL`)
    .orderBy("f.created", "desc")
    .orderBy("f.id")
    .limit(MAX_FINDINGS)
    .execute();
  return withAnswers(db, rows);
}

/** A finding's row that the caller sees; throws FINDING_NOT_FOUND. */
async function rowOf(
  db: Db | Trx,
  { roles }: Pick<Identity, "roles">,
  id: string,
): Promise<FindingRow> {
  const row = await selectFindings(db).where("f.id", "=", id).executeTakeFirst();
  if (row === undefined || !isVisible(row, roles))
    throw new AppError("FINDING_NOT_FOUND", "there is no such finding");
  return row;
}

/**
 * The findings of a processing, or of the processings of a flight that the caller sees, the open ones first;
 * PROCESSING_NOT_FOUND.
 */
export async function listFindings(
  db: Db,
  { roles }: Pick<Identity, "roles">,
  of: { readonly processingId: string } | { readonly flightId: string },
): Promise<CloudFinding[]> {
  if ("flightId" in of) {
    const processings = await processingsOfFlight(db, of, roles);
    return findingsOf(
      db,
      processings.map(({ id }) => id),
    );
  }
  await checkSeen(db, roles, of.processingId);
  return findingsOf(db, [of.processingId]);
}

/** Throws PROCESSING_NOT_FOUND of a processing that is not there, or that the caller does not see. */
export async function checkSeen(db: Db, roles: Identity["roles"], id: string): Promise<void> {
  const found = await db
    .selectFrom("processings")
    .select(["id", "area"])
    .where("id", "=", id)
    .executeTakeFirst();
  if (found === undefined) throw noProcessing(id);
  checkVisible(found, roles);
}

/** What is kept of a cloud: by what it was published, and a picture in base 64. */
interface Kept {
  readonly processingId: string;
  readonly job: string;
  readonly attempt: number;
  readonly picture: string | null;
}

/** The flight and the picture of what is to be kept; throws PROCESSING_NOT_FOUND, INVALID_REQUEST. */
export async function checkKept(
  db: Db,
  { roles }: Pick<Identity, "roles">,
  { processingId, job: name, attempt, picture }: Kept,
) {
  const { job, processing } = await findJob(db, roles, { processingId, job: name });
  if (attempt > job.attempts)
    throw new AppError("INVALID_REQUEST", `${name} has no attempt ${attempt}`);
  const bytes = picture === null ? null : Buffer.from(picture, "base64");
  if (bytes !== null && !isPicture(bytes))
    throw new AppError("INVALID_REQUEST", "the picture is no PNG, JPEG or WebP");
  return { flightId: processing.flight_id, bytes };
}

/** How many rows of a processing a table has; no other is added until the transaction ends. */
export async function countLocked(
  trx: Trx,
  table: "cloud_findings" | "saved_profiles",
  processingId: string,
): Promise<number> {
  await sql`SELECT 1 FROM processings WHERE id = ${processingId} FOR UPDATE`.execute(trx);
  const { count } = await trx
    .selectFrom(table)
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("processing_id", "=", processingId)
    .executeTakeFirstOrThrow();
  return count;
}

/** Marks a place; throws PROCESSING_NOT_FOUND, INVALID_REQUEST, TOO_MANY_FINDINGS. */
export async function markFinding(
  { db, clock }: FindingDeps,
  { identity, from }: Caller,
  { picture, place, ...body }: NewFinding,
): Promise<CloudFinding> {
  const { processingId, job: name, attempt, kind } = body;
  const { flightId, bytes } = await checkKept(db, identity, { ...body, picture });
  const id = hexId(randomBytes(12));
  return db.transaction().execute(async (trx) => {
    if ((await countLocked(trx, "cloud_findings", processingId)) >= MAX_FINDINGS)
      throw new AppError("TOO_MANY_FINDINGS", `a processing has at most ${MAX_FINDINGS} findings`, {
        most: MAX_FINDINGS,
      });
    await trx
      .insertInto("cloud_findings")
      .values({
        id,
        processing_id: processingId,
        job: name,
        attempt,
        kind,
        words: body.words,
        place: JSON.stringify(place),
        line: body.line,
        view: body.view,
        picture: bytes,
        subject: identity.subject,
        user_name: identity.name,
        created: clock(),
        closed: null,
      })
      .execute();
    const detail = { processing: processingId, job: name, finding: id, kind };
    await recordEvent(trx, { action: "finding.marked", actor: identity, flightId, detail, from });
    const [finding] = await withAnswers(trx, [await rowOf(trx, identity, id)]);
    return finding!;
  });
}

/** Answers a finding, which is settled or open from then on; throws FINDING_NOT_FOUND. */
export async function answerFinding(
  { db, clock }: FindingDeps,
  { identity, from }: Caller,
  id: string,
  { words, closes }: FindingAnswer,
): Promise<CloudFinding> {
  return db.transaction().execute(async (trx) => {
    const { processing_id, job, flight_id: flightId } = await rowOf(trx, identity, id);
    const now = clock();
    await trx
      .updateTable("cloud_findings")
      .set({ closed: closes ? now : null })
      .where("id", "=", id)
      .execute();
    const { subject, name } = identity;
    await trx
      .insertInto("cloud_finding_answers")
      .values({ finding: id, words, closes, subject, user_name: name, created: now })
      .execute();
    const detail = { processing: processing_id, job, finding: id, closes };
    await recordEvent(trx, { action: "finding.answered", actor: identity, flightId, detail, from });
    const [finding] = await withAnswers(trx, [await rowOf(trx, identity, id)]);
    return finding!;
  });
}

/** The picture of a finding; throws FINDING_NOT_FOUND where there is none. */
export async function findingPicture(
  db: Db,
  identity: Pick<Identity, "roles">,
  id: string,
): Promise<Buffer> {
  await rowOf(db, identity, id);
  const { picture } = await db
    .selectFrom("cloud_findings")
    .select("picture")
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  if (picture === null) throw new AppError("FINDING_NOT_FOUND", "the finding has no picture");
  return picture;
}

/** Bytes of pictures that one report holds. */
const MOST_PICTURES = 20_000_000;

/** The pictures of findings that the caller was shown, in their order, as many as one report may hold. */
export async function reportPictures(
  db: Db,
  findings: readonly CloudFinding[],
): Promise<ReadonlyMap<string, Buffer>> {
  const pictures = new Map<string, Buffer>();
  let bytes = 0;
  for (const { id, hasPicture } of findings) {
    if (!hasPicture) continue;
    const row = await db
      .selectFrom("cloud_findings")
      .select("picture")
      .where("id", "=", id)
      .executeTakeFirst();
    if (row?.picture == null) continue;
    bytes += row.picture.length;
    if (bytes > MOST_PICTURES) break;
    pictures.set(id, row.picture);
  }
  return pictures;
}
