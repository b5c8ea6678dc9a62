import type { Selectable } from "kysely";
import {
  JOB_STATES,
  type JobActor,
  type JobArea,
  type JobEvent,
  type JobStatus,
} from "@swath/contract/processing";
import {
  type AuditActor,
  type CallOrigin,
  recordEvent,
} from "../../platform/audit/record-event.ts";
import type { Database, Trx } from "../../platform/postgres/schema.ts";
import { type StatusResult, statusWriter } from "../status-writer.ts";

export type ProcessingJob = Selectable<Database["processing_jobs"]>;

/** What is known of a change of a job's status beside the status itself. */
export interface JobChange {
  readonly actor: AuditActor;
  readonly flightId: string;
  /** Where the call came from that requested it. */
  readonly from?: CallOrigin;
  /** Why: null by default. */
  readonly reason?: string | null;
  /** Columns that follow from what happened: counts, times, QA, output. */
  readonly columns?: Partial<
    Pick<
      ProcessingJob,
      | "attempts"
      | "run_started"
      | "run_ended"
      | "succeeded"
      | "failed"
      | "qa_user"
      | "qa_issue_desc"
      | "qa_issue_res"
      | "output_path"
      | "require_qa"
      | "allow"
    >
  >;
}

const nameOf = (actor: AuditActor): string => (typeof actor === "string" ? actor : actor.name);

const writerOf = (area: JobArea) =>
  statusWriter<ProcessingJob, JobStatus, JobEvent, JobActor, JobChange>({
    table: "processing_jobs",
    states: JOB_STATES[area],
    columns: (_, { columns, reason = null }) => ({ ...columns, reason }),
    record: async (trx, { row, to, facts }) => {
      const { actor, from: origin, flightId, reason = null } = facts;
      const detail = { processing: row.processing_id, job: row.name, from: row.status, to, reason };
      await trx
        .insertInto("processing_job_history")
        .values({ job_id: row.id, status: to, actor: nameOf(actor), reason })
        .execute();
      await recordEvent(trx, {
        action: "job.moved",
        actor,
        flightId,
        detail,
        ...(origin === undefined ? {} : { from: origin }),
      });
    },
  });

const WRITERS = { gps: writerOf("gps"), lms: writerOf("lms"), stage: writerOf("stage") } as const;

/** The one writer of a job's status, by the state table of its area: see {@link statusWriter}. */
export async function moveJobStatus(
  trx: Trx,
  job: ProcessingJob,
  event: JobEvent,
  change: JobChange,
): Promise<StatusResult<ProcessingJob>> {
  return WRITERS[job.area](trx, job, { event }, change);
}
