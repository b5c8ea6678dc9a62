import { Readable } from "node:stream";
import { AppError } from "@swath/contract/errors";
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from "fastify";
import { attachment } from "../object-store/attachment.ts";
import { readRange } from "./byte-range.ts";
import type { FileStore } from "../file-store/file-store.ts";
import type { OpenObject } from "../file-store/file-read.ts";
import type { ByteRange, ObjectPlace } from "../object-store/object-store.ts";
import { verifiedStream } from "./verified-stream.ts";

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
        await send(request, reply, { object, key, fileName, onDamaged });
        return reply;
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

async function send(request: FastifyRequest, reply: FastifyReply, sent: Sent): Promise<void> {
  const { object, fileName } = sent;
  const { size } = object;
  const tag = `"${object.id}"`;
  const range = rangeOf(request, { size, tag });
  if (range === "unsatisfiable") {
    await object.close();
    void reply.header("content-range", `bytes */${size}`);
    throw new AppError("RANGE_NOT_SATISFIABLE", "the range is not within the object", { size });
  }
  void reply
    .headers({
      "accept-ranges": "bytes",
      "cache-control": "private, no-store",
      "content-disposition": attachment(fileName),
      "content-length": String(range?.length ?? size),
      "content-type": "application/octet-stream",
      etag: tag,
      "last-modified": object.modified.toUTCString(),
    })
    .code(range === undefined ? 200 : 206);
  if (range !== undefined) {
    const last = range.start + range.length - 1;
    void reply.header("content-range", `bytes ${range.start}-${last}/${size}`);
  }
  const xxh128 = await object.xxh128();
  if (xxh128 !== undefined) void reply.header("repr-digest", reprDigest(xxh128));
  await hand(request, reply, { ...sent, xxh128, range: range ?? { start: 0, length: size } });
}

/** A range counts for the generation of the object that it was requested of (`If-Range`). */
function rangeOf(request: FastifyRequest, { size, tag }: { size: number; tag: string }) {
  const condition = request.headers["if-range"];
  if (condition !== undefined && condition !== tag) return undefined;
  return readRange(request.headers.range, size);
}

async function hand(
  request: FastifyRequest,
  reply: FastifyReply,
  {
    object,
    key,
    range,
    xxh128,
    onDamaged,
  }: Sent & {
    readonly range: ByteRange;
    readonly xxh128: string | undefined;
  },
): Promise<void> {
  if (request.method === "HEAD") {
    await object.close();
    // Of a reply without any payload Fastify would send the length 0.
    return void reply.send(Readable.from([]));
  }
  request.raw.setTimeout(SILENCE_MS, () => request.raw.destroy());
  const stream = await object.stream(range, PIECE_BYTES);
  if (xxh128 === undefined || range.length < object.size) return void reply.send(stream);
  void reply.send(await verifiedStream(stream, { key, xxh128, onDamaged }));
}
