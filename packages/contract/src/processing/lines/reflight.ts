import { z } from "zod";

/** Longitude and latitude in degrees. */
const placeSchema = z.tuple([z.number(), z.number()]);
const metres = z.number().nonnegative();

/** A stretch of a planned line, metres along the line from its first place. */
const stretchSchema = z.object({
  from: metres,
  to: metres,
  path: z.array(placeSchema),
});

/** A planned line, and what of it no flown line covers. */
const plannedLineSchema = z.object({
  name: z.string(),
  crossStrip: z.boolean(),
  length: metres,
  missed: z.array(stretchSchema),
  path: z.array(placeSchema),
});
export type PlannedLine = z.infer<typeof plannedLineSchema>;

/** The planned lines of a processing's area of interest beside what was flown. */
export const reflightSchema = z.object({
  /** Names of the flight plans that were read; none where the flight brought none. */
  plans: z.array(z.string()),
  /** Names of those that cannot be read. */
  unreadPlans: z.array(z.string()),
  /** What flown lines are known by; null where neither is published. */
  flownBy: z.enum(["trajectory", "lines"]).nullable(),
  /** In the plan's order; none without a plan or without what was flown. */
  lines: z.array(plannedLineSchema),
  /** Lines of the plan that were left out: of a very large one. */
  linesLeftOut: z.int().nonnegative(),
});
export type Reflight = z.infer<typeof reflightSchema>;
