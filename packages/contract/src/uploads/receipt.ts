import { z } from "zod";
import { flightIdSchema, uploadIdSchema } from "../ids/id-schemas.ts";
import { statusChangedSchema, xxh128Schema } from "./manifest.ts";
import { MAX_FILE_BYTES, MAX_PARTS } from "./object-size.ts";
import { filePathSchema } from "./paths.ts";
import { uploadTypeSchema } from "./upload-types.ts";

/** Most files of a receipt: updates may have added to a full manifest. */
export const MAX_RECEIPT_FILES = 400_000;

/** Where the server publishes the keys of its receipts, as a JWK set (RFC 7517). */
export const RECEIPT_KEYS_PATH = "/.well-known/swath-receipt-keys.json";

const bucket = z.string().min(1).max(255);
const key = z.string().min(1).max(4_096);
export const sourceFile = {
  /** Path from the chosen folder on, with `/`. */
  path: filePathSchema,
  bytes: z.int().positive().max(MAX_FILE_BYTES),
  /** XXH128 of the source bytes of each part of 200 MB. */
  xxh128: z.array(xxh128Schema).min(1).max(MAX_PARTS),
};

/** A file of data that is ready, and how it stands in each of its places now. */
const storedFileSchema = z.object({
  ...sourceFile,
  /** When its source was last changed, in milliseconds since 1970; null where that was not sealed. */
  modified: z.int().nonnegative().nullable(),
  /** When its source's status was last changed, where that was sealed. */
  statusChanged: statusChangedSchema.optional(),
  places: z.array(
    z.object({
      bucket,
      key,
      /** When it was stored; null where nothing stands there. */
      stored: z.iso.datetime().nullable(),
      /**
       * When the server last began to read it whole and found it as sealed; null where that was not
       * since it came to stand there, as far as the server knows.
       */
      read: z.iso.datetime().nullable(),
      /** How it differs from what was sealed: by what the store itself tells, or as a reading found. */
      fault: z.enum(["missing", "otherSize", "otherChecksum", "damaged"]).nullable(),
      /** Whether it is in cold storage, and cannot be read until it is restored. */
      isCold: z.boolean().optional(),
    }),
  ),
});
export type StoredFile = z.infer<typeof storedFileSchema>;
export const storedFilesSchema = z.object({ files: z.array(storedFileSchema) });

const read = z.iso.datetime().nullable();

export const receiptFileSchema = z.strictObject({
  ...sourceFile,
  places: z
    .array(
      z.strictObject({
        bucket,
        key,
        stored: z.iso.datetime(),
        /** As of a stored file; receipts of version 1 lack it. */
        read: read.optional(),
      }),
    )
    .min(1)
    .max(2),
});
export type ReceiptFile = z.infer<typeof receiptFileSchema>;

const name = z.string().max(1_024);
export const receiptHeadSchema = z.strictObject({
  /** 1 says nothing of readings. */
  version: z.union([z.literal(1), z.literal(2)]),
  flightId: flightIdSchema,
  uploadId: uploadIdSchema,
  uploadType: uploadTypeSchema,
  sensorName: name,
  /** When the data became ready, and who sent it. */
  ready: z.iso.datetime(),
  readyBy: name.nullable(),
  /** When the receipt was made, and for whom. */
  made: z.iso.datetime(),
  madeBy: name,
  files: z.int().positive().max(MAX_RECEIPT_FILES),
  /** Source bytes of all files. */
  bytes: z.int().positive(),
  /** SHA-256 of the lines of all files ({@link receiptLine}), in the receipt's order; hex. */
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  /** The earliest `read` of all places; null where one has none. Version 1 lacks it. */
  read: read.optional(),
  /** The signing key: its JWK thumbprint (RFC 7638). */
  kid: z.string().regex(/^[0-9A-Za-z_-]{43}$/),
});
export type ReceiptHead = z.infer<typeof receiptHeadSchema>;

/** Base64 of an Ed25519 signature of {@link signedText}. */
export const receiptSignatureSchema = z.string().regex(/^[0-9A-Za-z+/]{86}==$/);

/** A signed list of what stands in storage, with the checksums of its source. */
export const receiptSchema = z.strictObject({
  head: receiptHeadSchema,
  files: z.array(receiptFileSchema).min(1).max(MAX_RECEIPT_FILES),
  signature: receiptSignatureSchema,
});
export type Receipt = z.infer<typeof receiptSchema>;

const FILE_MEMBERS = ["path", "bytes", "xxh128", "places", "bucket", "key", "stored", "read"];

/** The canonical line of a file: JSON without white space, members in the schema's order, then LF. */
export function receiptLine(file: ReceiptFile): string {
  return `${JSON.stringify(file, FILE_MEMBERS)}\n`;
}

const HEAD_MEMBERS = Object.keys(receiptHeadSchema.shape);

/** Whether a file says of its readings what its receipt's version wants. */
export function isOfVersion({ places }: ReceiptFile, { version }: ReceiptHead): boolean {
  return places.every((place) => (place.read !== undefined) === (version === 2));
}

/** The earliest of times; null where one is unknown, or there are none. */
export function earliest(times: readonly (string | null | undefined)[]): string | null {
  let first: string | null = null;
  for (const time of times) {
    if (time === null || time === undefined) return null;
    if (first === null || time < first) first = time;
  }
  return first;
}

/** What is signed, as UTF-8: a line that names the purpose, then the head as {@link receiptLine} writes. */
export function signedText(head: ReceiptHead): string {
  return `swath receipt\n${JSON.stringify(head, HEAD_MEMBERS)}\n`;
}

/** What a receipt is saved as. */
export function receiptName({
  flightId,
  uploadId,
}: Pick<ReceiptHead, "flightId" | "uploadId">): string {
  return `${flightId}_${uploadId}_receipt.json`;
}
