import { join, resolve } from "node:path";
import { z } from "zod";
import { SANDBOX_MODES } from "../../platform/compute/find-sandbox.ts";
import type { ComputeOptions } from "../../platform/open-compute.ts";
import { needed, address, count } from "./value-schemas.ts";

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

const MOST_PROCESSORS = 1_024;
const MOST_GB = 65_536;
const MOST_MINUTES = 525_600;
const GB = 1_000_000_000;

export const computeVariables = z.object({
  SWATH_COMPUTE: z.enum(["local", "slurm"], { error: "must be local or slurm" }).default("local"),
  SWATH_COMPUTE_CPUS: count(MOST_PROCESSORS).optional(),
  SWATH_COMPUTE_GB: count(MOST_GB).optional(),
  SWATH_SCRATCH: z.string().optional(),
  SWATH_SANDBOX: z.enum(SANDBOX_MODES, { error: "must be auto, required or off" }).default("auto"),
  SLURM_REST_URL: address.optional(),
  SLURM_REST_VERSION: z
    .string()
    .regex(/^v0\.0\.\d+$/, "must be such as v0.0.38")
    .default("v0.0.38"),
  SLURM_USER: z.string().optional(),
  SLURM_TOKEN_FILE: z.string().optional(),
  SLURM_PARTITION: z.string().optional(),
  SLURM_ACCOUNT: z.string().optional(),
  SLURM_MAX_MINUTES: count(MOST_MINUTES).default(10_080),
  SLURM_NODE: z.string().optional(),
  SLURM_RUNNER: z.string().optional(),
});
type Values = z.output<typeof computeVariables>;

/** Where runs are executed. */
export function computeOf(
  values: Values,
  { dataFolder }: { readonly dataFolder: string },
): { readonly compute: ComputeOptions } {
  if (values.SWATH_COMPUTE === "slurm") return { compute: slurmOf(values) };
  const { SWATH_COMPUTE_CPUS: cpus, SWATH_COMPUTE_GB: gigabytes, SWATH_SCRATCH: scratch } = values;
  return {
    compute: {
      kind: "local",
      sandbox: values.SWATH_SANDBOX,
      folder: join(dataFolder, "compute"),
      scratch: scratch === undefined ? undefined : resolve(scratch),
      cpus,
      memoryBytes: gigabytes === undefined ? undefined : gigabytes * GB,
    },
  };
}

function slurmOf(values: Values): ComputeOptions {
  const because = "with SWATH_COMPUTE=slurm";
  return {
    kind: "slurm",
    sandbox: values.SWATH_SANDBOX,
    url: needed(values, "SLURM_REST_URL", because),
    version: values.SLURM_REST_VERSION,
    user: needed(values, "SLURM_USER", because),
    tokenFile: needed(values, "SLURM_TOKEN_FILE", because),
    partition: values.SLURM_PARTITION,
    account: values.SLURM_ACCOUNT,
    maxMinutes: values.SLURM_MAX_MINUTES,
    node: values.SLURM_NODE ?? process.execPath,
    runner: values.SLURM_RUNNER,
    scratch: values.SWATH_SCRATCH,
  };
}
