import {
  CopyObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  type S3Client,
  UploadPartCopyCommand,
} from "@aws-sdk/client-s3";
import type { JoinPiece } from "../object-store.ts";
import { checkRange } from "../refusals.ts";
import { type PartPlace, sendPart, storeInParts } from "./multipart.ts";
import { type JoinPart, planParts, type SourceRange } from "./part-plan.ts";
import { calling, classOf, type S3Target } from "./s3-context.ts";
import { refuse } from "./s3-error.ts";
import { putObject } from "./s3-write.ts";

const PARTS_AT_ONCE = 4;

interface JoinSource {
  readonly bucket: string;
  readonly pieces: readonly JoinPiece[];
}

/** Joins pieces by copies within the store; only what is too small for them is fetched. */
export async function joinObjects(
  client: S3Client,
  source: JoinSource,
  target: S3Target,
): Promise<void> {
  if (source.pieces.length === 0) throw new RangeError("a join needs at least one piece");
  const ranges = await Promise.all(source.pieces.map((piece) => look(client, source, piece)));
  const parts = planParts(ranges);
  const [only] = parts;
  if (parts.length > 1) {
    await storeInParts(client, target, parts, {
      concurrency: PARTS_AT_ONCE,
      send: (part, place) => sendJoinPart(client, source.bucket, part, place),
    });
    return;
  }
  if (source.pieces.length === 1 && source.pieces[0]!.range === undefined && only !== undefined)
    await copyWhole(client, source.bucket, ranges[0]!, target);
  else if (only === undefined || only.kind === "fetch")
    await putObject(
      client,
      target,
      await fetchRanges(client, source.bucket, only?.ranges ?? [], target),
    );
  else
    await storeInParts(client, target, parts, {
      concurrency: 1,
      send: (part, place) => sendJoinPart(client, source.bucket, part, place),
    });
}

async function look(
  client: S3Client,
  { bucket }: JoinSource,
  { key, range }: JoinPiece,
): Promise<SourceRange> {
  const head = await client
    .send(new HeadObjectCommand({ Bucket: bucket, Key: key }))
    .catch((error: unknown) => refuse(error, key));
  const size = head.ContentLength ?? 0;
  const { start, length } = range ?? { start: 0, length: size };
  checkRange({ start, length }, size);
  return { key, start, length, etag: head.ETag! };
}

/** As `x-amz-copy-source` wants it: percent-encoded, with its slashes. */
const copySource = (bucket: string, key: string): string =>
  `${bucket}/${key.split("/").map(encodeURIComponent).join("/")}`;

async function copyWhole(
  client: S3Client,
  bucket: string,
  { key, etag }: SourceRange,
  target: S3Target,
): Promise<void> {
  // S3 refuses to copy an object onto itself.
  if (bucket === target.bucket && key === target.key) return;
  await client
    .send(
      new CopyObjectCommand({
        Bucket: target.bucket,
        Key: target.key,
        CopySource: copySource(bucket, key),
        CopySourceIfMatch: etag,
        ...classOf(target),
      }),
      calling(target),
    )
    .catch((error: unknown) => refuse(error, key));
}

async function sendJoinPart(
  client: S3Client,
  bucket: string,
  part: JoinPart,
  place: PartPlace,
): Promise<string> {
  if (part.kind === "fetch")
    return sendPart(client, await fetchRanges(client, bucket, part.ranges, place), place);
  const { key, start, length, etag } = part.range;
  const { CopyPartResult } = await client
    .send(
      new UploadPartCopyCommand({
        Bucket: place.bucket,
        Key: place.key,
        UploadId: place.uploadId,
        PartNumber: place.number,
        CopySource: copySource(bucket, key),
        CopySourceRange: `bytes=${start}-${start + length - 1}`,
        CopySourceIfMatch: etag,
      }),
      calling(place),
    )
    .catch((error: unknown) => refuse(error, key));
  return CopyPartResult!.ETag!;
}

/** Fetches ranges of together at most one small part. */
async function fetchRanges(
  client: S3Client,
  bucket: string,
  ranges: readonly SourceRange[],
  { signal }: Pick<S3Target, "signal">,
): Promise<Buffer> {
  const bodies: Uint8Array[] = [];
  for (const { key, start, length, etag } of ranges) {
    if (length === 0) continue;
    const { Body } = await client
      .send(
        new GetObjectCommand({
          Bucket: bucket,
          Key: key,
          Range: `bytes=${start}-${start + length - 1}`,
          IfMatch: etag,
        }),
        calling(signal === undefined ? {} : { signal }),
      )
      .catch((error: unknown) => refuse(error, key));
    bodies.push(await Body!.transformToByteArray());
  }
  return Buffer.concat(bodies);
}
