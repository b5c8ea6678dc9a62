import type { JobArea, JobStatus } from "@swath/contract/processing";
import type { Db } from "../../platform/postgres/schema.ts";
import type { Submission } from "../runs/run-record.ts";

/** A submission that has not ended, with what of its job decides how it goes on. */
export interface OpenSubmission extends Submission {
  readonly job_id: string;
  readonly area: JobArea;
  readonly job_status: JobStatus;
  readonly job_label: string;
  readonly job_reason: string | null;
  readonly flight_id: string;
}

/** Every submission that has not ended, in one query. */
export async function openSubmissions(db: Db): Promise<OpenSubmission[]> {
  return db
    .selectFrom("run_submissions as s")
    .innerJoin("processing_runs as r", "r.id", "s.run_id")
    .innerJoin("processing_jobs as j", "j.id", "r.job_id")
    .innerJoin("processings as p", "p.id", "j.processing_id")
    .selectAll("s")
    .select([
      "j.id as job_id",
      "j.area",
      "j.status as job_status",
      "j.label as job_label",
      "j.reason as job_reason",
      "p.flight_id",
    ])
    .where("s.state", "<>", "ended")
    .orderBy("s.created")
    .execute();
}
