import type { Logger } from "pino";
import { calibrationFile } from "../domain/calibrations/calibration-in-force.ts";
import {
  instructionOfProject,
  projectCoordinates,
} from "../domain/instructions/instruction-of-project.ts";
import { type KnownTemplates, knownTemplates } from "../domain/processing/known-templates.ts";
import type { ProcessingRecords, RunDeps } from "../processing/processing-deps.ts";
import type { StageCatalogue } from "../processing/stages/stage-catalogue.ts";
import { systemClock } from "../platform/clock/clock.ts";
import { openComputeEngine } from "../platform/open-compute.ts";
import {
  describeSandbox,
  findSandboxHere,
  type FoundSandbox,
} from "../platform/compute/find-sandbox.ts";
import { commonPaths, showing } from "../platform/compute/shown-paths.ts";
import type { ObjectStore } from "../platform/object-store/object-store.ts";
import type { Db } from "../platform/postgres/schema.ts";
import type { Config } from "./config/read-config.ts";
import { openStages } from "./stages-command.ts";

/** What records are made of the installation's templates. */
export function templatesOf({ stages, templates }: StageCatalogue): KnownTemplates {
  const facts = new Map([...stages].map(([name, { file }]) => [name, file]));
  return knownTemplates([...templates.values()], facts);
}

/** The records that stages read, from the areas that keep them. */
function recordsOf(db: Db): ProcessingRecords {
  const calibration =
    (renewed: boolean): ProcessingRecords["calibration"] =>
    async ({ id }) => {
      const file = await calibrationFile(db, id, { renewed });
      return file.lidar === null && file.imagery === null ? undefined : file;
    };
  return {
    calibration: calibration(false),
    renewedCalibration: calibration(true),
    instruction: ({ project_id }) => instructionOfProject(db, project_id),
    coordinates: ({ project_id }) => projectCoordinates(db, project_id),
  };
}

/** How programs of stages are confined, in words; said at start and in `/readyz`. */
export function sandboxOf(
  { compute, dataFolder }: Pick<Config, "compute" | "dataFolder">,
  log: Logger,
  find: () => FoundSandbox = findSandboxHere,
): string {
  const { kind, sandbox = "auto" } = compute;
  if (kind === "slurm" && sandbox !== "off")
    return `${sandbox}: each node's runner looks for one, and says in its log what it found`;
  const found: FoundSandbox = sandbox === "off" ? { lacks: "" } : find();
  const above = showing(commonPaths(true), [dataFolder]);
  const words = `${describeSandbox(sandbox, found)}${above === undefined ? "" : `; ${above}, which every program is shown, holds this server's data folder`}`;
  if ("way" in found) log.info({ sandbox: words }, "programs of stages run in a sandbox");
  else log.warn({ sandbox: words }, "programs of stages run in no sandbox");
  return words;
}

/** Opens stages, compute engine and what runs need besides; faults of stage files end the start. */
export async function openRuns(
  config: Config,
  { db, store, log }: { readonly db: Db; readonly store: ObjectStore; readonly log: Logger },
): Promise<{ readonly deps: RunDeps; readonly sandbox: string }> {
  const catalogue = await openStages(config);
  const deps: RunDeps = {
    db,
    store,
    buckets: config.buckets,
    engine: await openComputeEngine(config.compute),
    catalogue,
    templates: templatesOf(catalogue),
    records: recordsOf(db),
    spool: config.runsFolder,
    storeAccess: JSON.stringify(config.store),
    programs: config.programs,
    clock: systemClock,
    onProblem: ({ run, error }) => log.error({ err: error, run }, "a run met a problem"),
  };
  return { deps, sandbox: sandboxOf(config, log) };
}
