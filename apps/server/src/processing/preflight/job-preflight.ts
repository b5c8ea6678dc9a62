import type { Role } from "@swath/contract/identity";
import {
  type CustomPreflight,
  MOST_NAMED_TASKS,
  type Preflight,
  type PreflightCheck,
  type StageFile,
} from "@swath/contract/processing";
import type { ProcessingJob } from "../../domain/processing/move-job-status.ts";
import type { Processing } from "../../domain/processing/processing.tables.ts";
import type { Db } from "../../platform/postgres/schema.ts";
import { jobsOfProcessings } from "../records/processing-record.ts";
import type { RunDeps } from "../processing-deps.ts";
import { lastRun } from "../runs/carry-over.ts";
import type { Planned } from "../runs/run-plan.ts";
import { secondsFor } from "../stages/eta.ts";
import { readDurations } from "../stages/read-etas.ts";
import type { RequiredJob } from "../stages/required-inputs.ts";
import type { KnownStage } from "../stages/stage-catalogue.ts";
import { preflightLines } from "./preflight-lines.ts";
import { type PreflightDeps, readFacts } from "./read-preflight-facts.ts";
import { findJob } from "../records/find-processing.ts";

type LastRun = NonNullable<Awaited<ReturnType<typeof lastRun>>>;

/** The reason why failed tasks cannot run alone: outputs are carried over for the same inputs only. */
function whyNotAlone(
  last: LastRun,
  stage: KnownStage | undefined,
  planned: Planned | undefined,
): string | null {
  if (stage?.sha256 !== last.stage_sha256)
    return `The stage's file is another one than in attempt ${last.attempt}`;
  if (planned === undefined || !("plan" in planned)) return "Its inputs are not there";
  return planned.plan.inputsSha256 === last.inputs_sha256
    ? null
    : `Its inputs are others than in attempt ${last.attempt}`;
}

async function failedTasks(
  db: Db,
  last: LastRun | undefined,
): Promise<Pick<NonNullable<Preflight["FailedTasks"]>, "Names" | "Failed" | "Kept"> | null> {
  if (last === undefined) return null;
  const ofRun = db
    .selectFrom("run_tasks")
    .where("run_id", "=", last.id)
    .where("kind", "=", "tasks");
  const { Failed, Kept } = await ofRun
    .select(({ fn }) => [
      fn.countAll<number>().filterWhere("ending", "<>", "succeeded").as("Failed"),
      fn.countAll<number>().filterWhere("ending", "=", "succeeded").as("Kept"),
    ])
    .executeTakeFirstOrThrow();
  if (Failed === 0 || Kept === 0) return null;
  const named = await ofRun
    .select("name")
    .where("ending", "<>", "succeeded")
    .orderBy("name")
    .limit(MOST_NAMED_TASKS)
    .execute();
  return { Names: named.map(({ name }) => name), Failed, Kept };
}

/** The duration of a run that reads the inputs of a plan; null if no run of its stage succeeded yet. */
async function expectedOf(
  db: Db,
  stage: KnownStage | undefined,
  planned: Planned | undefined,
): Promise<Preflight["Expected"]> {
  if (stage === undefined || planned === undefined || !("plan" in planned)) return null;
  const duration = (await readDurations(db, [stage.file.name])).get(stage.file.name);
  if (duration === undefined) return null;
  return { Seconds: secondsFor(duration, planned.plan.inputBytes), Runs: duration.runs };
}

/** The preflight of a job that the caller sees; throws PROCESSING_NOT_FOUND. */
export async function jobPreflight(
  deps: PreflightDeps & Pick<RunDeps, "catalogue">,
  roles: readonly Role[],
  asked: { readonly processingId: string; readonly job: string },
): Promise<Preflight> {
  const { db, catalogue } = deps;
  const { processing, job } = await findJob(db, roles, asked);
  const [jobs, last] = await Promise.all([
    jobsOfProcessings(db, [processing.id]),
    lastRun(deps, job.id),
  ]);
  const stage = catalogue.stages.get(job.name);
  const candidate = { processing, job, jobs, stage, last };
  const { facts, planned } = await readFacts(deps, candidate, last?.params ?? {});
  const failed = await failedTasks(db, last);
  return {
    Lines: preflightLines(facts),
    Parameters: Object.entries(stage?.file.params ?? {}).map(([Name, Declared]) => ({
      Name,
      Declared,
      Last: last?.params[Name] ?? null,
    })),
    FailedTasks:
      failed === null || last === undefined
        ? null
        : { ...failed, Attempt: last.attempt, Refusal: whyNotAlone(last, stage, planned) },
    Expected: await expectedOf(db, stage, planned),
    Updated: processing.updated.toISOString(),
  };
}

type NewJob = RequiredJob & Pick<ProcessingJob, "area">;

/** Checks that say nothing of a job whose earlier jobs have no outputs yet. */
const NOT_YET: ReadonlySet<PreflightCheck> = new Set(["order", "inputs", "disk"]);

const georeferences = ({ inputs }: StageFile): boolean =>
  Object.values(inputs).some(({ from }) => from === "calibration");

/**
 * What the jobs that georeference would find of a processing that is not made yet: of the first one all
 * but what comes before it, of the others what is known now.
 */
export async function newPreflights(
  deps: PreflightDeps & Pick<RunDeps, "catalogue">,
  processing: Processing,
  jobs: readonly NewJob[],
): Promise<CustomPreflight["Jobs"]> {
  const own = jobs.filter(({ status }) => status !== "NOT_APPLICABLE");
  const found: CustomPreflight["Jobs"] = [];
  for (const [place, job] of own.entries()) {
    const stage = deps.catalogue.stages.get(job.name);
    if (place > 0 && (stage === undefined || !georeferences(stage.file))) continue;
    const candidate = { processing, job, jobs: own, stage, last: undefined };
    const { facts, planned } = await readFacts(deps, candidate, {});
    const Lines = preflightLines(facts).filter(({ Check }) =>
      place === 0 ? Check !== "order" : !NOT_YET.has(Check),
    );
    const Expected = await expectedOf(deps.db, stage, planned);
    found.push({ Name: job.name, Label: job.label, Lines, Expected });
  }
  return found;
}
