import { z } from "zod";
import { uploadIdSchema } from "../ids/id-schemas.ts";
import { instantSchema } from "../instant.ts";

/** Who did something, and when. */
const deedSchema = z.object({ at: instantSchema, user: z.string().nullable() });

/** What an upload of a flight holds, and how it came so far. */
const uploadFactsSchema = z.object({
  uploadId: uploadIdSchema,
  /** What was last announced of it; null before anything was. */
  sent: z
    .object({
      folder: z.string(),
      files: z.int().nonnegative(),
      bytes: z.int().nonnegative(),
      /** Whether that updates data of before. */
      isUpdate: z.boolean(),
    })
    .nullable(),
  /** Why it failed or stalled. */
  reason: z.string().nullable(),
  /** When its data last became ready, and who had sent it; null before. */
  ready: deedSchema.nullable(),
  /** The last receipt of the data that stands now; null without one. */
  receipt: deedSchema.nullable(),
});
export type UploadFacts = z.infer<typeof uploadFactsSchema>;

export const flightProgressSchema = z.array(uploadFactsSchema);
