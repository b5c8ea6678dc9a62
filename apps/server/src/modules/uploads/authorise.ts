import { sql } from "kysely";
import { AppError } from "@swath/contract/errors";
import {
  manifestName,
  MAX_MANIFEST_BYTES,
  type UploadAuthBody,
  type UploadAuthReply,
  type UploadStatus,
  zstdBound,
} from "@swath/contract/uploads";
import type { SegmentClaim } from "./plans.tables.ts";
import type { LandingDeps } from "./landing/check-landing.ts";
import { landedName, landingOf } from "./landing/landing-place.ts";
import { checkOwner, notActive } from "./moves/move-rules.ts";
import {
  isCurrent,
  type KeptObject,
  manifestMissing,
  type PlanFacts,
  readPlan,
} from "./plan-store.ts";
import { readUpload, type Upload } from "../../domain/uploads/upload-record.ts";

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
  if (body.size > MAX_MANIFEST_BYTES)
    throw new AppError("ENTITY_TOO_LARGE", "larger than any manifest", {
      limit: MAX_MANIFEST_BYTES,
    });
}

/** Compares the announced segments with the plan: no object may be larger than its source allows. */
function segmentFault(
  object: Pick<KeptObject, "segments">,
  body: Pick<UploadAuthBody, "size" | "segments">,
): string | undefined {
  if (object.segments.length !== body.segments.length)
    return `the object has ${object.segments.length} segments`;
  let sum = 0;
  for (const [index, [, , length, mayBeZipped]] of object.segments.entries()) {
    const { storedBytes, zipped = mayBeZipped } = body.segments[index]!;
    if (zipped && !mayBeZipped) return `segment ${index} is never compressed`;
    if (zipped ? storedBytes > zstdBound(length) : storedBytes !== length)
      return `segment ${index} of ${length} bytes cannot take ${storedBytes}`;
    sum += storedBytes;
  }
  return sum === body.size ? undefined : `the segments make ${sum} bytes, not ${body.size}`;
}

/**
 * Keeps what is announced of a planned object, while its upload is still the caller's to send, and
 * numbers the form: the one before is dead from then on. Answers the number.
 */
async function keepClaim(
  { db }: LandingDeps,
  { upload, plan }: Sending,
  object: Pick<KeptObject, "ordinal">,
  body: UploadAuthBody,
): Promise<number> {
  const claims = body.segments.map(({ storedBytes, xxh128, zipped }): SegmentClaim =>
    zipped === undefined ? [storedBytes, xxh128] : [storedBytes, xxh128, zipped],
  );
  const kept = await sql<{ form: number }>`UPDATE upload_objects o
    SET stored_bytes = ${body.size}, checksum = ${body.checksum},
      claims = ${JSON.stringify(claims)}::jsonb, form = o.form + 1, lease = u.lease
    FROM uploads u JOIN upload_plans p ON p.upload_id = u.id
    WHERE o.upload_id = ${upload.id} AND o.ordinal = ${object.ordinal} AND u.id = o.upload_id
      AND u.status = 'UPLOADING' AND u.subject = ${upload.subject} AND p.landing = ${plan.landing}
    RETURNING o.form`.execute(db);
  const [row] = kept.rows;
  if (row === undefined) throw notActive(upload, "this upload is not sending");
  return row.form;
}

interface Sending {
  readonly upload: Upload;
  readonly plan: PlanFacts;
}

/** The name below the landing place that a form for a planned object posts to. */
async function admitObject(
  deps: LandingDeps,
  { upload, plan }: Sending,
  body: UploadAuthBody,
): Promise<string> {
  if (upload.status !== "UPLOADING") throw notActive(upload, "this upload is not sending");
  const object = await deps.db
    .selectFrom("upload_objects")
    .select(["ordinal", "segments"])
    .where("upload_id", "=", upload.id)
    .where("name", "=", body.filePath)
    .executeTakeFirst();
  if (object === undefined)
    throw new AppError("INVALID_PATH", "no such object is planned", { filePath: body.filePath });
  const fault = segmentFault(object, body);
  if (fault !== undefined) throw refused("segments", fault);
  const form = await keepClaim(deps, { upload, plan }, object, body);
  return landedName({ form, name: body.filePath });
}

/**
 * A form to post one object with. The key is the server's own: the landing place and the planned
 * name. Throws UPLOAD_NOT_FOUND, NOT_UPLOAD_OWNER, UPLOAD_NOT_ACTIVE, MANIFEST_MISSING, INVALID_PATH,
 * INVALID_REQUEST.
 */
export async function authoriseUpload(
  deps: LandingDeps,
  body: UploadAuthBody,
  subject: string,
): Promise<UploadAuthReply> {
  const upload = await readUpload(deps.db, body);
  checkOwner(upload, subject);
  if (upload.subject !== subject) throw notActive(upload, "this upload is not sending");
  if (upload.type !== body.uploadType) throw refused("uploadType", `is ${upload.type}`);
  if (body.checksum.length !== BASE64_LENGTH[deps.store.wireAlgorithm])
    throw refused("checksum", `is no ${deps.store.wireAlgorithm}`);
  const plan = await readPlan(deps.db, upload.id);
  if (plan === undefined || !isCurrent(plan, upload)) throw manifestMissing();
  const isManifest = body.filePath === manifestName(upload.flight_id);
  if (isManifest) checkManifestPost(upload, body);
  const name = isManifest ? body.filePath : await admitObject(deps, { upload, plan }, body);
  return deps.store.presignPost({
    bucket: deps.buckets.uploads,
    key: landingOf(upload, plan) + name,
    size: body.size,
    checksum: body.checksum,
    expiresInSeconds: FORM_SECONDS,
  });
}
