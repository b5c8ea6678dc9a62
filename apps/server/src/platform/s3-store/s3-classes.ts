import { createHash } from "node:crypto";
import {
  CopyObjectCommand,
  HeadObjectCommand,
  RestoreObjectCommand,
  type S3Client,
} from "@aws-sdk/client-s3";
import { AppError } from "@swath/contract/errors";
import { forEachConcurrently } from "../concurrency/for-each.ts";
import type { ClassTarget, RestoreOrder, StoredObject } from "../object-store/object-store.ts";
import {
  checkVersion,
  isReadable,
  notAsReceived,
  objectCold,
} from "../object-store/store-refusals.ts";
import type { SourceRange } from "./part-plan.ts";
import { calling, classOf, copySource, etagOf, refusing, versionOf } from "./s3-context.ts";
import { copyPart } from "./s3-join.ts";
import { storeInParts } from "./s3-write.ts";

const PARTS_AT_ONCE = 4;
const LOOKS_AT_ONCE = 16;

const head = (client: S3Client, { bucket, key }: ClassTarget, PartNumber?: number) =>
  client.send(new HeadObjectCommand({ Bucket: bucket, Key: key, PartNumber })).catch(refusing(key));

/** An object's copy has the same ETag only where the store computes it from the bytes. */
function checkEncryption(encryption: string | undefined): void {
  if (encryption?.startsWith("aws:kms") !== true) return;
  const message = "a copy of what KMS encrypts has another ETag: move it by a lifecycle rule";
  throw new AppError("COLD_REFUSED", message);
}

/** The ranges of the parts that an object was stored in; undefined where it was in one, or the store does not say. */
async function partsOf(
  client: S3Client,
  target: ClassTarget,
  { checksums, version, size }: StoredObject,
): Promise<SourceRange[] | undefined> {
  if (size === 0) return undefined;
  const first = await head(client, target, 1);
  checkEncryption(first.ServerSideEncryption);
  const count = Number(checksums.parts?.split("-")[1] ?? 0);
  if (count === 0 || first.PartsCount !== count) return undefined;
  const sizes: number[] = [];
  const numbers = Array.from({ length: count }, (_, at) => at + 1);
  await forEachConcurrently(numbers, LOOKS_AT_ONCE, async (number) => {
    const part = number === 1 ? first : await head(client, target, number);
    sizes[number - 1] = part.ContentLength ?? 0;
  });
  const [key, etag] = [target.key, etagOf(version)];
  let start = 0;
  return sizes.map((length) => ({ key, etag, length, start: (start += length) - length }));
}

/** The ETag that S3 makes of parts: the MD5 of their MD5s, and their number. */
function etagOfParts(etags: readonly string[]): string {
  const md5 = createHash("md5");
  for (const etag of etags) md5.update(Buffer.from(etag.replaceAll('"', ""), "hex"));
  return `"${md5.digest("hex")}-${etags.length}"`;
}

/** Copies an object onto itself in the same parts, which makes the same ETag: nothing appears with another one. */
async function copyInParts(
  client: S3Client,
  target: ClassTarget,
  ranges: readonly SourceRange[],
  version: string,
): Promise<void> {
  const etags: string[] = [];
  await storeInParts(client, target, ranges, {
    concurrency: PARTS_AT_ONCE,
    send: async (range, place) =>
      (etags[place.number - 1] = await copyPart(client, target.bucket, range, place)),
    confirm: async () => {
      if (etagOfParts(etags) !== etagOf(version)) throw notAsReceived(target.key);
      // Ceph 16 copies what replaced the source, whatever ETag was asked for.
      checkVersion(target.key, versionOf(await head(client, target)), version);
    },
  }).catch(refusing(target.key));
}

async function copyWhole(client: S3Client, target: ClassTarget, etag: string): Promise<void> {
  const { bucket, key } = target;
  const copy = new CopyObjectCommand({
    Bucket: bucket,
    Key: key,
    CopySource: copySource(bucket, key),
    CopySourceIfMatch: etag,
    StorageClass: classOf(target),
  });
  await client.send(copy, calling(target)).catch(refusing(key));
  const { ETag } = await head(client, target);
  if (ETag === etag) return;
  // Another object has taken its place, or the store makes ETags in a way of its own.
  throw new AppError("COLD_REFUSED", "the object has another ETag since it was moved", { key });
}

/**
 * Moves an object to another class by a copy onto itself, which takes its place in one step or not at all; false
 * where it is of that class already. S3 copies up to 5 GiB by one call, and what is larger was stored in parts.
 */
export async function moveToClass(
  client: S3Client,
  standing: StoredObject,
  target: ClassTarget,
): Promise<boolean> {
  const { key, version } = standing;
  checkVersion(key, version, target.version);
  if (standing.storageClass === target.storageClass) return false;
  if (!isReadable(standing)) throw objectCold(key);
  const parts = await partsOf(client, target, standing);
  if (parts === undefined) await copyWhole(client, target, etagOf(version));
  else await copyInParts(client, target, parts, version);
  return true;
}

/** Asks for a restore; false where there is nothing to ask for. */
export async function restoreObject(
  client: S3Client,
  bucket: string,
  { key, cold, storageClass }: StoredObject,
  { days, tier }: RestoreOrder,
): Promise<boolean> {
  if (cold === undefined || cold.state === "restoring") return false;
  // What comes back from an archive tier of INTELLIGENT_TIERING stays: S3 refuses days for it.
  const Days = storageClass === "INTELLIGENT_TIERING" ? undefined : days;
  const RestoreRequest = { Days, GlacierJobParameters: { Tier: tier } };
  try {
    await client.send(new RestoreObjectCommand({ Bucket: bucket, Key: key, RestoreRequest }));
  } catch (error) {
    // Somebody was faster.
    if ((error as Error).name !== "RestoreAlreadyInProgress") refusing(key)(error);
  }
  return true;
}
