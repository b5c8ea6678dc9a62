import { Readable } from "node:stream";
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from "fastify";
import { AppError } from "@swath/contract/errors";
import type { ZipOffer } from "@swath/contract/explorer";
import type { Identity } from "@swath/contract/identity";
import { type CallOrigin, recordEvent } from "../audit/record-event.ts";
import { readRange, verifiedStream } from "../file-store-http/file-store-get.ts";
import type { Clock } from "../clock/clock.ts";
import { attachment } from "../object-store/attachment.ts";
import type { ObjectPlace, ObjectStore } from "../object-store/object-store.ts";
import type { Db } from "../postgres/schema.ts";
import { type ZipSource, zipBytes } from "./zip-bytes.ts";
import {
  extendZipDownload,
  findZipDownload,
  saveZipDownload,
  type ZipDownload,
  ZIP_SECONDS,
} from "./zip-downloads.ts";
import { ZipLayout } from "./zip-layout.ts";

export interface ZipDeps {
  readonly db: Db;
  readonly store: ObjectStore;
  readonly clock: Clock;
  /** Hears of an object whose bytes are not those that the store received. */
  readonly onDamaged: (place: ObjectPlace) => void;
}

const PATH = "/downloads/zip";

interface OfferedZip extends Omit<ZipDownload, "crcs"> {
  /** Of the folder that its objects are of. */
  readonly prefix: string;
}

/** Gives out the address of a ZIP, and records the download. */
export async function offerZip(
  { db, clock }: Pick<ZipDeps, "db" | "clock">,
  { prefix, ...zip }: OfferedZip,
  { identity, from }: { readonly identity: Identity; readonly from: CallOrigin },
): Promise<ZipOffer> {
  const { secret, expires } = await saveZipDownload(db, clock, zip);
  const [files, bytes] = [zip.entries.length, new ZipLayout(zip.entries).size];
  const actor = { subject: identity.subject, name: identity.name };
  const detail = { bucket: zip.bucket, prefix, files, bytes };
  await recordEvent(db, { action: "folder.downloaded", actor, detail, from });
  return { url: `${PATH}?token=${secret}`, expires: expires.toISOString(), files, bytes };
}

/** The objects of a ZIP, each the version that was chosen, compared with its checksum where it is read whole. */
function zipSource(
  { store, onDamaged }: ZipDeps,
  { bucket, entries, crcs }: ZipDownload,
): ZipSource {
  return {
    crcs,
    async *read(index, from) {
      const { key, version, size } = entries[index]!;
      const isWhole = from === 0;
      const sum = isWhole ? (await store.head(bucket, key))?.checksums.xxh128 : undefined;
      const range = isWhole ? undefined : { start: from, length: size - from };
      const body = await store.read(bucket, key, { version, range });
      const expected = { key, xxh128: sum ?? "", onDamaged: () => onDamaged({ bucket, key }) };
      yield* sum === undefined ? body : await verifiedStream(body, expected);
    },
  };
}

/** How often a download that is under way keeps its address open, ms. */
const EXTEND_MS = (ZIP_SECONDS * 1_000) / 3;

async function* extending(
  bytes: AsyncIterable<Uint8Array>,
  clock: Clock,
  extend: () => Promise<void>,
): AsyncGenerator<Uint8Array> {
  let extended = clock().getTime();
  // Without the database the download goes on; its address then expires, and CRCs are computed again.
  const tryToExtend = (): Promise<void> => extend().catch(() => undefined);
  try {
    for await (const chunk of bytes) {
      yield chunk;
      if (clock().getTime() - extended < EXTEND_MS) continue;
      extended = clock().getTime();
      await tryToExtend();
    }
  } finally {
    await tryToExtend();
  }
}

interface Address {
  readonly Querystring: { readonly token?: unknown };
}

/** A range counts for the ZIP that it was requested of (`If-Range`, RFC 9110, 13.1.5). */
function rangeOf({ headers }: FastifyRequest, size: number, tag: string) {
  const condition = headers["if-range"];
  const range =
    condition === undefined || condition === tag ? readRange(headers.range, size) : undefined;
  if (range === "unsatisfiable")
    throw new AppError("RANGE_NOT_SATISFIABLE", "the range is not within the ZIP", { size });
  return range;
}

async function sendZip(
  request: FastifyRequest<Address>,
  reply: FastifyReply,
  deps: ZipDeps,
): Promise<FastifyReply> {
  const { token } = request.query;
  const secret = typeof token === "string" ? token : "";
  const { db, clock } = deps;
  const download = await findZipDownload(db, clock, secret);
  const layout = new ZipLayout(download.entries);
  const tag = `"${secret.slice(0, 12)}-${layout.size}"`;
  const range = rangeOf(request, layout.size, tag);
  const { start, length } = range ?? { start: 0, length: layout.size };
  void reply.code(range === undefined ? 200 : 206).headers({
    "accept-ranges": "bytes",
    "cache-control": "private, no-store",
    "content-disposition": attachment(download.name),
    "content-length": String(length),
    "content-type": "application/zip",
    etag: tag,
    ...(range && { "content-range": `bytes ${start}-${start + length - 1}/${layout.size}` }),
  });
  if (request.method === "HEAD") return reply.send(Readable.from([]));
  const source = zipSource(deps, download);
  const bytes = zipBytes(layout, source, { start, length });
  const extend = () => extendZipDownload(db, clock, secret, source.crcs);
  return reply.send(Readable.from(extending(bytes, clock, extend), { objectMode: false }));
}

/**
 * Serves `GET /downloads/zip?token=…`: what {@link saveZipDownload} kept, as one ZIP, whole or from any
 * byte on. The token is the authority, no bearer is needed; it opens nothing but what its owner could see.
 * A file that was replaced or damaged since breaks the download off before its end.
 */
export function zipRoute(deps: ZipDeps): FastifyPluginAsync {
  return async (app) => {
    app.get<Address>(
      PATH,
      { config: { rateLimit: false }, logLevel: "warn", schema: { hide: true } },
      (request, reply) => sendZip(request, reply, deps),
    );
  };
}
