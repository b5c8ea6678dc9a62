import { type JobEvent, JOB_STATES } from "@swath/contract/processing";
import { moveJobStatus } from "../../domain/processing/move-job-status.ts";
import type { Trx } from "../../platform/postgres/schema.ts";
import type { RunDeps } from "../processing-deps.ts";
import type { OpenSubmission } from "./open-submissions.ts";

/** Moves the job of a run by what its engine reports; one that was moved elsewhere stays. */
export async function moveRun(
  { db, clock }: Pick<RunDeps, "db" | "clock">,
  { job_id, run_id, flight_id, area }: OpenSubmission,
  event: JobEvent,
  also: (trx: Trx) => Promise<void> = async () => {},
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await also(trx);
    const job = await trx
      .selectFrom("processing_jobs")
      .selectAll()
      .where("id", "=", job_id)
      .forUpdate()
      .executeTakeFirstOrThrow();
    if (JOB_STATES[area].nextStatus(job.status, event) === undefined) return;
    const starts = event === "start" && job.run_started === null;
    const now = clock();
    await moveJobStatus(trx, job, event, {
      actor: "swath",
      flightId: flight_id,
      columns: starts ? { run_started: now } : {},
    });
    if (starts)
      await trx
        .updateTable("processing_runs")
        .set({ started: now })
        .where("id", "=", run_id)
        .where("started", "is", null)
        .execute();
  });
}
