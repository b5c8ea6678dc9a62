import { z } from "zod";
import { parameterSchema } from "./stage-file.ts";

/** What is looked at before a job is ordered, in the order in which it is shown. */
const PREFLIGHT_CHECKS = [
  "order",
  "inputs",
  "coordinates",
  "calibration",
  "lms",
  "disk",
  "program",
  "resources",
] as const;
export type PreflightCheck = (typeof PREFLIGHT_CHECKS)[number];

/**
 * `unknown`: nothing here says; `blocking`: the order would wait, or its run fail, until what `Advice`
 * says is done; `impossible`: the server would end the order at once.
 */
const PREFLIGHT_LEVELS = ["ok", "unknown", "warning", "blocking", "impossible"] as const;
export type PreflightLevel = (typeof PREFLIGHT_LEVELS)[number];

const preflightLineSchema = z.object({
  Check: z.enum(PREFLIGHT_CHECKS),
  Level: z.enum(PREFLIGHT_LEVELS),
  /** What was found, and what to do about it; in words. */
  Text: z.string(),
  Advice: z.string().nullable(),
});
export type PreflightLine = z.infer<typeof preflightLineSchema>;

const value = z.union([z.string(), z.number()]);
const count = z.int().nonnegative();

/** Failed tasks that are named; the others run again with them. */
export const MOST_NAMED_TASKS = 1_000;

/** What a job finds when it is ordered now, and what of it may be chosen. */
export const preflightSchema = z.object({
  Lines: z.array(preflightLineSchema),
  /** The parameters of its stage, each with its value of the last attempt. */
  Parameters: z.array(
    z.object({ Name: z.string(), Declared: parameterSchema, Last: value.nullable() }),
  ),
  /** Of the last attempt; null where none failed, or nothing could be carried over. */
  FailedTasks: z
    .object({
      Attempt: count,
      Names: z.array(z.string()).max(MOST_NAMED_TASKS),
      Failed: count,
      /** Tasks whose outputs are carried over. */
      Kept: count,
      /** Why they cannot run alone; null where they can. */
      Refusal: z.string().nullable(),
    })
    .nullable(),
  /** What runs of its stage took for as much; null where none did. */
  Expected: z.object({ Seconds: z.number().nonnegative(), Runs: count }).nullable(),
  /** The state of the record that this is said of. */
  Updated: z.iso.datetime(),
});
export type Preflight = z.infer<typeof preflightSchema>;

/** The gravest level of some lines; `ok` without any. */
export const gravest = (lines: readonly Pick<PreflightLine, "Level">[]): PreflightLevel =>
  PREFLIGHT_LEVELS.findLast((level) => lines.some(({ Level }) => Level === level)) ?? "ok";
