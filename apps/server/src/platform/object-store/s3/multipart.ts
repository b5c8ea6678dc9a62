import { createHash } from "node:crypto";
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  type CompletedPart,
  CreateMultipartUploadCommand,
  type S3Client,
  UploadPartCommand,
} from "@aws-sdk/client-s3";
import { calling, classOf, type S3Target } from "./s3-context.ts";

export interface PartPlace extends S3Target {
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
  target: S3Target,
  parts: AsyncIterable<T> | Iterable<T>,
  options: { atOnce: number; send: (part: T, place: PartPlace) => Promise<string> },
): Promise<void> {
  const place = { Bucket: target.bucket, Key: target.key };
  const created = await client.send(
    new CreateMultipartUploadCommand({ ...place, ...classOf(target) }),
    calling(target),
  );
  const uploadId = created.UploadId!;
  try {
    const done = await sendAll(parts, options.atOnce, async (part, number) => ({
      PartNumber: number,
      ETag: await options.send(part, { ...target, uploadId, number }),
    }));
    target.signal?.throwIfAborted();
    await client.send(
      new CompleteMultipartUploadCommand({
        ...place,
        UploadId: uploadId,
        MultipartUpload: { Parts: done },
      }),
    );
  } catch (error) {
    const abort = new AbortMultipartUploadCommand({ ...place, UploadId: uploadId });
    // What failed first is what counts; parts that stay even so are for the bucket's lifecycle rule.
    await client.send(abort).catch(() => {});
    throw error;
  }
}

async function sendAll<T>(
  parts: AsyncIterable<T> | Iterable<T>,
  atOnce: number,
  send: (part: T, number: number) => Promise<CompletedPart>,
): Promise<CompletedPart[]> {
  const sent: Promise<CompletedPart>[] = [];
  const running = new Set<Promise<CompletedPart>>();
  try {
    for await (const part of parts) {
      const sending = send(part, sent.length + 1);
      sent.push(sending);
      running.add(sending);
      sending.then(
        () => running.delete(sending),
        () => {},
      );
      if (running.size >= atOnce) await Promise.race(running);
    }
    return await Promise.all(sent);
  } finally {
    await Promise.allSettled(sent);
  }
}

/** Stores bytes as a part; the store holds them against their MD5. */
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
