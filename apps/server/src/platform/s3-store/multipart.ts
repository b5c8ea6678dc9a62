import { createHash } from "node:crypto";
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  type CompletedPart,
  CreateMultipartUploadCommand,
  type S3Client,
  UploadPartCommand,
} from "@aws-sdk/client-s3";
import type { CopyTarget } from "../object-store/object-store.ts";
import { forEachConcurrently } from "../concurrency/for-each.ts";
import { calling, classOf } from "./s3-context.ts";

export interface PartPlace extends CopyTarget {
  readonly uploadId: string;
  /** From 1. */
  readonly number: number;
}

export const md5Base64 = (bytes: Uint8Array): string =>
  createHash("md5").update(bytes).digest("base64");

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
      Body: body,
      ContentLength: body.length,
      ContentMD5: md5Base64(body),
    }),
    calling(place),
  );
  return ETag!;
}
