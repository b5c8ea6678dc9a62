import { sql } from "kysely";
import type { StageFile } from "@swath/contract/processing";
import { isDone, type ProcessingJob } from "../../domain/processing/move-job-status.ts";
import { orderJob } from "../records/order-jobs.ts";
import type { Trx } from "../../platform/postgres/schema.ts";
import { neededJobs } from "../stages/required-inputs.ts";
import { withdrawOutputs } from "../runs/publish-outputs.ts";
import type { RunDeps } from "../processing-deps.ts";
import type { StageCatalogue } from "../stages/stage-catalogue.ts";
import type { Processing } from "../../domain/processing/processing.tables.ts";

const PROCESSINGS_AT_ONCE = 200;

interface Due {
  readonly processing: Processing;
  readonly changes: number;
}

/** Whether a person has to send the processing on: to LMS, or to the first stage. */
const needsPerson = (job: ProcessingJob): boolean =>
  job.area !== "stage" && job.status === "MANUALLY_PROCESSED";

/** The jobs that start by themselves now: all that they come after is done, and is there at all. */
function jobsDue(
  { stages }: StageCatalogue,
  jobs: readonly ProcessingJob[],
): readonly { readonly job: ProcessingJob; readonly stage: StageFile }[] {
  return jobs.flatMap((job) => {
    const stage = stages.get(job.name)?.file;
    if (job.status !== "NOT_COMMENCED" || !job.active || stage === undefined) return [];
    const needed = neededJobs(stage, jobs);
    const isReady = needed.length > 0 && needed.every(isDone) && !needed.some(needsPerson);
    return isReady ? [{ job, stage }] : [];
  });
}

const isOpen = ({ active, deleted_superseded, archive_path }: Processing): boolean =>
  active && !deleted_superseded && archive_path === null;

/** The jobs that were set back, and of which an attempt is still published. */
async function setBack(trx: Trx, jobs: readonly ProcessingJob[]): Promise<ProcessingJob[]> {
  const unbegun = jobs.filter(({ status }) => status === "NOT_COMMENCED");
  if (unbegun.length === 0) return [];
  const ids = unbegun.map(({ id }) => id);
  const published = await trx
    .selectFrom("processing_runs")
    .select("job_id")
    .where("job_id", "in", ids)
    .where("published", "=", true)
    .execute();
  const own = new Set(published.map(({ job_id }) => job_id));
  return unbegun.filter(({ id }) => own.has(id));
}

async function advance(trx: Trx, deps: RunDeps, { processing }: Due): Promise<number> {
  const jobs = await trx
    .selectFrom("processing_jobs")
    .selectAll()
    .where("processing_id", "=", processing.id)
    .orderBy("position")
    .forUpdate()
    .execute();
  for (const job of await setBack(trx, jobs)) await withdrawOutputs(trx, deps, processing, job);
  const due = isOpen(processing) ? jobsDue(deps.catalogue, jobs) : [];
  const change = { actor: "swath", flightId: processing.flight_id } as const;
  for (const { job } of due) {
    const ordered = await orderJob(trx, job, {}, change);
    if (!ordered.ok) throw new Error(`job ${job.id} could not be ordered: ${ordered.reason}`);
  }
  return due.length;
}

async function dueProcessings({ db }: RunDeps): Promise<Due[]> {
  const rows = await db
    .selectFrom("due_processings as d")
    .innerJoin("processings as p", "p.id", "d.processing_id")
    .selectAll("p")
    .select("d.changes")
    .limit(PROCESSINGS_AT_ONCE)
    .execute();
  return rows.map(({ changes, ...processing }) => ({ processing, changes }));
}

/**
 * Orders the jobs that start by themselves once those before them are done (states.md 6):
 *
 * runs/A1 only processings of which a run was made here go on by themselves;
 * runs/A2 a GPS or LMS job that was processed manually is sent on by a person;
 * runs/A3 the published outputs of a job that was set back are withdrawn first.
 */
export async function orderDueJobs(deps: RunDeps): Promise<number> {
  let ordered = 0;
  for (const due of await dueProcessings(deps))
    try {
      ordered += await deps.db.transaction().execute(async (trx) => {
        const count = await advance(trx, deps, due);
        // What changed since it was read is due once more.
        await sql`DELETE FROM due_processings WHERE processing_id = ${due.processing.id}
          AND changes = ${due.changes}`.execute(trx);
        return count;
      });
    } catch (error) {
      deps.onProblem({ run: due.processing.id, error });
    }
  return ordered;
}
