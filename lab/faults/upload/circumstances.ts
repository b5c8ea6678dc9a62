import { z } from "zod";

/** What a client is given at its start, and told anew while it runs. */
export const circumstancesSchema = z.object({
  /** The bearer of its calls. */
  token: z.string(),
  /** How far its clock is wrong, in milliseconds. */
  clockMs: z.number(),
});
export type Circumstances = z.infer<typeof circumstancesSchema>;
