import { PutObjectCommand, type S3Client } from "@aws-sdk/client-s3";
import type { CopyTarget, ObjectBody } from "../object-store/object-store.ts";
import { checkSize } from "../object-store/store-refusals.ts";
import { md5Base64, sendPart, storeInParts } from "./multipart.ts";
import { calling, classOf } from "./s3-context.ts";

/** Objects up to this size are stored by one call; larger ones in parts of this size or more. */
const PART_BYTES = 16_777_216;
/** S3 takes no more parts than these. */
const MAX_PARTS = 10_000;
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
      Body: body,
      ContentLength: body.length,
      ContentMD5: md5Base64(body),
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
