import { join, resolve } from "node:path";
import { shownPathSchema } from "@swath/contract/processing";
import { z } from "zod";
import { SANDBOX_MODES } from "../../platform/compute/find-sandbox.ts";
import type { ComputeOptions } from "../../platform/open-compute.ts";
import { address, count, required, setting } from "./value-schemas.ts";

const MOST_DAYS = 36_500;

const foldersOf = (list: string): string[] => list.split(":").filter((folder) => folder !== "");

export const processingVariables = z.object({
  SWATH_STAGES: setting(
    z.string().optional(),
    "folder of the company's own stage and template files ([stages](../stages.md)); one of the same name takes the place of ours",
    { otherwise: "none" },
  ),
  SWATH_GRIDS: setting(
    z
      .string()
      .default("")
      .refine(
        (list) => foldersOf(list).every((folder) => shownPathSchema.safeParse(folder).success),
        "must be paths from the root, with colons between them",
      ),
    "folders of PROJ's grids for heights of deliveries, with colons between them, on every node; searched before `/usr/local/share/proj` and `/usr/share/proj`",
    { otherwise: "none" },
  ),
  SWATH_RUNS: setting(
    z.string().optional(),
    "folder of runs: tasks, results and logs. Servers and nodes of a compute engine share it under the same path",
    { otherwise: "`runs` in the data folder" },
  ),
  SWATH_ATTEMPT_DAYS: setting(
    count(MOST_DAYS).default(30),
    "days that outputs of replaced attempts are kept",
  ),
  SWATH_LOG_DAYS: setting(
    count(MOST_DAYS).default(30),
    "days after its end that the folder of a run is kept, with the logs of its tasks",
  ),
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
    programs: {
      node: process.execPath,
      stages: OWN_PROGRAMS,
      grids: foldersOf(values.SWATH_GRIDS).join(":"),
    },
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
const MOST_NICE = 19;

export const computeVariables = z.object({
  SWATH_COMPUTE: setting(
    z.enum(["local", "slurm"], { error: "must be local or slurm" }).default("local"),
    "where stages are executed: `local` (this machine) or `slurm`",
  ),
  SWATH_COMPUTE_CPUS: setting(
    count(MOST_PROCESSORS).optional(),
    "with `local`, processors that all tasks may use at once",
    { otherwise: "all" },
  ),
  SWATH_COMPUTE_GB: setting(
    count(MOST_GB).optional(),
    "with `local`, memory that all tasks may use at once, GB",
    { otherwise: "three quarters of the memory" },
  ),
  SWATH_COMPUTE_NICE: setting(
    z.coerce.number({ error: "must be a number" }).int().min(0).max(MOST_NICE).default(10),
    "with `local`, how far tasks give way to other programs of the machine (`nice`): 0 where it does nothing else",
  ),
  SWATH_SCRATCH: setting(
    z.string().optional(),
    "folder of the tasks' working folders; each node has its own",
    { otherwise: "`compute/scratch` in the data folder; with Slurm, a node's `TMPDIR`" },
  ),
  SWATH_SANDBOX: setting(
    z.enum(SANDBOX_MODES, { error: "must be auto, required or off" }).default("auto"),
    "whether programs of stages run in a [sandbox](run-processings.md#the-sandbox-of-programs): `auto` (where the machine has one), `required` (a stage is refused where it has none), `off`",
  ),
  SLURM_REST_URL: setting(address.optional(), "slurmrestd", { neededWith: "SWATH_COMPUTE=slurm" }),
  SLURM_REST_VERSION: setting(
    z
      .string()
      .regex(/^v0\.0\.\d+$/, "must be such as v0.0.38")
      .default("v0.0.38"),
    "version of slurmrestd's plugin",
  ),
  SLURM_USER: setting(z.string().optional(), "our user at slurmrestd", {
    neededWith: "SWATH_COMPUTE=slurm",
  }),
  SLURM_TOKEN_FILE: setting(
    z.string().optional(),
    "file of this user's JWT, which is read for each call",
    { neededWith: "SWATH_COMPUTE=slurm" },
  ),
  SLURM_PARTITION: setting(z.string().optional(), "partition of our jobs", {
    otherwise: "the cluster's",
  }),
  SLURM_ACCOUNT: setting(z.string().optional(), "account of our jobs", {
    otherwise: "the cluster's",
  }),
  SLURM_MAX_MINUTES: setting(
    count(MOST_MINUTES).default(10_080),
    "most minutes that the partition gives a job",
  ),
  SLURM_NODE: setting(z.string().optional(), "Node.js as the nodes see it", {
    otherwise: "its path here",
  }),
  SLURM_RUNNER: setting(
    z.string().optional(),
    "`apps/server/src/runner/main.ts` as the nodes see it",
    { otherwise: "its path here" },
  ),
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
      nice: values.SWATH_COMPUTE_NICE,
      folder: join(dataFolder, "compute"),
      scratch: scratch === undefined ? undefined : resolve(scratch),
      cpus,
      memoryBytes: gigabytes === undefined ? undefined : gigabytes * GB,
    },
  };
}

function slurmOf(values: Values): ComputeOptions {
  return {
    kind: "slurm",
    sandbox: values.SWATH_SANDBOX,
    url: required(values, "SLURM_REST_URL"),
    version: values.SLURM_REST_VERSION,
    user: required(values, "SLURM_USER"),
    tokenFile: required(values, "SLURM_TOKEN_FILE"),
    partition: values.SLURM_PARTITION,
    account: values.SLURM_ACCOUNT,
    maxMinutes: values.SLURM_MAX_MINUTES,
    node: values.SLURM_NODE ?? process.execPath,
    runner: values.SLURM_RUNNER,
    scratch: values.SWATH_SCRATCH,
  };
}
