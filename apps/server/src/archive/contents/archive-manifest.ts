import { createHash, type Hash } from "node:crypto";
import { flightIdSchema } from "@swath/contract/ids";
import { z } from "zod";
import { compareKeys } from "../../platform/object-store/object-key.ts";
import type { StoredObject } from "../../platform/object-store/object-store.ts";
import type { ArchiveKind } from "../../domain/archives/archives.tables.ts";
import { ArchiveFault } from "../archive-place.ts";

/** An archived object as its archive's manifest keeps it; the checksums are the store's. */
export type ArchivedObject = Pick<StoredObject, "key" | "size" | "checksums">;

export interface ManifestHead {
  readonly flightId: string;
  readonly kind: ArchiveKind;
}

const VERSION = 1;
const BATCH_BYTES = 65_536;
const hex = (digits: number) => z.string().regex(new RegExp(`^[0-9a-f]{${digits}}$`));
const headSchema = z.strictObject({
  archive: z.literal(VERSION),
  flightId: flightIdSchema,
  kind: z.enum(["LiDAR", "Imagery"]),
});
const objectSchema = z.strictObject({
  key: z.string().min(1),
  size: z.int().nonnegative(),
  crc32c: hex(8).optional(),
  md5: hex(32).optional(),
  xxh128: hex(32).optional(),
  parts: z
    .string()
    .regex(/^[0-9a-f]{32}-\d+$/)
    .optional(),
});
const sealSchema = z.strictObject({
  objects: z.int().nonnegative(),
  bytes: z.int().nonnegative(),
  /** Of every line before this one. */
  sha256: hex(64),
});
export type ArchiveSeal = z.infer<typeof sealSchema>;

const lineOf = (value: object): string => `${JSON.stringify(value)}\n`;

/**
 * The manifest of an archive (docs/formats.md): a line with the flight, a line for each object in
 * the order of the keys, and the seal. The same objects make the same bytes.
 */
export async function* manifestBytes(
  { flightId, kind }: ManifestHead,
  objects: AsyncIterable<ArchivedObject>,
  sealed: (seal: ArchiveSeal) => void,
): AsyncGenerator<Buffer> {
  const sha256 = createHash("sha256");
  const total = { objects: 0, bytes: 0 };
  let text = lineOf({ archive: VERSION, flightId, kind });
  for await (const { key, size, checksums } of objects) {
    const { crc32c, md5, xxh128, parts } = checksums;
    text += lineOf({ key, size, crc32c, md5, xxh128, parts });
    total.objects += 1;
    total.bytes += size;
    if (text.length < BATCH_BYTES) continue;
    yield hashed(sha256, text);
    text = "";
  }
  yield hashed(sha256, text);
  const seal = { ...total, sha256: sha256.digest("hex") };
  sealed(seal);
  yield Buffer.from(lineOf(seal));
}

function hashed(sha256: Hash, text: string): Buffer {
  const bytes = Buffer.from(text);
  sha256.update(bytes);
  return bytes;
}

/**
 * Reads a manifest as a stream of its objects; throws {@link ArchiveFault} where it is not that of
 * this archive or its seal does not fit, at the latest after the last object.
 */
export class ArchiveManifest implements AsyncIterable<ArchivedObject> {
  readonly #bytes: AsyncIterable<Uint8Array>;
  readonly #head: ManifestHead;
  #seal: ArchiveSeal | undefined;

  constructor(bytes: AsyncIterable<Uint8Array>, head: ManifestHead) {
    this.#bytes = bytes;
    this.#head = head;
  }

  /** Known once all objects were read. */
  get seal(): ArchiveSeal | undefined {
    return this.#seal;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<ArchivedObject> {
    const sha256 = createHash("sha256");
    const total = { objects: 0, bytes: 0 };
    let last: string | undefined;
    for await (const line of readLines(this.#bytes)) {
      if (this.#seal !== undefined) throw broken("goes on after its seal");
      const value = parse(line);
      if (last === undefined) {
        this.#checkHead(value);
        last = "";
      } else if ("sha256" in value) {
        this.#seal = checkSeal(value, { ...total, sha256: sha256.copy().digest("hex") });
      } else {
        const object = objectOf(value, last);
        last = object.key;
        total.objects += 1;
        total.bytes += object.size;
        yield object;
      }
      sha256.update(line);
    }
    if (this.#seal === undefined) throw broken("has no seal");
  }

  #checkHead(value: object): void {
    const head = headSchema.safeParse(value).data;
    if (head?.flightId !== this.#head.flightId || head.kind !== this.#head.kind)
      throw broken("is not that of this archive");
  }
}

const broken = (how: string): ArchiveFault => new ArchiveFault(`the archive's manifest ${how}`);

function parse(line: Buffer): object {
  try {
    const value: unknown = JSON.parse(line.toString());
    if (typeof value === "object" && value !== null) return value;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  throw broken("holds a line that cannot be read");
}

function objectOf(value: object, last: string): ArchivedObject {
  const { data } = objectSchema.safeParse(value);
  if (data === undefined) throw broken("holds a line that cannot be read");
  if (compareKeys(last, data.key) >= 0) throw broken("is not in the order of its keys");
  const { key, size, ...sums } = data;
  const present = Object.entries(sums).filter(([, sum]) => sum !== undefined);
  return { key, size, checksums: Object.fromEntries(present) };
}

function checkSeal(value: object, counted: ArchiveSeal): ArchiveSeal {
  const { data } = sealSchema.safeParse(value);
  if (data?.sha256 !== counted.sha256 || data.objects !== counted.objects)
    throw broken("is not as it was sealed");
  return data;
}

/** A key of 1,024 bytes that is escaped throughout, and its facts. */
const MAX_LINE_BYTES = 16_384;

/** The lines of a stream, each with its newline; throws {@link ArchiveFault} where one is too long. */
async function* readLines(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of bytes) {
    const text: Buffer = Buffer.concat([rest, chunk]);
    let start = 0;
    for (let end = text.indexOf(10); end !== -1; end = text.indexOf(10, start)) {
      yield text.subarray(start, end + 1);
      start = end + 1;
    }
    rest = text.subarray(start);
    if (rest.length > MAX_LINE_BYTES) throw new ArchiveFault("a line of the manifest has no end");
  }
  if (rest.length > 0) yield rest;
}
