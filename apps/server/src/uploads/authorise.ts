import { sql } from "kysely";
import { AppError } from "@swath/contract/errors";
import {
  leastPieceBytes,
  manifestName,
  MAX_MANIFEST_BYTES,
  pathKey,
  type UploadAuthBody,
  type UploadAuthReply,
  type UploadStatus,
  zstdBound,
} from "@swath/contract/uploads";
import type { Trx } from "../platform/postgres/schema.ts";
import type { PlannedSegment, SegmentClaim } from "./plans.tables.ts";
import { type LandingDeps, landedName, landingOf } from "./landing/landing-place.ts";
import { checkLeaseOwner, checkOwner, notActive } from "./moves/move-rules.ts";
import { currentPlan, unprove } from "./plan-store.ts";
import type { ObjectWithPieces, PlanFacts } from "./plan-record.ts";
import { readUpload, type Upload } from "../domain/uploads/upload-record.ts";

/** A form is asked for right before its post, which has to begin within this time. */
const FORM_SECONDS = 900;
const BASE64_LENGTH = { xxh128: 24, crc32c: 8, md5: 24 } as const;
/** The manifest's own object may be sent as soon as the server keeps it. */
const MANIFEST_STATUSES: ReadonlySet<UploadStatus> = new Set([
  "GENERATING_METADATA_N_UPLOAD_TASK",
  "GENERATING_METADATA_N_CHECK_PROGRESS",
  "UPLOADING",
]);

const refused = (field: string, message: string): AppError =>
  new AppError("INVALID_REQUEST", `${field}: ${message}`, { field });

function checkManifestPost(upload: Upload, body: UploadAuthBody): void {
  if (!MANIFEST_STATUSES.has(upload.status))
    throw notActive(upload, "the manifest is not awaited now");
  if (body.segments.length > 0) throw refused("segments", "the manifest has none");
  if (body.piece !== undefined) throw refused("piece", "the manifest is sent whole");
}

/** What is announced of a post: its bytes, and their checksum on the wire. */
type Announced = Pick<UploadAuthBody, "size" | "checksum">;

function checkChecksum({ store }: LandingDeps, checksum: string): void {
  if (checksum.length !== BASE64_LENGTH[store.wireAlgorithm])
    throw refused("checksum", `is no ${store.wireAlgorithm}`);
}

/** A form for the manifest's own object; throws INVALID_REQUEST, ENTITY_TOO_LARGE, STORE_FULL. */
export async function manifestForm(
  deps: LandingDeps,
  { upload, plan }: Sending,
  announced: Announced,
): Promise<UploadAuthReply> {
  checkChecksum(deps, announced.checksum);
  if (announced.size > MAX_MANIFEST_BYTES)
    throw new AppError("ENTITY_TOO_LARGE", "larger than any manifest", {
      limit: MAX_MANIFEST_BYTES,
    });
  const name = manifestName(upload.flight_id);
  return formFor(deps, { upload, plan }, { name, isReadThrough: false }, announced);
}

/** What a form is for. */
interface Admitted {
  /** Below the landing place. */
  readonly name: string;
  /** Whether all of it is stored as it is: a manifest is read, and what is zipped is decompressed. */
  readonly isReadThrough: boolean;
}

/** The key is the server's own: the landing place and a name below it. */
function formFor(
  { store, buckets }: LandingDeps,
  { upload, plan }: Sending,
  { name, isReadThrough }: Admitted,
  { size, checksum }: Announced,
): Promise<UploadAuthReply> {
  return store.presignPost({
    bucket: buckets.uploads,
    key: landingOf(upload, plan) + name,
    size,
    checksum,
    expiresInSeconds: FORM_SECONDS,
    isReadThrough,
  });
}

/** The source bytes of a planned object that a post brings. */
interface SentRange {
  readonly offset: number;
  readonly length: number;
  readonly segments: readonly PlannedSegment[];
}

type PlannedObject = Pick<ObjectWithPieces, "ordinal" | "source_bytes" | "segments">;

/** What a post brings of its object: no piece of less than the store joins, and none of a bundle. */
function sentRange(
  { source_bytes: whole, segments }: PlannedObject,
  piece: UploadAuthBody["piece"],
  minPieceBytes: number,
): SentRange {
  const { offset, length } = piece ?? { offset: 0, length: whole };
  if (length === whole && offset === 0) return { offset, length, segments };
  const [[file, start, , zipped]] = segments as [PlannedSegment];
  if (segments.length > 1) throw refused("piece", "a bundle is sent whole");
  if (offset + length > whole) throw refused("piece", `the object has ${whole} bytes`);
  const least = leastPieceBytes(whole, offset + length, minPieceBytes);
  if (length < least) throw refused("piece", `is shorter than ${least} bytes`);
  return { offset, length, segments: [[file, start + offset, length, zipped]] };
}

/** Compares the announced segments with the plan: nothing may be larger than its source allows. */
function segmentFault(
  { segments }: SentRange,
  body: Pick<UploadAuthBody, "size" | "segments">,
): string | undefined {
  if (segments.length !== body.segments.length)
    return `there are ${segments.length} segments to be sent`;
  let sum = 0;
  for (const [index, [, , length, mayBeZipped]] of segments.entries()) {
    const { storedBytes, zipped = mayBeZipped } = body.segments[index]!;
    if (zipped && !mayBeZipped) return `segment ${index} is never compressed`;
    if (zipped ? storedBytes > zstdBound(length) : storedBytes !== length)
      return `segment ${index} of ${length} bytes cannot take ${storedBytes}`;
    sum += storedBytes;
  }
  return sum === body.size ? undefined : `the segments make ${sum} bytes, not ${body.size}`;
}

/** Numbers a form, while its upload is still the caller's to send; one object's come one by one. */
async function nextForm(
  trx: Trx,
  { upload, plan }: Sending,
  { ordinal }: PlannedObject,
): Promise<{ form: number; lease: number }> {
  const numbered = await sql<{ form: number; lease: number }>`UPDATE upload_objects o
    SET form = o.form + 1
    FROM uploads u JOIN upload_plans p ON p.upload_id = u.id
    WHERE o.upload_id = ${upload.id} AND o.ordinal = ${ordinal} AND u.id = o.upload_id
      AND u.status = 'UPLOADING' AND u.subject = ${upload.subject} AND p.landing = ${plan.landing}
      AND u.holder IS NOT DISTINCT FROM ${upload.holder}
    RETURNING o.form, u.lease`.execute(trx);
  const [row] = numbered.rows;
  if (row === undefined) throw notActive(upload, "this upload is not sending");
  return row;
}

/**
 * Keeps what is announced of a piece in place of every earlier one that it overlaps: what those
 * post, however late, is never read. Answers the number of its form.
 */
async function keepClaim(
  { db }: LandingDeps,
  sending: Sending,
  object: PlannedObject,
  { offset, length }: SentRange,
  body: UploadAuthBody,
): Promise<number> {
  const { id } = sending.upload;
  const claims = body.segments.map(({ storedBytes, xxh128, zipped }): SegmentClaim =>
    zipped === undefined ? [storedBytes, xxh128] : [storedBytes, xxh128, zipped],
  );
  return db.transaction().execute(async (trx) => {
    const { form, lease } = await nextForm(trx, sending, object);
    if (sending.plan.proven) await unprove(trx, id);
    await trx
      .deleteFrom("upload_pieces")
      .where("upload_id", "=", id)
      .where("ordinal", "=", object.ordinal)
      .where("source_offset", "<", offset + length)
      .where(sql<boolean>`source_offset + length > ${offset}::bigint`)
      .execute();
    await trx
      .insertInto("upload_pieces")
      .values({
        upload_id: id,
        ordinal: object.ordinal,
        form,
        lease,
        source_offset: offset,
        length,
        stored_bytes: body.size,
        checksum: body.checksum,
        claims: JSON.stringify(claims),
      })
      .execute();
    return form;
  });
}

/** An upload with the plan that it is sent by. */
export interface Sending {
  readonly upload: Upload;
  readonly plan: PlanFacts;
}

/** Whether no segment of a range is sent as frames. */
const isRaw = ({ segments }: SentRange, body: Pick<UploadAuthBody, "segments">): boolean =>
  segments.every(([, , , mayBeZipped], index) => !(body.segments[index]!.zipped ?? mayBeZipped));

/** Keeps the claim of a planned object, or of a piece of it. */
async function admitObject(
  deps: LandingDeps,
  { upload, plan }: Sending,
  body: UploadAuthBody,
): Promise<Admitted> {
  if (upload.status !== "UPLOADING") throw notActive(upload, "this upload is not sending");
  // Plans of earlier releases name their objects as the drive spelled them.
  const object = await deps.db
    .selectFrom("upload_objects")
    .select(["ordinal", "name", "source_bytes", "segments"])
    .where("upload_id", "=", upload.id)
    .where("name", "in", [body.filePath, pathKey(body.filePath)])
    .orderBy(sql<boolean>`name = ${body.filePath}`, "desc")
    .executeTakeFirst();
  if (object === undefined)
    throw new AppError("INVALID_PATH", "no such object is planned", { filePath: body.filePath });
  const range = sentRange(object, body.piece, deps.store.minPieceBytes);
  const fault = segmentFault(range, body);
  if (fault !== undefined) throw refused("segments", fault);
  const form = await keepClaim(deps, { upload, plan }, object, range, body);
  return { name: landedName({ form, name: object.name }), isReadThrough: isRaw(range, body) };
}

/**
 * A form to post one object with, or a piece of one, by its planned name. Throws UPLOAD_NOT_FOUND,
 * NOT_UPLOAD_OWNER, UPLOAD_HELD_ELSEWHERE, UPLOAD_NOT_ACTIVE, MANIFEST_MISSING, INVALID_PATH,
 * INVALID_REQUEST, ENTITY_TOO_LARGE, STORE_FULL.
 */
export async function authoriseUpload(
  deps: LandingDeps,
  body: UploadAuthBody,
  subject: string,
): Promise<UploadAuthReply> {
  const upload = await readUpload(deps.db, body);
  checkOwner(upload, subject);
  checkLeaseOwner(upload, body.holder);
  if (upload.subject !== subject) throw notActive(upload, "this upload is not sending");
  if (upload.type !== body.uploadType) throw refused("uploadType", `is ${upload.type}`);
  checkChecksum(deps, body.checksum);
  const sending = { upload, plan: await currentPlan(deps.db, upload) };
  if (body.filePath !== manifestName(upload.flight_id))
    return formFor(deps, sending, await admitObject(deps, sending, body), body);
  checkManifestPost(upload, body);
  return manifestForm(deps, sending, body);
}
