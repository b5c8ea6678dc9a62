import { z } from "zod";
import { flightIdSchema, uploadIdSchema } from "../ids.ts";
import { route } from "../route.ts";
import { MAX_MANIFEST_BYTES } from "./manifest.ts";
import { receiptSchema, storedFilesSchema } from "./receipt.ts";
import {
  fingerprintSchema,
  heartbeatBodySchema,
  holderSchema,
  moveReasonSchema,
  queuePlaceSchema,
  uploadAuthBodySchema,
  uploadAuthReplySchema,
  uploadProgressBodySchema,
  uploadProgressSchema,
  uploadStateSchema,
} from "./upload.ts";
import { uploadStatusSchema } from "./upload-status.ts";

const uploadParams = z.object({ flightId: flightIdSchema, uploadId: uploadIdSchema });
/** A flag of an address: absent means false. */
const flag = z
  .enum(["true", "false"])
  .default("false")
  .transform((text) => text === "true");
const uploadQuery = z.strictObject({ isUpdate: flag });

/** The calls of uploads. */
export const uploadRoutes = {
  moveUpload: route("PUT", "/flights/:flightId/upload/:uploadId/status", {
    services: ["main"],
    permission: "upload",
    summary:
      "Moves an upload to another status; a reset takes a recent sign-in, and what is done to another's upload a reason",
    recentSignIn: { of: "resetUpload", query: { status: "READY_FOR_UPLOAD" } },
    params: uploadParams,
    query: z.strictObject({
      status: uploadStatusSchema,
      isUpdate: flag,
      fingerprint: fingerprintSchema.optional(),
      holder: holderSchema.optional(),
      /** A person said that this page is to send from now on, whichever did before. */
      takeOver: flag,
    }),
    body: z.strictObject({ reason: moveReasonSchema }).nullish(),
    reply: uploadStateSchema,
  }),
  readUpload: route("GET", "/flights/:flightId/upload/:uploadId/status", {
    services: ["main"],
    permission: "readFlights",
    summary: "The status of an upload",
    params: uploadParams,
    reply: uploadStateSchema,
  }),
  authoriseUpload: route("POST", "/upload_auth", {
    services: ["main", "terrain-mapper"],
    permission: "upload",
    summary: "A form to post one object to the store with",
    body: uploadAuthBodySchema,
    reply: uploadAuthReplySchema,
  }),
  readProgress: route("GET", "/flights/:flightId/upload_progress/:uploadId", {
    services: ["main", "terrain-mapper"],
    permission: "readFlights",
    summary: "The progress of an upload: which of its objects the store holds",
    params: uploadParams,
    query: uploadQuery,
    reply: uploadProgressSchema,
  }),
  checkProgress: route("POST", "/flights/:flightId/upload_progress/:uploadId", {
    services: ["main", "terrain-mapper"],
    permission: "upload",
    summary:
      "Stores the manifest, or compares it with the stored one, and lists the missing objects",
    params: uploadParams,
    query: uploadQuery.extend({ holder: holderSchema.optional() }),
    bodyLimit: MAX_MANIFEST_BYTES,
    streamed: true,
    callsPerMinute: 60,
    body: uploadProgressBodySchema,
    reply: uploadProgressSchema,
  }),
  heartbeat: route("PUT", "/flights/:flightId/upload/:uploadId/heartbeat", {
    services: ["main"],
    permission: "upload",
    summary: "Keeps the lease of an active upload",
    params: uploadParams,
    body: heartbeatBodySchema,
    reply: uploadStateSchema,
  }),
  queuePlace: route("GET", "/uploads/:uploadId/fingerprint/:fingerprint", {
    services: ["main"],
    permission: "upload",
    summary: "The upload's place in the queue",
    params: z.object({ uploadId: uploadIdSchema, fingerprint: fingerprintSchema }),
    reply: queuePlaceSchema,
  }),
  listStoredFiles: route("GET", "/flights/:flightId/upload/:uploadId/files", {
    services: ["main"],
    permission: "readFlights",
    summary: "The files of data that is ready: checksums of their source, and how they stand now",
    callsPerMinute: 30,
    params: uploadParams,
    reply: storedFilesSchema,
  }),
  makeReceipt: route("POST", "/flights/:flightId/upload/:uploadId/receipt", {
    services: ["main"],
    permission: "readFlights",
    summary: "A signed list of the files, made only where every one stands whole; it is recorded",
    callsPerMinute: 30,
    params: uploadParams,
    reply: receiptSchema,
  }),
} as const;
