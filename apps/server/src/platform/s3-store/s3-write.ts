import {
  AbortMultipartUploadCommand,
  type CompletedPart,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  PutObjectCommand,
  type S3Client,
  UploadPartCommand,
} from "@aws-sdk/client-s3";
import { createHash } from "node:crypto";
import { forEachConcurrently } from "../concurrency/for-each.ts";
import type { CopyTarget, ObjectBody } from "../object-store/object-store.ts";
import { checkSize } from "../object-store/store-refusals.ts";
import { calling, classOf } from "./s3-context.ts";
import { MAX_PARTS } from "./part-plan.ts";

/** Objects up to this size are stored by one call; larger ones in parts of this size or more. */
const PART_BYTES = 16_777_216;
/** Parts held in memory and sent at once. */
const PARTS_AT_ONCE = 3;

/** Stores a stream of a known size, holding a few parts of it in memory, so that a part can be sent again. */
export async function writeObject(
  client: S3Client,
  target: CopyTarget,
  body: ObjectBody,
  size: number,
): Promise<void> {
  const partBytes = Math.max(PART_BYTES, Math.ceil(size / MAX_PARTS));
  const parts = cut(body, { size, partBytes, signal: target.signal });
  if (size > partBytes) {
    await storeInParts(client, target, parts, {
      concurrency: PARTS_AT_ONCE,
      send: (part, place) => sendPart(client, part, place),
    });
    return;
  }
  let only: Buffer = Buffer.alloc(0);
  for await (const part of parts) only = part;
  await putObject(client, target, only);
}

/** Stores bytes as one object; the store compares them with their MD5. */
export async function putObject(client: S3Client, target: CopyTarget, body: Buffer): Promise<void> {
  await client.send(
    new PutObjectCommand({
      Bucket: target.bucket,
      Key: target.key,
      ...payload(body),
      StorageClass: classOf(target),
    }),
    calling(target),
  );
}

/** Cuts a stream in parts; throws where it is not of its size. */
async function* cut(
  body: ObjectBody,
  options: { size: number; partBytes: number; signal: AbortSignal | undefined },
): AsyncGenerator<Buffer> {
  const { size, partBytes, signal } = options;
  let chunks: Uint8Array[] = [];
  let held = 0;
  let received = 0;
  for await (let chunk of body) {
    signal?.throwIfAborted();
    received += chunk.length;
    if (received > size) break;
    while (held + chunk.length >= partBytes) {
      const rest = partBytes - held;
      yield Buffer.concat([...chunks, chunk.subarray(0, rest)], partBytes);
      chunk = chunk.subarray(rest);
      chunks = [];
      held = 0;
    }
    chunks.push(chunk);
    held += chunk.length;
  }
  checkSize(received, size);
  if (held > 0) yield Buffer.concat(chunks, held);
}

export interface PartPlace extends CopyTarget {
  readonly uploadId: string;
  /** From 1. */
  readonly number: number;
}

const payload = (body: Buffer) => ({
  Body: body,
  ContentLength: body.length,
  ContentMD5: createHash("md5").update(body).digest("base64"),
});

/**
 * Stores an object in parts, a few at once. `send` stores one and answers its ETag. The object
 * appears with the last step; whatever fails before it, no part stays.
 */
export async function storeInParts<T>(
  client: S3Client,
  target: CopyTarget,
  parts: AsyncIterable<T> | Iterable<T>,
  options: {
    concurrency: number;
    send: (part: T, place: PartPlace) => Promise<string>;
    /** Throws where what was sent is not to appear after all. */
    confirm?: () => Promise<void>;
  },
): Promise<void> {
  const place = { Bucket: target.bucket, Key: target.key };
  const create = new CreateMultipartUploadCommand({ ...place, StorageClass: classOf(target) });
  const created = await client.send(create, calling(target));
  const uploadId = created.UploadId!;
  try {
    const done: CompletedPart[] = [];
    await forEachConcurrently(numbered(parts), options.concurrency, async ([number, part]) => {
      const ETag = await options.send(part, { ...target, uploadId, number });
      done[number - 1] = { PartNumber: number, ETag };
    });
    await options.confirm?.();
    target.signal?.throwIfAborted();
    const whole = { ...place, UploadId: uploadId, MultipartUpload: { Parts: done } };
    await client.send(new CompleteMultipartUploadCommand(whole));
  } catch (error) {
    const abort = new AbortMultipartUploadCommand({ ...place, UploadId: uploadId });
    // What failed first is what counts; parts that stay even so are for the bucket's lifecycle rule.
    await client.send(abort).catch(() => {});
    throw error;
  }
}

async function* numbered<T>(parts: AsyncIterable<T> | Iterable<T>): AsyncGenerator<[number, T]> {
  let number = 0;
  for await (const part of parts) yield [(number += 1), part];
}

/** Stores bytes as a part; the store compares them with their MD5. */
export async function sendPart(client: S3Client, body: Buffer, place: PartPlace): Promise<string> {
  const { ETag } = await client.send(
    new UploadPartCommand({
      Bucket: place.bucket,
      Key: place.key,
      UploadId: place.uploadId,
      PartNumber: place.number,
      ...payload(body),
    }),
    calling(place),
  );
  return ETag!;
}
