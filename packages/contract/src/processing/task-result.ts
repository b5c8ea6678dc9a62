import { z } from "zod";
import { measuresSchema } from "./measures.ts";

/** Most of what one task may say: a program that fails for ever fills nothing. */
const MAX_ERRORS = 1_000;
const MAX_OUTPUTS = 100_000;
const text = z.string().max(2_000);

/** How a task's process ended. */
export const TASK_ENDINGS = [
  "succeeded",
  "failed",
  "signalled",
  "outOfMemory",
  "outOfTime",
  "outOfDisk",
  "nodeLost",
  "cancelled",
  "inputFault",
  "outputFault",
] as const;
export type TaskEnding = (typeof TASK_ENDINGS)[number];

export const taskErrorSchema = z.strictObject({ file: text, message: text });

/** What the runner of a task writes when it ends; a task without one has not ended, or was lost. */
export const taskResultSchema = z.strictObject({
  task: z.int().nonnegative(),
  name: z.string().max(100),
  ending: z.enum(TASK_ENDINGS),
  exitCode: z.int().nullable(),
  signal: z.string().max(20).nullable(),
  node: z.string().max(100),
  started: z.iso.datetime(),
  ended: z.iso.datetime(),
  cpuSeconds: z.number().nonnegative(),
  peakMemoryBytes: z.int().nonnegative(),
  errors: z.array(taskErrorSchema).max(MAX_ERRORS),
  /** Paths below the attempt's folder. */
  outputs: z
    .array(
      z.strictObject({
        path: z.string().min(1).max(1_024),
        size: z.int().nonnegative(),
        xxh128: z.string().length(32),
      }),
    )
    .max(MAX_OUTPUTS),
  measures: measuresSchema,
});
export type TaskResult = z.infer<typeof taskResultSchema>;

/** What a stage writes of the places that its measures come from: a table that reviews draw as a picture. */
export const PLACES_FILE = "places.json";

const place = z.object({
  /** As it is called: `Lines 2 – 3`, `Tile 7`. */
  name: z.string(),
  /** By the measure whose bounds they are held against. */
  values: z.record(z.string(), z.number()),
  /** Where it is: squares of a side, m, by their lower left corners. */
  side: z.number().nonnegative(),
  squares: z.array(z.tuple([z.number(), z.number()])),
});
export type Place = z.infer<typeof place>;

const placeGroup = z.object({
  /** What its places are: `Pairs of lines`. */
  title: z.string(),
  /** What a place has of a measure: `horizontalShift` of a flight is the largest of its pairs. */
  figures: z.record(z.string(), z.object({ label: z.string(), unit: z.string() })),
  places: z.array(place),
});
export type PlaceGroup = z.infer<typeof placeGroup>;

/** {@link PLACES_FILE}: pairs, lines or tiles, each with its own value of a measure. */
export const placeGroupsSchema = z.array(placeGroup);
