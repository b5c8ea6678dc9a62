import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { flightIdSchema, uploadIdSchema } from "../ids/id-schemas.ts";
import { MAX_MANIFEST_BYTES } from "./manifest.ts";
import { receiptSchema, sourceFile, storedFilesSchema } from "./receipt.ts";
import { storedVerificationSchema } from "./stored-verification.ts";
import { uploadQuotasSchema } from "./upload-quotas.ts";
import { UPLOAD_STATUSES, VIA_STATUSES } from "./upload-status.ts";
import {
  checkedProgressSchema,
  fingerprintSchema,
  heartbeatBodySchema,
  holderSchema,
  manifestObjectSchema,
  moveBodySchema,
  moveReasonSchema,
  queuePlaceSchema,
  sentContentSchema,
  sentFilesSchema,
  uploadAuthBodySchema,
  uploadAuthReplySchema,
  uploadProgressBodySchema,
  uploadProgressSchema,
  uploadStateSchema,
} from "./upload.ts";

/** Most files that are named to be brought back; all of a replacement need no names. */
export const MAX_NAMED_FILES = 5_000;

const replacementIdSchema = z.coerce.number<string>().int().positive();

/** What one update put aside, or one bringing back. */
const replacementSchema = z.object({
  id: z.int().positive(),
  at: z.iso.datetime(),
  user: z.string().nullable(),
  /** Whether it brought earlier files back, and was no update. */
  broughtBack: z.boolean(),
  /** Files that are kept of it, and their bytes. */
  files: z.int().nonnegative(),
  bytes: z.int().nonnegative(),
  keptUntil: z.iso.datetime(),
  /** What it could not bring back; null where it could, or was an update. */
  fault: z.string().nullable(),
});
export type Replacement = z.infer<typeof replacementSchema>;

/** The replacements of an upload's data that files are kept of, latest first. */
const replacementsSchema = z.object({
  replacements: z.array(replacementSchema),
  /** Files that are being brought back now, and how many of them stand; null where none are. */
  bringingBack: z
    .object({ files: z.int().nonnegative(), standing: z.int().nonnegative() })
    .nullable(),
});

const replacedFilesSchema = z.object({ files: z.array(z.object(sourceFile)) });
export type ReplacedFile = z.infer<typeof replacedFilesSchema>["files"][number];

const bringBackBodySchema = z.strictObject({
  /** Which files; absent: all of the replacement. */
  paths: z.array(sourceFile.path).min(1).max(MAX_NAMED_FILES).optional(),
  /** Why, where the data is another's. */
  reason: moveReasonSchema.optional(),
});

const uploadParams = z.object({ flightId: flightIdSchema, uploadId: uploadIdSchema });
const replacementParams = uploadParams.extend({ replacement: replacementIdSchema });
/** {@link bringBackBodySchema} with as many paths as it may name. */
const MAX_BRING_BACK_BYTES = 8_388_608;
/** A flag of an address: absent means false. */
const flag = z
  .enum(["true", "false"])
  .default("false")
  .transform((text) => text === "true");
const uploadQuery = z.strictObject({ isUpdate: flag });

const upload = { services: ["main"], permission: "upload", params: uploadParams } as const;
const reading = { ...upload, permission: "readFlights" } as const;
const verifying = { ...upload, permission: "verifyStored" } as const;

/** The calls of uploads. */
export const uploadEndpoints = {
  moveUpload: endpoint("PUT", "/flights/:flightId/upload/:uploadId/status", {
    ...upload,
    summary:
      "Moves an upload to another status; a reset takes a recent sign-in, and what is done to another's upload a reason",
    recentSignIn: { of: "resetUpload", query: { status: "READY_FOR_UPLOAD" } },
    query: z.strictObject({
      status: z.enum(UPLOAD_STATUSES),
      /**
       * A status on the way, which it is moved to first. Where the move from there is refused it stays
       * there, as `reached` in the error's details says.
       */
      via: z.enum(VIA_STATUSES).optional(),
      isUpdate: flag,
      fingerprint: fingerprintSchema.optional(),
      holder: holderSchema.optional(),
      /** A person said that this page is to send from now on, whichever did before. */
      takeOver: flag,
    }),
    body: moveBodySchema.nullish(),
    reply: uploadStateSchema,
  }),
  readUpload: endpoint("GET", "/flights/:flightId/upload/:uploadId/status", {
    ...reading,
    summary: "The status of an upload",
    reply: uploadStateSchema,
  }),
  authoriseUpload: endpoint("POST", "/upload_auth", {
    services: ["main", "terrain-mapper"],
    permission: "upload",
    summary: "A form to post one object to the store with",
    body: uploadAuthBodySchema,
    reply: uploadAuthReplySchema,
  }),
  readProgress: endpoint("GET", "/flights/:flightId/upload_progress/:uploadId", {
    services: ["main", "terrain-mapper"],
    permission: "readFlights",
    summary: "The progress of an upload: which of its objects the store holds",
    params: uploadParams,
    query: uploadQuery,
    reply: uploadProgressSchema,
  }),
  checkProgress: endpoint("POST", "/flights/:flightId/upload_progress/:uploadId", {
    services: ["main", "terrain-mapper"],
    permission: "upload",
    summary:
      "Stores the manifest, or compares it with the stored one, and lists the missing objects; with a form for the manifest's own object",
    params: uploadParams,
    query: uploadQuery.extend({ holder: holderSchema.optional(), ...manifestObjectSchema.shape }),
    bodyLimit: MAX_MANIFEST_BYTES,
    streamed: true,
    callsPerMinute: 60,
    body: uploadProgressBodySchema,
    reply: checkedProgressSchema,
  }),
  readSentContent: endpoint("GET", "/flights/:flightId/upload_progress/:uploadId/content", {
    services: ["main", "terrain-mapper"],
    permission: "upload",
    summary: "Checksums of what was announced of files of an upload that is being sent",
    params: uploadParams,
    query: z.strictObject({ files: sentFilesSchema }),
    reply: sentContentSchema,
  }),
  heartbeat: endpoint("PUT", "/flights/:flightId/upload/:uploadId/heartbeat", {
    ...upload,
    summary: "Keeps the lease of an active upload",
    body: heartbeatBodySchema,
    reply: uploadStateSchema,
  }),
  queuePlace: endpoint("GET", "/uploads/:uploadId/fingerprint/:fingerprint", {
    ...upload,
    summary: "The upload's place in the queue",
    params: z.object({ uploadId: uploadIdSchema, fingerprint: fingerprintSchema }),
    reply: queuePlaceSchema,
  }),
  readUploadQuotas: endpoint("GET", "/upload_quotas", {
    services: ["main"],
    permission: "upload",
    summary:
      "How much the caller has under way of what one person may have, and what is stored beyond the company's soft limit",
    reply: uploadQuotasSchema,
  }),
  listStoredFiles: endpoint("GET", "/flights/:flightId/upload/:uploadId/files", {
    ...reading,
    summary:
      "The files of data that is ready, or is being updated: checksums of their source, and how they stand now",
    callsPerMinute: 30,
    reply: storedFilesSchema,
  }),
  makeReceipt: endpoint("POST", "/flights/:flightId/upload/:uploadId/receipt", {
    ...reading,
    summary: "A signed list of the files, made only where every one stands whole; it is recorded",
    callsPerMinute: 30,
    reply: receiptSchema,
  }),
  readVerification: endpoint("GET", "/flights/:flightId/upload/:uploadId/verification", {
    ...reading,
    summary: "The latest order to read all stored files, how far it is, and what is damaged",
    reply: storedVerificationSchema,
  }),
  verifyStored: endpoint("POST", "/flights/:flightId/upload/:uploadId/verification", {
    ...verifying,
    summary:
      "Orders that every stored file is read and compared with what was sealed, in the background; one order at a time for an upload",
    callsPerMinute: 30,
    reply: storedVerificationSchema,
  }),
  cancelVerification: endpoint("DELETE", "/flights/:flightId/upload/:uploadId/verification", {
    ...verifying,
    summary:
      "Ends the order, for those who gave it, the data's owner, and leaders; what was read stays read",
    reply: storedVerificationSchema,
  }),
  listReplacements: endpoint("GET", "/flights/:flightId/upload/:uploadId/replacements", {
    ...reading,
    summary: "When files of the data were replaced, and until when they are kept",
    reply: replacementsSchema,
  }),
  listReplacedFiles: endpoint(
    "GET",
    "/flights/:flightId/upload/:uploadId/replacements/:replacement/files",
    {
      ...reading,
      summary: "The files that are kept of a replacement",
      callsPerMinute: 30,
      params: replacementParams,
      reply: replacedFilesSchema,
    },
  ),
  bringBack: endpoint(
    "POST",
    "/flights/:flightId/upload/:uploadId/replacements/:replacement/bring-back",
    {
      ...upload,
      summary:
        "Brings replaced files back in the background; what they replace is kept in turn. Another's takes a reason",
      callsPerMinute: 30,
      bodyLimit: MAX_BRING_BACK_BYTES,
      params: replacementParams,
      body: bringBackBodySchema,
      reply: replacementsSchema,
    },
  ),
} as const;
