import { AppError } from "@swath/contract/errors";
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from "fastify";
import { Readable } from "node:stream";
import type { OpenObject } from "../file-store/file-read.ts";
import type { FileStore } from "../file-store/file-store.ts";
import { takeHasher } from "../hashing/xxh128.ts";
import { attachment } from "../object-store/attachment.ts";
import type { ByteRange, ObjectPlace } from "../object-store/object-store.ts";

/**
 * The one range that a `Range` header requests of an object of this size. Undefined where the whole is
 * to be sent: no header, another unit, several ranges, or none that can be read (RFC 9110, 14.2).
 */
export function readRange(
  header: string | undefined,
  size: number,
): ByteRange | "unsatisfiable" | undefined {
  const [, first = "", last = ""] = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? "") ?? [];
  if (first === "" && last === "") return undefined;
  if (first === "") {
    const length = Math.min(Number(last), size);
    return length === 0 ? "unsatisfiable" : { start: size - length, length };
  }
  const start = Number(first);
  const end = last === "" ? size - 1 : Math.min(Number(last), size - 1);
  if (last !== "" && Number(last) < start) return undefined;
  return start >= size ? "unsatisfiable" : { start, length: end - start + 1 };
}

interface Expected {
  readonly key: string;
  readonly xxh128: string;
  readonly onDamaged: () => void;
}

/**
 * The bytes of a whole object, compared as they pass with the XXH128 (hex) of what the store received.
 * The last chunk is held back until all are compared: where they differ the stream fails with
 * OBJECT_DAMAGED, so that a receiver sees a transfer that broke, or an error where no byte was sent.
 */
export async function verifiedStream(source: Readable, expected: Expected): Promise<Readable> {
  const chunks = verified(source, expected);
  // What is all held back fails here.
  const first = await chunks.next();
  async function* all(): AsyncGenerator<Uint8Array> {
    if (first.done !== true) yield first.value;
    yield* chunks;
  }
  const stream = Readable.from(all(), { objectMode: false });
  // A generator that nobody has begun to read does not hear of its end: its reader had gone by then.
  stream.once("close", () => void chunks.return());
  return stream;
}

async function* verified(
  source: Readable,
  { key, xxh128, onDamaged }: Expected,
): AsyncGenerator<Uint8Array, void> {
  using hasher = await takeHasher();
  try {
    let held: Uint8Array | undefined;
    for await (const chunk of source as AsyncIterable<Uint8Array>) {
      hasher.update(chunk);
      if (held !== undefined) yield held;
      held = chunk;
    }
    if (hasher.digest() !== xxh128) {
      onDamaged();
      throw new AppError("OBJECT_DAMAGED", "the stored bytes are not those that were received", {
        key,
      });
    }
    if (held !== undefined) yield held;
  } finally {
    source.destroy();
  }
}

/** A reader that takes nothing for so long is gone. */
const SILENCE_MS = 120_000;
/** Four such pieces are held of each reply, for as long as its reader takes none; readers may be thousands. */
const PIECE_BYTES = 65_536;

export interface GetRules {
  /** Hears of an object whose bytes are not those that the store received. */
  readonly onDamaged: (place: ObjectPlace) => void;
}

interface Address {
  readonly Params: { bucket: string };
  readonly Querystring: { token?: unknown };
}

/**
 * Serves `GET /store/:bucket?token=…`: the object of an address made by {@link FileStore.presignGet},
 * as an attachment, whole or in one range (RFC 9110, section 14), with the digest of the whole (RFC
 * 9530) as the store received it. A whole object whose bytes are others by now breaks off before its
 * end. The signed token is the authority, no bearer is needed. Throws `AppError` DOWNLOAD_REFUSED,
 * OBJECT_NOT_FOUND, OBJECT_DAMAGED, RANGE_NOT_SATISFIABLE.
 */
export function fileStoreGet(store: FileStore, rules: GetRules): FastifyPluginAsync {
  return async (app) => {
    app.get<Address>(
      "/store/:bucket",
      { config: { rateLimit: false }, logLevel: "warn", schema: { hide: true } },
      async (request, reply) => {
        const { bucket } = request.params;
        const { token } = request.query;
        const grant = store.readAddress(bucket, typeof token === "string" ? token : "");
        const { key, fileName } = grant;
        const object = await store.open(bucket, key);
        const onDamaged = (): void => rules.onDamaged({ bucket, key });
        const stream = await begin(request, reply, { object, key, fileName, onDamaged });
        return reply.send(stream);
      },
    );
  };
}

interface Sent {
  readonly object: OpenObject;
  readonly key: string;
  readonly fileName: string;
  readonly onDamaged: () => void;
}

/** RFC 9530; recipients that do not know the algorithm leave it aside. */
const reprDigest = (xxh128: string): string =>
  `xxh128=:${Buffer.from(xxh128, "hex").toString("base64")}:`;

/** Sets the head of a reply; returns the stream of its body. */
async function begin(request: FastifyRequest, reply: FastifyReply, sent: Sent): Promise<Readable> {
  const { object, key, fileName, onDamaged } = sent;
  const { size } = object;
  const tag = `"${object.id}"`;
  const part = rangeOf(request, { size, tag });
  if (part === "unsatisfiable") {
    await object.close();
    void reply.header("content-range", `bytes */${size}`);
    throw new AppError("RANGE_NOT_SATISFIABLE", "the range is not within the object", { size });
  }
  const range = part ?? { start: 0, length: size };
  const xxh128 = await object.xxh128();
  const last = range.start + range.length - 1;
  void reply.code(part === undefined ? 200 : 206).headers({
    "accept-ranges": "bytes",
    "cache-control": "private, no-store",
    "content-disposition": attachment(fileName),
    "content-length": String(range.length),
    "content-type": "application/octet-stream",
    etag: tag,
    "last-modified": object.modified.toUTCString(),
    ...(part !== undefined && { "content-range": `bytes ${range.start}-${last}/${size}` }),
    ...(xxh128 !== undefined && { "repr-digest": reprDigest(xxh128) }),
  });
  if (request.method === "HEAD") {
    await object.close();
    // Of a reply without any payload Fastify would send the length 0.
    return Readable.from([]);
  }
  request.raw.setTimeout(SILENCE_MS, () => request.raw.destroy());
  const stream = await object.stream(range, PIECE_BYTES);
  if (xxh128 === undefined || range.length < size) return stream;
  return verifiedStream(stream, { key, xxh128, onDamaged });
}

/** A range counts for the generation of the object that it was requested of (`If-Range`). */
function rangeOf(request: FastifyRequest, { size, tag }: { size: number; tag: string }) {
  const condition = request.headers["if-range"];
  if (condition !== undefined && condition !== tag) return undefined;
  return readRange(request.headers.range, size);
}
