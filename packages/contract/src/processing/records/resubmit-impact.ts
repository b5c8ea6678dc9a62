import { z } from "zod";
import { jobStatusSchema } from "../job-status.ts";

const text = z.string().nullable();
const instant = z.iso.datetime().nullable();

/** What a resubmission of a job would overwrite: its own result, and those of the jobs that need it. */
export const resubmitImpactSchema = z.object({
  /** Why it is refused now; null where it may be done. */
  Refusal: text,
  Overwritten: z.array(
    z.object({
      Name: z.string(),
      Label: z.string(),
      Status: jobStatusSchema,
      Attempts: z.int(),
      RunStartDate: instant,
      RunEndDate: instant,
      /** How long its last run took. */
      Seconds: z.number().nonnegative().nullable(),
      SucceededJobCount: z.int().nonnegative(),
      QAUser: text,
      OutputS3Path: text,
    }),
  ),
  /** Labels of the jobs that keep their results. */
  Kept: z.array(z.string()),
  /** Of all that is overwritten together. */
  Seconds: z.number().nonnegative(),
  /** The state of the record that this is said of. */
  Updated: z.iso.datetime(),
});
export type ResubmitImpact = z.infer<typeof resubmitImpactSchema>;
