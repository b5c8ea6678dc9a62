import type { Flight } from "./flights/flight.ts";
import type { UploadType } from "./uploads/upload-types.ts";
import { z } from "zod";
import { flightIdSchema } from "./ids/id-schemas.ts";
import { endpoint } from "./endpoint.ts";

type ArchivePaths = Pick<Flight, "archiveS3PathLiDAR" | "archiveS3PathImagery">;

/** The place of the archive of a flight's uploads of a type, `s3://bucket/prefix`; null without one. */
export function archivePathOf(flight: ArchivePaths, type: UploadType): string | null {
  return type.includes("Imagery") ? flight.archiveS3PathImagery : flight.archiveS3PathLiDAR;
}

/** The progress of an archive order. A FAILED one may be ordered again once its reason is removed. */
const ARCHIVE_ORDER_STATUSES = ["WAITING", "RUNNING", "DONE", "FAILED"] as const;

const archiveOrderSchema = z.object({
  status: z.enum(ARCHIVE_ORDER_STATUSES),
  ordered: z.iso.datetime(),
  /** Why it failed, or why the last attempt of a running one did. */
  reason: z.string().nullable(),
});
export type ArchiveOrder = z.infer<typeof archiveOrderSchema>;

const archiveValidationSchema = z.object({
  isArchivedSucceed: z.boolean(),
  /** The first difference found; null where every object is as archived. */
  reason: z.string().nullable(),
});
export type ArchiveValidation = z.infer<typeof archiveValidationSchema>;

export const archiveEndpoints = {
  archiveFlight: endpoint("POST", "/flights/:flightId/archive", {
    services: ["main"],
    permission: "archiveFlights",
    summary: "Orders the archiving of a flight's ready uploads; one order at a time",
    params: z.object({ flightId: flightIdSchema }),
    reply: archiveOrderSchema,
  }),
  validateArchive: endpoint("GET", "/explorer/archive_validation", {
    services: ["processing", "main"],
    permission: "validateArchives",
    summary: "Verifies every object of a flight's archive by the archive's manifest",
    query: z.strictObject({
      bucket: z.string().min(3).max(63),
      /** Of the archive, or of a folder within it. */
      prefix: z.string().min(1).max(1_024),
    }),
    reply: archiveValidationSchema,
  }),
} as const;
