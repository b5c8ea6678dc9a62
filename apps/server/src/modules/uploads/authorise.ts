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
import { checkOwner, notActive } from "./moves/move-rules.ts";
import type { KeptObject } from "./plan-store.ts";
import { landingOf, readUpload, type Upload } from "../../domain/uploads/upload-record.ts";

/** A form serves one post; a slow line needs a while until its turn. */
const FORM_SECONDS = 3_600;
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

/** Keeps what is announced of a planned object, while its upload is still the caller's to send. */
async function keepClaim(
  { db }: LandingDeps,
  upload: Upload,
  object: Pick<KeptObject, "ordinal">,
  body: UploadAuthBody,
): Promise<void> {
  const claims = body.segments.map(({ storedBytes, xxh128, zipped }): SegmentClaim =>
    zipped === undefined ? [storedBytes, xxh128] : [storedBytes, xxh128, zipped],
  );
  const kept = await sql`UPDATE upload_objects o
    SET stored_bytes = ${body.size}, checksum = ${body.checksum},
      claims = ${JSON.stringify(claims)}::jsonb, authorised = least(authorised + 1, 1000)
    FROM uploads u
    WHERE o.upload_id = ${upload.id} AND o.ordinal = ${object.ordinal} AND u.id = o.upload_id
      AND u.status = 'UPLOADING' AND u.subject = ${upload.subject}`.execute(db);
  if (kept.numAffectedRows !== 1n) throw notActive(upload, "this upload is not sending");
}

async function admitObject(deps: LandingDeps, upload: Upload, body: UploadAuthBody): Promise<void> {
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
  await keepClaim(deps, upload, object, body);
}

/**
 * A form to post one object with. The key is the server's own: the landing place and the planned
 * name. Throws UPLOAD_NOT_FOUND, NOT_UPLOAD_OWNER, UPLOAD_NOT_ACTIVE, INVALID_PATH, INVALID_REQUEST.
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
  if (body.filePath === manifestName(upload.flight_id)) checkManifestPost(upload, body);
  else await admitObject(deps, upload, body);
  return deps.store.presignPost({
    bucket: deps.buckets.uploads,
    key: landingOf(upload) + body.filePath,
    size: body.size,
    checksum: body.checksum,
    expiresInSeconds: FORM_SECONDS,
  });
}
