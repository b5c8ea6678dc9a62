import { z } from "zod";
import { isCloudName } from "./cloud-names.ts";
import { endpoint } from "./endpoint.ts";
import { bucketNameSchema, objectKeySchema } from "./explorer.ts";

/** Why a file could not be prepared: itself, the room for it, a person, or what prepares it. */
const PREPARATION_FAULTS = ["file", "room", "cancelled", "other"] as const;
export type PreparationFault = (typeof PREPARATION_FAULTS)[number];

/** How far the copy of a file is by which parts of it are looked at. */
const cloudPreparationSchema = z.object({
  /** `none`: nobody asked for it; `waiting`: for the compute engine. */
  state: z.enum(["none", "waiting", "running", "done", "failed"]),
  /** Of the file, bytes. */
  size: z.int().nonnegative(),
  percent: z.int().min(0).max(100),
  /** Of a failed one. */
  fault: z.enum(PREPARATION_FAULTS).nullable(),
  /** Why it waits or failed, in words. */
  reason: z.string().nullable(),
});
export type CloudPreparation = z.infer<typeof cloudPreparationSchema>;

const cloudFileSchema = z.strictObject({
  bucket: bucketNameSchema,
  key: objectKeySchema.refine(isCloudName, "must name a .laz or .las file"),
});

/** Copies of LAS and LAZ files in an octree, by which parts of them are looked at. */
export const preparedCloudEndpoints = {
  readPreparation: endpoint("GET", "/prepared-clouds", {
    services: ["processing"],
    permission: "downloadObject",
    summary: "How far the copy of a LAS or LAZ file is by which parts of it are looked at",
    query: cloudFileSchema,
    reply: cloudPreparationSchema,
  }),
  prepareCloud: endpoint("POST", "/prepared-clouds", {
    services: ["processing"],
    permission: "downloadObject",
    summary:
      "Has a LAS or LAZ file copied into an octree (COPC), once, by which parts of it are looked at",
    callsPerMinute: 30,
    body: cloudFileSchema,
    reply: cloudPreparationSchema,
  }),
  cancelPreparation: endpoint("POST", "/prepared-clouds/cancel", {
    services: ["processing"],
    permission: "downloadObject",
    summary: "Ends the preparation of a file, for all who wait for it",
    callsPerMinute: 30,
    body: cloudFileSchema,
    reply: cloudPreparationSchema,
  }),
} as const;

/** Bytes of an uncompressed and of a compressed file that are prepared in a second, as was measured. */
const LAS_A_SECOND = 12_000_000;
const LAZ_A_SECOND = 2_000_000;
const START_SECONDS = 5;

/** About how many seconds a file of so many bytes takes to be prepared, once it is begun. */
export const preparationSeconds = ({ key, size }: { key: string; size: number }): number =>
  START_SECONDS + size / (/\.laz$/i.test(key) ? LAZ_A_SECOND : LAS_A_SECOND);
