import { z } from "zod";
import { AUDIT_ACTIONS, AUDIT_KINDS } from "./audit.ts";
import { flightIdSchema, uploadIdSchema } from "../ids.ts";
import { pageSchema } from "../list-query.ts";
import { endpoint } from "../endpoint.ts";
import { uploadTypeSchema } from "../uploads/upload-types.ts";

export const HISTORY_PAGE_SIZE = 25;

/** One event of a flight's history, as the audit log holds it. */
export const historyEntrySchema = z.object({
  id: z.int(),
  at: z.iso.datetime(),
  action: z.enum(AUDIT_ACTIONS),
  /** A person, the program itself, or somebody who was not signed in. */
  actor: z.enum(["person", "swath", "nobody"]),
  name: z.string().nullable(),
  /** The upload that it is about, while it exists. */
  upload: z
    .object({ _id: uploadIdSchema, Type: uploadTypeSchema, SensorName: z.string() })
    .nullable(),
  /** The action's facts; their shapes are those of `AUDIT_EVENTS`. */
  detail: z.record(z.string(), z.unknown()),
  address: z.string().nullable(),
  requestId: z.string().nullable(),
});
export type HistoryEntry = z.infer<typeof historyEntrySchema>;

export const historyEndpoints = {
  readHistory: endpoint("GET", "/flights/:flightId/history", {
    services: ["main"],
    permission: "readHistory",
    summary:
      "What happened to a flight, latest first; x-total-count holds how many events there are",
    params: z.object({ flightId: flightIdSchema }),
    query: z.strictObject({
      page: pageSchema,
      pageSize: z.coerce.number<number>().int().min(1).max(200).default(HISTORY_PAGE_SIZE),
      kind: z.enum(AUDIT_KINDS).optional(),
    }),
    reply: z.array(historyEntrySchema),
  }),
} as const;
