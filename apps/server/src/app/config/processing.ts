import { join, resolve } from "node:path";
import { z } from "zod";
import { count } from "./value-schemas.ts";

const MOST_DAYS = 36_500;

export const processingVariables = z.object({
  SWATH_STAGES: z.string().optional(),
  SWATH_RUNS: z.string().optional(),
  SWATH_ATTEMPT_DAYS: count(MOST_DAYS).default(30),
  SWATH_LOG_DAYS: count(MOST_DAYS).default(30),
});

const SOURCES = resolve(import.meta.dirname, "../../../..");
/** The default pipeline's own stages and templates, and its programs. */
const OWN_TEMPLATES = join(SOURCES, "stages/templates");
const OWN_PROGRAMS = join(SOURCES, "stages/src");

/** Where stages are declared, and where runs have their folders. */
export function processingOf(
  values: z.output<typeof processingVariables>,
  { dataFolder }: { readonly dataFolder: string },
) {
  const { SWATH_STAGES: own, SWATH_RUNS: runs } = values;
  return {
    /** Later ones take the place of earlier ones of the same name. */
    stageFolders: [OWN_TEMPLATES, ...(own === undefined ? [] : [resolve(own)])],
    programs: { node: process.execPath, stages: OWN_PROGRAMS },
    /** Shared by servers and nodes, under the same path. */
    runsFolder: runs === undefined ? join(dataFolder, "runs") : resolve(runs),
    attemptDays: values.SWATH_ATTEMPT_DAYS,
    logDays: values.SWATH_LOG_DAYS,
  };
}
