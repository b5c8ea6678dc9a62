import {
  CopyObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  type S3Client,
  UploadPartCopyCommand,
} from "@aws-sdk/client-s3";
import type { CopyTarget, JoinPiece, JoinSource } from "../object-store.ts";
import { checkRange, checkVersion } from "../refusals.ts";
import { type PartPlace, sendPart, storeInParts } from "./multipart.ts";
import { type JoinPart, planParts, type SourceRange } from "./part-plan.ts";
import { calling, classOf, rangeHeader, versionOf } from "./s3-context.ts";
import { refusing } from "./s3-error.ts";
import { putObject } from "./s3-write.ts";

const PARTS_AT_ONCE = 4;

type Source = Pick<JoinSource, "bucket" | "pieces">;

/** Joins pieces by copies within the store; only what is too small for them is fetched. */
export async function joinObjects(
  client: S3Client,
  source: Source,
  target: CopyTarget,
): Promise<void> {
  if (source.pieces.length === 0) throw new RangeError("a join needs at least one piece");
  const ranges = await Promise.all(source.pieces.map((piece) => look(client, source, piece)));
  const parts = planParts(ranges);
  const [only] = parts;
  if (parts.length > 1 || (only?.kind === "copy" && !isWhole(source)))
    return storeInParts(client, target, parts, {
      concurrency: PARTS_AT_ONCE,
      send: (part, place) => sendJoinPart(client, source.bucket, part, place),
    });
  if (only !== undefined && isWhole(source))
    return copyWhole(client, source.bucket, ranges[0]!, target);
  const fetched = only?.kind === "fetch" ? only.ranges : [];
  return putObject(client, target, await fetchRanges(client, source.bucket, fetched, target));
}

const isWhole = ({ pieces }: Source): boolean =>
  pieces.length === 1 && pieces[0]!.range === undefined;

async function look(
  client: S3Client,
  { bucket }: Source,
  { key, range, version }: JoinPiece,
): Promise<SourceRange> {
  const head = await client
    .send(new HeadObjectCommand({ Bucket: bucket, Key: key }))
    .catch(refusing(key));
  checkVersion(key, versionOf(head), version);
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
  target: CopyTarget,
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
        StorageClass: classOf(target),
      }),
      calling(target),
    )
    .catch(refusing(key));
}

async function sendJoinPart(
  client: S3Client,
  bucket: string,
  part: JoinPart,
  place: PartPlace,
): Promise<string> {
  if (part.kind === "fetch")
    return sendPart(client, await fetchRanges(client, bucket, part.ranges, place), place);
  const { key, etag } = part.range;
  const { CopyPartResult } = await client
    .send(
      new UploadPartCopyCommand({
        Bucket: place.bucket,
        Key: place.key,
        UploadId: place.uploadId,
        PartNumber: place.number,
        CopySource: copySource(bucket, key),
        CopySourceRange: rangeHeader(part.range),
        CopySourceIfMatch: etag,
      }),
      calling(place),
    )
    .catch(refusing(key));
  return CopyPartResult!.ETag!;
}

/** Fetches ranges of together at most one small part. */
async function fetchRanges(
  client: S3Client,
  bucket: string,
  ranges: readonly SourceRange[],
  target: Pick<CopyTarget, "signal">,
): Promise<Buffer> {
  const bodies: Uint8Array[] = [];
  for (const range of ranges) {
    if (range.length === 0) continue;
    const { key, etag } = range;
    const get = { Bucket: bucket, Key: key, Range: rangeHeader(range), IfMatch: etag };
    const { Body } = await client
      .send(new GetObjectCommand(get), calling(target))
      .catch(refusing(key));
    bodies.push(await Body!.transformToByteArray());
  }
  return Buffer.concat(bodies);
}
