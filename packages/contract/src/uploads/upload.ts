import { z } from "zod";
import { uploadIdSchema } from "../ids/id-schemas.ts";
import { manifestSchema, xxh128Schema } from "./manifest.ts";
import { BUNDLE_FILES } from "./upload-plan.ts";
import { PART_BYTES, zstdBound } from "./object-size.ts";
import { UPLOAD_STATUSES } from "./upload-status.ts";
import { uploadTypeSchema } from "./upload-types.ts";

export const HEARTBEAT_MS = 10_000;
/** An active upload whose lease was not renewed for this long is stalled and frees its slot. */
export const LEASE_MS = 60_000;

/** Base64 of a checksum's bytes: XXH128, MD5, or CRC-32C (big-endian, as in `x-amz-checksum-crc32c`). */
const wireChecksumSchema = z.string().regex(/^(?:[0-9A-Za-z+/]{6}==|[0-9A-Za-z+/]{22}==)$/);

/** Most characters of the reason for what is done to another's upload. */
export const MOVE_REASON_LENGTH = 500;
export const moveReasonSchema = z.string().trim().min(1).max(MOVE_REASON_LENGTH);

/** Most characters of what a sender reports of its failure. */
export const FAILURE_LENGTH = 4_000;
const failureSchema = z.string().trim().min(1).max(FAILURE_LENGTH);

/** What goes with a move: a leader's reason, or how the sender failed, a line for each file. */
export const moveBodySchema = z.strictObject({
  reason: moveReasonSchema.optional(),
  failure: failureSchema.optional(),
});

/** A random text by which a page or a program holds an upload; no other one sends it meanwhile. */
export const holderSchema = z.string().regex(/^[0-9A-Za-z_-]{16,64}$/);

/** Source bytes of a planned object that are sent in one post. */
const pieceSchema = z.strictObject({
  offset: z.int().nonnegative().max(PART_BYTES),
  length: z.int().positive().max(PART_BYTES),
});
export type PieceRange = z.infer<typeof pieceSchema>;

/** A request to send one object, or a piece of one; `filePath` is its name in the plan, or the manifest's name. */
export const uploadAuthBodySchema = z.strictObject({
  uploadId: uploadIdSchema,
  filePath: z.string().min(1).max(4096),
  uploadType: uploadTypeSchema,
  holder: holderSchema.optional(),
  /**
   * Which source bytes of the planned object are sent, `offset` counted from its first; without it, the
   * whole object. A bundle is always whole; a shorter piece than the settings allow is refused.
   */
  piece: pieceSchema.optional(),
  /** Bytes as they will be posted. */
  size: z.int().positive().max(zstdBound(PART_BYTES)),
  /** Of the posted bytes, in the algorithm of the settings. */
  checksum: wireChecksumSchema,
  /** One for each segment that is sent, in the order of the plan; none for the manifest. */
  segments: z
    .array(
      z.strictObject({
        storedBytes: z.int().positive(),
        xxh128: xxh128Schema,
        /** Whether it is stored as Zstandard frames; left out, it is stored as planned. */
        zipped: z.boolean().optional(),
      }),
    )
    .max(BUNDLE_FILES),
});
export type UploadAuthBody = z.infer<typeof uploadAuthBodySchema>;

/** Where to post: the fields go first, in their order, then `file`. Answered 201, or an error. */
export const uploadAuthReplySchema = z.object({
  url: z.string(),
  fields: z.record(z.string(), z.string()),
});
export type UploadAuthReply = z.infer<typeof uploadAuthReplySchema>;

export const uploadProgressSchema = z.object({
  /** Names of the planned objects that the store does not hold yet. */
  remaining_task_key_list: z.array(z.string()),
  /** Of those, what the store holds already of some of them: by name, in the order of their bytes. */
  landed_pieces: z.record(z.string(), z.array(pieceSchema)),
  /** Source bytes of what the store holds. */
  completed_file_size: z.number(),
  total_file_size: z.number(),
  total_file_count: z.number(),
  /** Files of which every byte is in the store. */
  completed_file_count: z.number(),
  /** Why an upload failed its validation, or was stalled. */
  reason: z.string().optional(),
  /** Name of the folder that was chosen. */
  base_folder: z.string(),
});
export type UploadProgress = z.infer<typeof uploadProgressSchema>;

export const uploadProgressBodySchema = z.strictObject({ metadata: manifestSchema });

/** The manifest's own object, for which a form may be asked for along with it. */
export const manifestObjectSchema = z.object({
  manifestBytes: z.coerce.number<number>().int().positive().optional(),
  /** Of these bytes, in the algorithm of the settings. */
  manifestChecksum: wireChecksumSchema.optional(),
});
export type ManifestObject = z.infer<typeof manifestObjectSchema>;

/**
 * With the form for the manifest's own object, where it was asked for and the store has room, and with
 * the files of the manifest, by index, whose status changed since the folder was chosen first, though
 * their size and time did not: what landed of them is compared with their content.
 */
export const checkedProgressSchema = uploadProgressSchema.extend({
  touched_files: z.array(z.int().nonnegative()).optional(),
  manifest_form: uploadAuthReplySchema.optional(),
});
export type CheckedProgress = z.infer<typeof checkedProgressSchema>;

/** Most files whose sent content is asked for at once. */
export const MAX_SENT_FILES = 500;

export const sentContentSchema = z.object({
  /** Each with what was announced of it, in the order of its bytes; `offset` counts from the file's first. */
  files: z.array(
    z.object({
      file: z.int().nonnegative(),
      pieces: z.array(
        z.object({ offset: z.int().nonnegative(), length: z.int(), xxh128: xxh128Schema }),
      ),
    }),
  ),
});
export type SentFile = z.infer<typeof sentContentSchema>["files"][number];

/** Indexes of files of a manifest, as an address names them: `3,17`. */
export const sentFilesSchema = z
  .string()
  .regex(/^\d{1,6}(?:,\d{1,6})*$/)
  .transform((text) => text.split(",").map(Number))
  .refine((files) => files.length <= MAX_SENT_FILES);

const rebuildProgressSchema = z.object({
  totalBytes: z.int().nonnegative(),
  /** Read once since they landed. */
  verifiedBytes: z.int().nonnegative(),
  /** Standing in their places. */
  rebuiltBytes: z.int().nonnegative(),
});
export type RebuildProgress = z.infer<typeof rebuildProgressSchema>;

export const uploadStateSchema = z.object({
  status: z.enum(UPLOAD_STATUSES),
  isUpdate: z.boolean(),
  updated: z.iso.datetime(),
  user: z.string().nullable(),
  isOwn: z.boolean(),
  /** Why it failed or stalled. */
  reason: z.string().nullable(),
  /** When the data that is in storage became ready, and whose it is; null before there is any. */
  ready: z.object({ at: z.iso.datetime(), user: z.string().nullable() }).nullable(),
  /** How far its rebuild has come, in source bytes, while one is under way. */
  rebuild: rebuildProgressSchema.optional(),
});
export type UploadState = z.infer<typeof uploadStateSchema>;

/** `queueIndex` jobs are ahead of this one; `concurrentQueueDepth` jobs wait or send in all. */
export const queuePlaceSchema = z.object({
  concurrentQueueDepth: z.int().nonnegative(),
  queueIndex: z.int().nonnegative(),
});
export type QueuePlace = z.infer<typeof queuePlaceSchema>;

export const fingerprintSchema = z.string().regex(/^[0-9A-Za-z_-]{8,128}$/);
/** Most spans of one heartbeat: ten posts a second until the next. */
export const MAX_CLIENT_SPANS = 100;
const DAY_MS = 86_400_000;
const agoSchema = z.int().min(0).max(DAY_MS);

/** Something that a page or program did for an upload; moments are ms before the call that tells of it. */
const clientSpanSchema = z.strictObject({
  name: z.literal("post"),
  beganAgoMs: agoSchema,
  endedAgoMs: agoSchema,
  /** As they were sent. */
  bytes: z.int().nonnegative(),
  /** Why it failed; absent where it did not. */
  fault: z.string().max(200).optional(),
});
export type ClientSpan = z.infer<typeof clientSpanSchema>;

export const heartbeatBodySchema = z.strictObject({
  browserFingerprint: fingerprintSchema,
  holder: holderSchema.optional(),
  /** For a server that traces (`traces` of its settings). */
  spans: z.array(clientSpanSchema).max(MAX_CLIENT_SPANS).optional(),
});
