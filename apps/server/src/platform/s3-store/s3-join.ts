import { randomUUID } from "node:crypto";
import {
  CopyObjectCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  type S3Client,
  UploadPartCopyCommand,
} from "@aws-sdk/client-s3";
import type { CopyTarget, JoinPiece, JoinSource } from "../object-store/object-store.ts";
import { forEachConcurrently } from "../concurrency/for-each.ts";
import { checkRange, checkVersion, objectChanged } from "../object-store/store-refusals.ts";
import { type PartPlace, sendPart, storeInParts, putObject } from "./s3-write.ts";
import { type JoinPart, planParts, type SourceRange } from "./part-plan.ts";
import { calling, classOf, copySource, rangeHeader, versionOf, refusing } from "./s3-context.ts";

const PARTS_AT_ONCE = 4;
const LOOKS_AT_ONCE = 16;
const FETCHES_AT_ONCE = 4;

type Source = Pick<JoinSource, "bucket" | "pieces">;

/**
 * Joins pieces by copies within the store; only what is too small for them is fetched. Where a piece
 * is replaced while it is copied, Ceph 16 copies what replaced it, whatever ETag was asked for: so
 * pieces of a version are looked at once more after they were copied and before anything appears.
 */
export async function joinObjects(
  client: S3Client,
  source: Source,
  target: CopyTarget,
): Promise<void> {
  if (source.pieces.length === 0) throw new RangeError("a join needs at least one piece");
  const ranges = await lookAtAll(client, source);
  const parts = planParts(ranges);
  const confirm = () => confirmVersions(client, source);
  const [only] = parts;
  if (parts.length > 1 || (only?.kind === "copy" && !isWhole(source)))
    return storeInParts(client, target, parts, {
      concurrency: PARTS_AT_ONCE,
      send: (part, place) => sendJoinPart(client, source.bucket, part, place),
      confirm,
    });
  if (only !== undefined && isWhole(source))
    return source.pieces[0]!.version === undefined
      ? copyWhole(client, source.bucket, ranges[0]!, target)
      : copyVersion(client, source, ranges[0]!, target);
  const fetched = only?.kind === "fetch" ? only.ranges : [];
  const bytes = await fetchRanges(client, source.bucket, fetched, target);
  await confirm();
  return putObject(client, target, bytes);
}

/** Throws OBJECT_CHANGED where a piece is not of its version any more. */
async function confirmVersions(client: S3Client, source: Source): Promise<void> {
  const pieces = source.pieces.filter(({ version }) => version !== undefined);
  await lookAtAll(client, { ...source, pieces });
}

async function lookAtAll(client: S3Client, source: Source): Promise<SourceRange[]> {
  const ranges: SourceRange[] = [];
  await forEachConcurrently(source.pieces.entries(), LOOKS_AT_ONCE, async ([number, piece]) => {
    ranges[number] = await look(client, source, piece);
  });
  return ranges;
}

/** Copies a version to a place of its own first, where it is compared before it appears. */
async function copyVersion(
  client: S3Client,
  source: Source,
  range: SourceRange,
  target: CopyTarget,
): Promise<void> {
  const { bucket } = source;
  const folder = range.key.slice(0, range.key.lastIndexOf("/") + 1);
  const own = { bucket, key: `${folder}copy-${randomUUID()}` };
  const signal = target.signal === undefined ? {} : { signal: target.signal };
  try {
    await copyWhole(client, bucket, range, { ...own, ...signal });
    await confirmVersions(client, source);
    const copy = await look(client, { bucket }, { key: own.key });
    if (copy.etag !== range.etag) throw objectChanged(range.key);
    await copyWhole(client, bucket, copy, target);
  } finally {
    await client.send(new DeleteObjectCommand({ Bucket: own.bucket, Key: own.key }));
  }
}

const isWhole = ({ pieces }: Source): boolean =>
  pieces.length === 1 && pieces[0]!.range === undefined;

async function look(
  client: S3Client,
  { bucket }: Pick<Source, "bucket">,
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
  return copyPart(client, bucket, part.range, place);
}

/** Copies a range as a part of an object; answers the part's ETag. */
export async function copyPart(
  client: S3Client,
  bucket: string,
  range: SourceRange,
  place: PartPlace,
): Promise<string> {
  const { key, etag } = range;
  const { CopyPartResult } = await client
    .send(
      new UploadPartCopyCommand({
        Bucket: place.bucket,
        Key: place.key,
        UploadId: place.uploadId,
        PartNumber: place.number,
        CopySource: copySource(bucket, key),
        CopySourceRange: rangeHeader(range),
        CopySourceIfMatch: etag,
      }),
      calling(place),
    )
    .catch(refusing(key));
  return CopyPartResult!.ETag!;
}

/** Fetches ranges of together less than two small parts. */
async function fetchRanges(
  client: S3Client,
  bucket: string,
  ranges: readonly SourceRange[],
  target: Pick<CopyTarget, "signal">,
): Promise<Buffer> {
  let bytes = 0;
  const places = ranges.map((range) => ({ range, at: (bytes += range.length) - range.length }));
  const whole = Buffer.allocUnsafe(bytes);
  await forEachConcurrently(places, FETCHES_AT_ONCE, async ({ range, at }) => {
    if (range.length === 0) return;
    const { key, etag } = range;
    const get = { Bucket: bucket, Key: key, Range: rangeHeader(range), IfMatch: etag };
    const { Body } = await client
      .send(new GetObjectCommand(get), calling(target))
      .catch(refusing(key));
    const fetched = await Body!.transformToByteArray();
    if (fetched.length !== range.length) throw objectChanged(key);
    whole.set(fetched, at);
  });
  return whole;
}
